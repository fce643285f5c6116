import { later, type PlainButton, plainUntilPressed } from '../../ui/later.tsx'
import { type PageSizeProps, SizeBox } from './SizeBox.tsx'

/** The control for the number of rows per page. */
export const PageSize = plainUntilPressed(
  PlainSize,
  later(async () => (await import('./PageSizePopup.tsx')).PageSizePopup),
)

function PlainSize({ label, size, button }: PageSizeProps & { button: PlainButton }) {
  return <SizeBox label={label} size={size} {...button} role="combobox" aria-haspopup="listbox" />
}
