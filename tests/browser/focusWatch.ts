import type { BrowserApp } from './app.ts'

type WatchedWindow = Window & { lost: string[] }

/** Records every frame without focus from now on. */
export const watchFocus = ({ page }: BrowserApp): Promise<void> =>
  page.evaluate(() => {
    const lost: string[] = []
    Object.assign(window, { lost })
    const look = () => {
      if (document.activeElement === null || document.activeElement === document.body) lost.push(location.hash)
      requestAnimationFrame(look)
    }
    look()
  })

/** The addresses of the frames without focus since the last call. */
export const framesWithoutFocus = ({ page }: BrowserApp): Promise<string[]> =>
  page.evaluate(() => (window as unknown as WatchedWindow).lost.splice(0))
