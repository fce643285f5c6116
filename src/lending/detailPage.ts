import type { Notice } from '#contract/rows/notices.ts'

/** The identity of the row last opened from a reminder. */
export interface DetailPageInfo {
  loanAppId?: string
  contractNo?: string
}

/** The identity a notice opens. A loan has a code and a contract; an order has one number for both. */
export const detailPageInfo = ({ loanAppId }: Pick<Notice, 'loanAppId'>): DetailPageInfo | null =>
  loanAppId === null ? null : { loanAppId, contractNo: loanAppId }
