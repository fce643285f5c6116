import type { ComponentProps } from 'react'
import styles from './Button.module.css'

type Variant = 'plain' | 'primary' | 'quiet' | 'icon' | 'danger'

const classes = (variant: Variant) => `${styles.button} ${styles[variant] ?? ''}`

/** A push button. `quiet` and `icon` have no border until hovered or focused. */
export const Button = ({
  variant = 'plain',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { variant?: Variant }) => (
  <button type={type} className={`${classes(variant)} ${className}`} {...rest} />
)

/** A link that looks like a button. */
export const LinkButton = ({ variant = 'plain', ...rest }: ComponentProps<'a'> & { variant?: Variant }) => (
  <a className={classes(variant)} {...rest} />
)
