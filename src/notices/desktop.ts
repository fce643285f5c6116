import type { DesktopNotices } from '#commands/appScope.ts'

interface DesktopNotice {
  /** A notification replaces another with the same tag, so that two tabs do not show it twice. */
  tag: string
  title: string
  text: string
  lang: string
  /** Stays until it is clicked or closed. */
  stays?: boolean
  onClick(): void
}

export type Desktop = ReturnType<typeof createDesktop>

/** Desktop notifications, where the browser supports them and the user has allowed them. */
export function createDesktop(page: Pick<Window, 'addEventListener' | 'focus'> & { Notification?: typeof Notification }) {
  const read = (): DesktopNotices => page.Notification?.permission ?? 'unsupported'
  let known: DesktopNotices | null = null
  // Users change it in the browser's own windows.
  page.addEventListener('focus', () => {
    known = null
  })
  return {
    /** The permission as last read: reading it waits a millisecond for another process, and the palette asks at every key. */
    permission: (): DesktopNotices => (known ??= read()),
    /** Asks the user for permission. Browsers require a user gesture. */
    async ask(): Promise<DesktopNotices> {
      known = (await page.Notification?.requestPermission()) ?? 'unsupported'
      return known
    },
    /** Returns the function that closes it; null when it was not shown. */
    show({ tag, title, text, lang, stays = false, onClick }: DesktopNotice): (() => void) | null {
      if (page.Notification === undefined || read() !== 'granted') return null
      try {
        const shown = new page.Notification(title, { tag, body: text, lang, requireInteraction: stays })
        shown.onclick = () => {
          page.focus()
          onClick()
          shown.close()
        }
        return () => shown.close()
      } catch {
        // Some mobile browsers have the constructor but throw.
        return null
      }
    },
  }
}
