import type { Notice } from '#contract/rows/notices.ts'

/** What the record is known by that was opened last from a reminder. */
export interface DetailPageInfo {
  loanAppId?: string
  contractNo?: string
}

/** What opening a notice leaves behind. A loan has a code and a contract; an order is both under one number. */
export const detailPageInfo = ({ loanAppId }: Pick<Notice, 'loanAppId'>): DetailPageInfo | null =>
  loanAppId === null ? null : { loanAppId, contractNo: loanAppId }
