import type { MessageKey } from '#locales/messages.ts'
import type { Fault } from '#machines/submission/submission.ts'
import type { Translate } from '../../../i18n.ts'

const RULES: readonly string[] = [
  'rule.required',
  'rule.format',
  'rule.unknown',
  'rule.duplicate',
  'rule.taken',
  'rule.tooLong',
  'rule.tooMany',
  'rule.samePassword',
  'rule.loginName',
  'birthdayMonthNotReal',
  'birthdayNotReal',
  'pwdCompareError',
  'pwdRule',
  'pwdLength',
  'settings.typed.differs',
  'settings.public.private',
  'settings.address.rule',
  'settings.rate.rule',
  'settings.fee.rule',
  'settings.mobile.rule',
  'settings.nationalId.rule',
  'errorPwd',
]

/** The text of a fault; "wrong format" for a rule that this console does not know. Null without a fault. */
export function faultText(t: Translate, fault: Fault | undefined): string | null {
  if (fault === undefined) return null
  if (typeof fault !== 'string') return t(fault[0] as MessageKey, fault[1])
  return t(RULES.includes(fault) ? (fault as MessageKey) : 'rule.format')
}
