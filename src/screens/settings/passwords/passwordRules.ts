import { PATTERNS } from '#contract/rules.ts'

/** The parts of `PATTERNS.password`, each checked on its own. */
export const PASSWORD_RULES = [
  { name: 'digit', isMet: (typed: string) => /\d/.test(typed) },
  { name: 'lower', isMet: (typed: string) => /[a-z]/.test(typed) },
  { name: 'upper', isMet: (typed: string) => /[A-Z]/.test(typed) },
] as const

const MIN_LENGTH = 8
const MAX_LENGTH = 32

export const isLongEnough = (typed: string): boolean => typed.length >= MIN_LENGTH && typed.length <= MAX_LENGTH

/** The fault of a new password, null when it is valid. */
export function passwordFault(typed: string): 'rule.required' | 'pwdRule' | 'pwdLength' | null {
  if (typed === '') return 'rule.required'
  if (!PATTERNS.password.test(typed)) return 'pwdRule'
  return isLongEnough(typed) ? null : 'pwdLength'
}
