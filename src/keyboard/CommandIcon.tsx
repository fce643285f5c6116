import type { ComponentProps } from 'react'
import type { CommandId } from '#commands/index.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { withKeys } from '../ui/Kbd.tsx'
import { useKeymap } from './CommandKeys.tsx'

/** A tooltip that names the key of a command. */
export function useTooltip(label: string, of: CommandId): string {
  const [keys] = useKeymap().keysFor(of)
  return keys === undefined ? label : withKeys(label, keys)
}

/** An icon button for a command. */
export const CommandIcon = ({ of, label, ...rest }: ComponentProps<typeof IconButton> & { of: CommandId }) => (
  <IconButton label={label} title={useTooltip(label, of)} data-command={of} {...rest} />
)
