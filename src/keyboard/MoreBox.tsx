import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { useT } from '../useConsole.tsx'

/** The button that opens the menu of further actions. */
export function MoreBox(button: ComponentProps<'button'>) {
  const t = useT()
  return <IconButton icon={Ellipsis} label={t('action.more')} {...button} />
}
