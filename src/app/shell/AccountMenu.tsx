import { later, type PlainButton, plainUntilPressed } from '../../ui/later.tsx'
import { AccountBox } from './AccountBox.tsx'

/** The user's account menu. */
export const AccountMenu = plainUntilPressed(
  PlainMenu,
  later(async () => (await import('./AccountPopup.tsx')).AccountPopup),
)

function PlainMenu({ button }: { button: PlainButton }) {
  return <AccountBox {...button} aria-haspopup="menu" />
}
