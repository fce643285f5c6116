import type { Task } from '#machines/palette/page.ts'
import type { Arguments, Command } from './command.ts'
import { argumentsIn } from './registry.ts'
import type { Scope } from './scope.ts'

interface TaskOptions {
  given?: Arguments
  /** Ask for every argument, even those the scope could provide. */
  askAll?: boolean
  newTab?: boolean
}

/** Prepares a command to run: arguments from the scope are filled in, the others are to be asked. */
export function taskOf(command: Command, scope: Scope, { given = {}, askAll = false, newTab = false }: TaskOptions = {}): Task {
  const filled: Record<string, string> = { ...given }
  const asks: string[] = []
  for (const { name, defaultValue } of argumentsIn(command, scope)) {
    if (filled[name] !== undefined) continue
    const value = askAll ? null : (defaultValue?.(scope) ?? null)
    if (value === null) asks.push(name)
    else filled[name] = value
  }
  return {
    command: command.id,
    given: filled,
    missingArguments: asks,
    confirm: command.confirm === undefined ? null : 'always',
    showsAnswer: command.showsResult === true,
    newTab,
  }
}

/** Whether the command runs without the palette: nothing to ask, to confirm or to show. */
export const runsImmediately = ({ missingArguments: asks, confirm, showsAnswer: answers }: Task): boolean =>
  asks.length === 0 && confirm === null && !answers
