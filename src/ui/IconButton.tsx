import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

interface IconButtonProps extends ComponentProps<typeof Button> {
  icon: LucideIcon
  label: string
  size?: 14 | 16
}

/** A button without text. Its label is its name, and its tooltip unless another is given, which names a key. */
export const IconButton = ({ icon: Icon, label, size = 16, ...rest }: IconButtonProps) => (
  <Button variant="icon" aria-label={label} title={label} {...rest}>
    <Icon size={size} strokeWidth={1.5} />
  </Button>
)
