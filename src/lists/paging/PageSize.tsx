import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { lazyControl } from '../../ui/lazyComponent.tsx'
import styles from './Pager.module.css'

export interface PageSizeProps {
  label: string
  size: number
  onChoose(size: number): void
}

export const PageSize = lazyControl<PageSizeProps>(
  ({ label, size, button }) => <SizeBox label={label} size={size} {...button} role="combobox" aria-haspopup="listbox" />,
  async () => (await import('./PageSizePopup.tsx')).PageSizePopup,
)

export const SizeBox = ({ label, size, ...button }: Pick<PageSizeProps, 'label' | 'size'> & ComponentProps<'button'>) => (
  <button type="button" className={styles.size} aria-label={label} {...button}>
    <span>{size}</span>
    <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
  </button>
)
