import type { Ref } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { canEnter } from '#contract/authority.ts'
import { NO_LEAVE_PROMPT } from '../../../state/location.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import styles from './RefusalAlert.module.css'

/** Says that a transaction password has to be set first, and links to that screen. The form keeps its state meanwhile. */
export function PasswordUnset({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  const t = useT()
  const { permissions } = useConsole()
  return (
    <p role="alert" className={styles.alert}>
      {t('money.secret.unset')}{' '}
      {canEnter(permissions, routes['settings.txnPassword']) && (
        <a ref={ref} href={`#${routes['settings.txnPassword'].path}`} {...NO_LEAVE_PROMPT}>
          {t('money.secret.set')}
        </a>
      )}
    </p>
  )
}
