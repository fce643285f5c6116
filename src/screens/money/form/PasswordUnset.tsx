import type { Ref } from 'react'
import { places } from '#commands/places.ts'
import { mayEnter } from '#contract/authority.ts'
import { KEEPS } from '../../../state/location.ts'
import { useConsole, useT } from '../../../useConsole.tsx'
import styles from './RefusalAlert.module.css'

/** That nothing can be confirmed without a transaction password, and where one is set; the form waits for him meanwhile. */
export function PasswordUnset({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  const t = useT()
  const { permissions } = useConsole()
  return (
    <p role="alert" className={styles.alert}>
      {t('money.secret.unset')}{' '}
      {mayEnter(permissions, places['settings.txnPassword']) && (
        <a ref={ref} href={`#${places['settings.txnPassword'].path}`} {...KEEPS}>
          {t('money.secret.set')}
        </a>
      )}
    </p>
  )
}
