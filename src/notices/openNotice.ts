import { rowOfTarget } from '#commands/rows/targets.ts'
import type { Notice } from '#contract/rows/notices.ts'
import { detailPageInfo } from '../lending/detailPage.ts'
import type { Console } from '../useConsole.tsx'

/**
 * Opens what a notice is about: in its list where the gateway says what it is, else as if its number had been typed: the palette
 * finds it among all that the user may see, or says that there is none.
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
