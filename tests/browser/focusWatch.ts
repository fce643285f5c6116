import type { BrowserApp } from './app.ts'

type WatchedWindow = Window & { lost: string[] }

/** Looks from now on in every frame whether anything has the focus. */
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

/** The address in each frame since the last time in which nothing had the focus. */
export const framesWithoutFocus = ({ page }: BrowserApp): Promise<string[]> =>
  page.evaluate(() => (window as unknown as WatchedWindow).lost.splice(0))
