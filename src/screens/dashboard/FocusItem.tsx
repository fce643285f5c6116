import type { ComponentProps, ReactNode } from 'react'

interface FocusItemProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** What stands behind it; null where it is only looked at. */
  to: string | null
  /** What is said of it, where its own text does not say enough. */
  label?: string
  children?: ReactNode
}

/** A figure the focus stops at; most are doors. */
export const FocusItem = ({ to, label, children, ...rest }: FocusItemProps) =>
  to === null ? (
    <span data-focus-item="" tabIndex={-1} {...(label === undefined ? {} : { role: 'img', 'aria-label': label })} {...rest}>
      {children}
    </span>
  ) : (
    <a data-focus-item="" href={`#${to}`} {...(label === undefined ? {} : { 'aria-label': label })} {...rest}>
      {children}
    </a>
  )
