import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type Look = 'plain' | 'primary' | 'quiet' | 'icon' | 'danger'

/** A push button. `quiet` and `icon` have no border until hovered or focused. */
export const Button = ({
  look = 'plain',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { look?: Look }) => (
  <button type={type} className={`${styles.button} ${styles[look]} ${className}`} {...rest} />
)
