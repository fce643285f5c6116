import type { ComponentProps } from 'react'
import type { Command } from '#commands/command.ts'
import type { CommandId } from '#commands/index.ts'
import { labelOf, titleOf } from '../commandText.ts'
import { Button } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useT } from '../useConsole.tsx'
import { useKeymap } from './CommandKeys.tsx'

interface CommandButtonProps extends ComponentProps<typeof Button> {
  of: Command
  /** The command with the key that is shown. */
  keysOf?: CommandId
  /** Keys that belong to other commands here. */
  taken?: readonly string[]
}

/** A button with the label and the key of a command. Screen readers announce the label alone. */
export function CommandButton({ of: command, keysOf, taken = [], ...rest }: CommandButtonProps) {
  const t = useT()
  const keys = useKeymap()
    .keysFor(keysOf ?? command.id)
    .find((one) => !taken.includes(one))
  return (
    <Button variant="quiet" title={titleOf(command, t)} data-command={command.id} {...rest}>
      {labelOf(command, t)}
      {keys !== undefined && (
        <span aria-hidden="true">
          <Kbd keys={keys} />
        </span>
      )}
    </Button>
  )
}
