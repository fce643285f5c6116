import type { Task } from '#machines/palette/page.ts'
import type { Arguments, Command } from './command.ts'
import type { Scope } from './scope.ts'

interface TaskOptions {
  given?: Arguments
  /** Ask even what the cursor would say. */
  askAll?: boolean
  newTab?: boolean
}

/** A command as it would be run from here: what the cursor already says is given, the rest is to be asked. */
export function taskOf(command: Command, scope: Scope, { given = {}, askAll = false, newTab = false }: TaskOptions = {}): Task {
  const filled: Record<string, string> = { ...given }
  const asks: string[] = []
  for (const { name, defaultValue: here } of command.arguments ?? []) {
    if (filled[name] !== undefined) continue
    const value = askAll ? null : (here?.(scope) ?? null)
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

/** Whether the palette has no part in it: nothing to ask, to confirm or to show. */
export const runsImmediately = ({ missingArguments: asks, confirm, showsAnswer: answers }: Task): boolean =>
  asks.length === 0 && confirm === null && !answers
