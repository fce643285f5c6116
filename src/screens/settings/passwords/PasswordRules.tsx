import { Check, Circle } from 'lucide-react'
import { PATTERNS } from '#contract/rules.ts'
import { useT } from '../../../useConsole.tsx'
import styles from './PasswordRules.module.css'

const MIN_LENGTH = 8
const MAX_LENGTH = 32

const isLongEnough = (typed: string): boolean => typed.length >= MIN_LENGTH && typed.length <= MAX_LENGTH

/** The parts of `PATTERNS.password`, each checked on its own. */
const RULES = [
  { name: 'digit', isMet: (typed: string) => /\d/.test(typed) },
  { name: 'lower', isMet: (typed: string) => /[a-z]/.test(typed) },
  { name: 'upper', isMet: (typed: string) => /[A-Z]/.test(typed) },
  { name: 'length', isMet: isLongEnough },
] as const

/** The fault of a new password, null when it is valid. */
export function passwordFault(typed: string): 'rule.required' | 'pwdRule' | 'pwdLength' | null {
  if (typed === '') return 'rule.required'
  if (!PATTERNS.password.test(typed)) return 'pwdRule'
  return isLongEnough(typed) ? null : 'pwdLength'
}

/** The parts of the password rule, each ticked as soon as the typed password meets it. */
export function PasswordRules({ typed }: { typed: string }) {
  const t = useT()
  return (
    <ul className={styles.rules} aria-label={t('settings.rules')}>
      {RULES.map(({ name, isMet }) => {
        const met = isMet(typed)
        const Icon = met ? Check : Circle
        return (
          <li key={name} data-met={met}>
            <Icon size={12} strokeWidth={2} aria-hidden="true" />
            {t(`settings.rule.${name}`)}
            <span className="sr-only">{t(met ? 'settings.rule.met' : 'settings.rule.unmet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
