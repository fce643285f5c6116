import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type Variant = 'plain' | 'primary' | 'quiet' | 'icon' | 'danger'

/** A push button. `quiet` and `icon` have no border until hovered or focused. */
export const Button = ({
  variant = 'plain',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { variant?: Variant }) => (
  <button type={type} className={`${styles.button} ${styles[variant]} ${className}`} {...rest} />
)
