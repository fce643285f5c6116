import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'

interface IconButtonProps extends ComponentProps<typeof Button> {
  icon: LucideIcon
  label: string
  size?: 14 | 16
}

export const IconButton = ({ icon: Icon, label, size = 16, ...rest }: IconButtonProps) => (
  <Button variant="icon" aria-label={label} {...rest}>
    <Icon size={size} strokeWidth={1.5} />
  </Button>
)
