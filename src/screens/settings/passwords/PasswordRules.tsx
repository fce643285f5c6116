import { Check, Circle } from 'lucide-react'
import { useT } from '../../../useConsole.tsx'
import styles from './PasswordRules.module.css'
import { isLongEnough, PASSWORD_RULES } from './passwordRules.ts'

/** The parts of the password rule, each ticked as soon as the typed password meets it. */
export function PasswordRules({ typed }: { typed: string }) {
  const t = useT()
  const rules = [...PASSWORD_RULES, { name: 'length' as const, isMet: isLongEnough }]
  return (
    <ul className={styles.rules} aria-label={t('settings.rules')}>
      {rules.map(({ name, isMet }) => {
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
