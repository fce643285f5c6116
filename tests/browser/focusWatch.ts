import type { BrowserApp } from './app.ts'

type WatchedWindow = Window & { lost: string[] }

/** Records every frame without focus from now on. */
export const watchFocus = ({ page }: BrowserApp): Promise<void> =>
  page.evaluate(() => {
    const lost: string[] = []
    Object.assign(window, { lost })
    let last = ''
    const look = () => {
      const { activeElement: now, body } = document
      if (now === null || now === body) lost.push(`${location.hash} after ${last}`)
      else last = `${now.tagName} ${now.getAttribute('aria-label') ?? now.textContent.slice(0, 40)}`
      requestAnimationFrame(look)
    }
    look()
  })

/** The addresses of the frames without focus since the last call, and what had the focus before. */
export const framesWithoutFocus = ({ page }: BrowserApp): Promise<string[]> =>
  page.evaluate(() => (window as unknown as WatchedWindow).lost.splice(0))
