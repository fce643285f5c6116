import { useAtomValue } from 'jotai'
import { CircleUserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { currentUserAtom } from '../../state/user.ts'
import { lazyComponent, lazyControl } from '../../ui/lazyComponent.tsx'
import { useT } from '../../useConsole.tsx'
import styles from './TopBar.module.css'

/** The user's account menu. */
export const AccountMenu = lazyControl<object>(
  ({ button }) => <AccountBox {...button} aria-haspopup="menu" />,
  lazyComponent(async () => (await import('./AccountPopup.tsx')).AccountPopup),
)

/** The button that opens the account menu. */
export function AccountBox(button: ComponentProps<'button'>) {
  const t = useT()
  const { merchantNo } = useAtomValue(currentUserAtom)
  // The accessible name contains the visible text, for voice control.
  const name = [t('app.account'), merchantNo].filter(Boolean).join(' ')
  return (
    <button type="button" className={styles.account} aria-label={name} {...button}>
      <CircleUserRound size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.number}>{merchantNo}</span>
    </button>
  )
}
