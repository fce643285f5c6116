import { normalizeMobile, PATTERNS } from './rules.ts'

/** The number to dial for a typed one, in national form; null for what is no phone number, and for one of another country. */
export function numberToDial(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '').replace(/^00/, '+')
  if (/^\+(?!62)/.test(digits)) return null
  const number = normalizeMobile(digits)
  return PATTERNS.mobile.test(number) ? number : null
}
