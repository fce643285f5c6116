import type { CommandId } from '#commands/index.ts'
import type { ActiveKeymap } from '#commands/keyboard/keymap.ts'
import { useValue } from '../state/value.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { useConsole } from '../useConsole.tsx'

/** The user's keymap. The component renders again when a binding changes. */
export const useKeymap = (): ActiveKeymap => useValue(useConsole().preferences.keymap)

interface CommandKeysProps {
  of: CommandId
  at?: 0 | -1
}

/** The first or last key of a command; nothing when it has none. */
export function CommandKeys({ of, at = 0 }: CommandKeysProps) {
  const keys = useKeymap().keysFor(of).at(at)
  return keys === undefined ? null : <Kbd keys={keys} />
}

/** The key of a command inside of its button. Screen readers announce the button alone. */
export const ButtonKeys = (props: CommandKeysProps) => (
  <span aria-hidden="true">
    <CommandKeys {...props} />
  </span>
)
