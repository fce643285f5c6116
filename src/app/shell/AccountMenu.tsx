import { type LazyButtonProps, lazyComponent, lazyControl } from '../../ui/lazyComponent.tsx'
import { AccountBox } from './AccountBox.tsx'

/** The user's account menu. */
export const AccountMenu = lazyControl(
  PlainMenu,
  lazyComponent(async () => (await import('./AccountPopup.tsx')).AccountPopup),
)

function PlainMenu({ button }: { button: LazyButtonProps }) {
  return <AccountBox {...button} aria-haspopup="menu" />
}
