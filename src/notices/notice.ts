import { rowOfTarget } from '#commands/rows/targets.ts'
import type { Notice } from '#contract/rows/notices.ts'
import { parseTime } from '../format/dates.ts'
import { LOCALES, type Translate } from '../i18n.ts'
import { detailPageInfo } from '../lending/detailPage.ts'
import type { Console } from '../useConsole.tsx'
import type { Desktop } from './desktop.ts'

/**
 * The text of a notice: an assignment has a number of tasks, a reminder a time and a code, a plain notice its own description.
 */
export function formatNotice({ notifyType, notifyMsg, loanAppId, description }: Notice, t: Translate): string {
  if (notifyType === null) return description ?? ''
  if (notifyType === 'ASSIGN_COLLECTION') return t('notice.assign', { n: notifyMsg })
  return t('notice.remind', { time: notifyMsg, code: loanAppId })
}

/**
 * Opens the subject of a notice: in its list when the gateway sends its kind; otherwise by typing its number into the palette,
 * which searches all the user may see.
 */
export function openNotice(notice: Notice, { permissions, scope, store, typeAhead }: Console): void {
  const info = detailPageInfo(notice)
  const { app } = scope()
  if (info?.loanAppId === undefined) {
    app.openNotices()
    return
  }
  store.detailPageInfo.set(info)
  const row = rowOfTarget(notice.kind, notice.loanAppId, permissions)
  if (row !== null) app.openRow(row)
  else {
    for (const key of [...info.loanAppId, 'Enter']) typeAhead.push(key)
    app.openPalette('orders')
  }
}

interface NewsHost extends Pick<Console, 'i18n' | 'notices' | 'toasts'> {
  desktop: Desktop
  open(notice: Notice): void
}

const timeOf = ({ datetime }: Notice): number => parseTime(datetime ?? '')

/**
 * Shows each new notice once: on the desktop where allowed, else as a toast. Notices of the first fetch are not new, nor are older
 * ones that a list of a limited length shows when others are cleared.
 */
export function notifyNewNotices({ notices, desktop, toasts, i18n, open }: NewsHost): void {
  let seen: ReadonlySet<string> | null = null
  let newest = Number.NEGATIVE_INFINITY
  notices.on('notices.arrived', ({ items }) => {
    const known = seen
    const newestKnown = newest
    seen = new Set([...(known ?? []), ...items.map(({ id }) => id)])
    newest = Math.max(newest, ...items.map(timeOf).filter(Number.isFinite))
    if (known === null) return
    // A notice without a time is new. Oldest first.
    for (const notice of items.filter((one) => !known.has(one.id) && !(timeOf(one) < newestKnown)).toReversed()) {
      const text = formatNotice(notice, i18n.t)
      const { id: tag } = notice
      const title = notice.title ?? i18n.t('notices.title')
      const shown = desktop.show({ tag, title, text, lang: LOCALES[i18n.locale].tag, onClick: () => open(notice) })
      const action = { title: i18n.t('notices.follow'), run: () => open(notice) }
      if (shown === null) toasts.show({ tone: 'info', title, text, ...(notice.loanAppId === null ? {} : { action }) })
    }
  })
}
