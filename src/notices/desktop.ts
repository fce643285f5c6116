import type { DesktopNotices } from '#commands/appScope.ts'

/** What is shown outside of the page. */
export interface DesktopNotice {
  /** One with the same tag takes its place, so that two tabs do not say the same twice. */
  tag: string
  title: string
  text: string
  lang: string
  /** Until it is clicked or taken away. */
  stays?: boolean
  onClick(): void
}

/** The notices of the desktop, where the browser has them and the user allowed them. */
export interface Desktop {
  permission(): DesktopNotices
  /** Asks the user. Browsers let that happen only while he is doing something. */
  ask(): Promise<DesktopNotices>
  /** Gives back how to take it away; null where it was not shown. */
  show(notice: DesktopNotice): (() => void) | null
}

export function createDesktop(page: Pick<Window, 'focus'> & { Notification?: typeof Notification }): Desktop {
  const permission = (): DesktopNotices => page.Notification?.permission ?? 'unsupported'
  return {
    permission,
    ask: async () => (await page.Notification?.requestPermission()) ?? 'unsupported',
    show({ tag, title, text, lang, stays = false, onClick }) {
      if (page.Notification === undefined || permission() !== 'granted') return null
      try {
        const shown = new page.Notification(title, { tag, body: text, lang, requireInteraction: stays })
        shown.onclick = () => {
          page.focus()
          onClick()
          shown.close()
        }
        return () => shown.close()
      } catch {
        // Some browsers of phones have the name and no way to make one.
        return null
      }
    },
  }
}
