import type { Notice } from '#contract/rows/notices.ts'
import type { Translate } from '../i18n.ts'

/** A notice in words: an assignment counts new tasks, another kind reminds of a code at a time, a plain one says what it says. */
export function formatNotice({ notifyType, notifyMsg, loanAppId, description }: Notice, t: Translate): string {
  if (notifyType === null) return description
  if (notifyType === 'ASSIGN_COLLECTION') return t('notice.assign', { n: notifyMsg ?? '0' })
  return t('notice.remind', { time: notifyMsg ?? '', code: loanAppId ?? '' })
}
