import type { Notice } from '#contract/rows/notices.ts'
import { LOCALES } from '../i18n.ts'
import type { Console } from '../useConsole.tsx'
import type { Desktop } from './desktop.ts'
import { formatNotice } from './notice.ts'

interface NewsHost extends Pick<Console, 'i18n' | 'notices' | 'toasts'> {
  desktop: Desktop
  open(notice: Notice): void
}

/** Shows each new notice once: on the desktop where allowed, else as a toast. Notices of the first fetch are not new. */
export function notifyNewNotices({ notices, desktop, toasts, i18n, open }: NewsHost): void {
  let seen: ReadonlySet<string> | null = null
  notices.on('notices.arrived', ({ items }) => {
    const known = seen
    seen = new Set([...(known ?? []), ...items.map(({ id }) => id)])
    if (known === null) return
    // Oldest first.
    for (const notice of items.filter(({ id }) => !known.has(id)).toReversed()) tell(notice)
  })

  function tell(notice: Notice) {
    const text = formatNotice(notice, i18n.t)
    const { id: tag, title } = notice
    const shown = desktop.show({ tag, title, text, lang: LOCALES[i18n.locale].tag, onClick: () => open(notice) })
    if (shown === null) toasts.show({ tone: 'info', title, text })
  }
}
