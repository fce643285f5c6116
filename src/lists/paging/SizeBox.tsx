import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './Pager.module.css'

export interface PageSizeProps {
  label: string
  size: number
  onChoose(size: number): void
}

export const SizeBox = ({ label, size, ...button }: Pick<PageSizeProps, 'label' | 'size'> & ComponentProps<'button'>) => (
  <button type="button" className={styles.size} aria-label={label} {...button}>
    <span>{size}</span>
    <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
  </button>
)
