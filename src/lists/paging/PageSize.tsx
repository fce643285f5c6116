import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { later, type PlainButton, plainUntilPressed } from '../../ui/later.tsx'
import styles from './Pager.module.css'

export interface PageSizeProps {
  label: string
  size: number
  onChoose(size: number): void
}

/** How many rows a page has. */
export const PageSize = plainUntilPressed(
  PlainSize,
  later(async () => (await import('./PageSizePopup.tsx')).PageSizePopup),
)

function PlainSize({ label, size, button }: PageSizeProps & { button: PlainButton }) {
  return <SizeBox label={label} size={size} {...button} role="combobox" aria-haspopup="listbox" />
}

export const SizeBox = ({ label, size, ...button }: Pick<PageSizeProps, 'label' | 'size'> & ComponentProps<'button'>) => (
  <button type="button" className={styles.size} aria-label={label} {...button}>
    <span>{size}</span>
    <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
  </button>
)
