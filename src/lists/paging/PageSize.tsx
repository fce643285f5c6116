import { type LazyButtonProps, lazyComponent, lazyControl } from '../../ui/lazyComponent.tsx'
import { type PageSizeProps, SizeBox } from './SizeBox.tsx'

/** The control for the number of rows per page. */
export const PageSize = lazyControl(
  PlainSize,
  lazyComponent(async () => (await import('./PageSizePopup.tsx')).PageSizePopup),
)

function PlainSize({ label, size, button }: PageSizeProps & { button: LazyButtonProps }) {
  return <SizeBox label={label} size={size} {...button} role="combobox" aria-haspopup="listbox" />
}
