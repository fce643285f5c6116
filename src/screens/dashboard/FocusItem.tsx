import type { ComponentProps, ReactNode } from 'react'

interface FocusItemProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The address it links to; null when it is not a link. */
  to: string | null
  /** The accessible label, when the text is not enough. */
  label?: string
  children?: ReactNode
}

/** A focusable figure; usually a drill-down link. */
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
