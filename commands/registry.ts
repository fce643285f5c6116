import { canUse, hasAuthority } from '#contract/authority.ts'
import type { Arguments, Command, CommandResult } from './command.ts'
import { type Condition, conditions } from './conditions.ts'
import type { Message } from './message.ts'
import type { Scope } from './scope.ts'

/** Whether the user may ever run it: authority and key, both judged again by the gateway. */
export const isPermitted = (
  { authority, permission: key, menuPermissions: menuKeys = [] }: Command,
  { permissions, hiddenMenus }: Scope,
): boolean =>
  (authority === undefined || authority.some((one) => hasAuthority(permissions, one))) &&
  (key === undefined || canUse(permissions, key)) &&
  !menuKeys.some((one) => hiddenMenus.includes(one))

/** Whether it can be run here and now. What is offered is what can be run: list and key ask this same question. */
export const isOffered = (command: Command, scope: Scope): boolean =>
  isPermitted(command, scope) && (command.conditions ?? []).every((fact) => conditions[fact](scope))

/** Whether it can begin: offered here, and what may be said by where the cursor is, said by it. What never is, is asked. */
export const isReady = (command: Command, scope: Scope): boolean =>
  isOffered(command, scope) &&
  (command.arguments ?? []).every(({ defaultValue: given }) => given === undefined || given(scope) !== null)

/** Why a command cannot be run: it is for accounts of another kind, a right is missing, it is hidden, or a fact does not hold. */
export type DisabledReason =
  | { kind: 'condition'; fact: Condition }
  | { kind: 'right'; key: string }
  | { kind: 'hidden' }
  | { kind: 'account' }

/** The first thing that is missing for a command to be run here and now, or null. */
export function disabledReason(command: Command, scope: Scope): DisabledReason | null {
  const { authority, permission: key, conditions: when = [] } = command
  const { permissions } = scope
  if (authority !== undefined && !authority.some((one) => hasAuthority(permissions, one))) return { kind: 'account' }
  if (key !== undefined && !canUse(permissions, key)) return { kind: 'right', key: [key].flat().join(', ') }
  if (!isPermitted(command, scope)) return { kind: 'hidden' }
  const fact = when.find((one) => !conditions[one](scope))
  return fact === undefined ? null : { kind: 'condition', fact }
}

export interface Registry {
  all: readonly Command[]
  get(id: string): Command
  /** What can be run here, in the order of the registry. */
  offered(scope: Scope): Command[]
  /** Runs it, or does nothing when it is not offered here. Everything it asks for must be given. */
  run(id: string, scope: Scope, given?: Arguments): Promise<Message | CommandResult | undefined>
}

export function createRegistry(commands: readonly Command[]): Registry {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const get = (id: string): Command => {
    const found = byId.get(id)
    if (found === undefined) throw new Error(`no command "${id}"`)
    return found
  }
  return {
    all: commands,
    get,
    offered: (scope) => commands.filter((command) => isOffered(command, scope)),
    async run(id, scope, given = {}) {
      const found = get(id)
      if (!isOffered(found, scope)) return undefined
      return (await found.run(scope, given)) ?? undefined
    },
  }
}
