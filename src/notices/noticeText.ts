import type { Notice } from '#contract/rows/notices.ts'
import type { Translate } from '../i18n.ts'

/**
 * The text of a notice: an assignment has a number of tasks, a reminder a time and a code, a plain notice its own description.
 */
export function formatNotice({ notifyType, notifyMsg, loanAppId, description }: Notice, t: Translate): string {
  if (notifyType === null) return description
  if (notifyType === 'ASSIGN_COLLECTION') return t('notice.assign', { n: notifyMsg ?? '0' })
  return t('notice.remind', { time: notifyMsg ?? '', code: loanAppId ?? '' })
}
