import { canEnter, canUse, hasAuthority } from '#contract/authority.ts'
import type { Feature } from '#contract/features.ts'
import type { Argument, Arguments, Command, CommandResult } from './command.ts'
import { type Condition, conditions } from './conditions.ts'
import type { Message } from './message.ts'
import { type Route, routes } from './navigation/routes.ts'
import type { Scope } from './scope.ts'

/** Whether the user may run the command at all, and the gateway serves it. The gateway checks authority and permission again. */
export const isPermitted = (command: Command, scope: Scope): boolean => missingRight(command, scope) === null

/** The arguments of the command for this gateway. */
export const argumentsIn = (command: Command, scope: Scope): readonly Argument[] =>
  (command.arguments ?? []).filter(({ feature }) => feature === undefined || scope.hasFeature(feature))

/** Whether the command can run in this scope. The palette's listing and the key handling use the same check. */
export const isOffered = (command: Command, scope: Scope): boolean => disabledReason(command, scope) === null

/**
 * Whether the command is offered and every argument that can come from the scope does. Arguments without a default are asked
 * for.
 */
export const isReady = (command: Command, scope: Scope): boolean =>
  isOffered(command, scope) &&
  argumentsIn(command, scope).every(({ defaultValue }) => defaultValue === undefined || defaultValue(scope) !== null)

/**
 * Why a command cannot run: a feature that the gateway has not announced, wrong account kind (`account`), missing permission
 * (`right`), hidden by the gateway, or a condition that does not hold.
 */
export type DisabledReason =
  | { kind: 'condition'; condition: Condition }
  | { kind: 'feature'; feature: Feature }
  | { kind: 'right'; permission: string }
  | { kind: 'hidden' }
  | { kind: 'account' }

/** The first reason why the command cannot run in this scope, or null. */
export function disabledReason(command: Command, scope: Scope): DisabledReason | null {
  const right = missingRight(command, scope)
  if (right !== null) return right
  const condition = command.conditions?.find((one) => !conditions[one](scope))
  return condition === undefined ? null : { kind: 'condition', condition }
}

function missingRight(command: Command, scope: Scope): DisabledReason | null {
  const { authority, permission, opens, menuPermissions, feature } = command
  const { permissions } = scope
  const isFree = command.isFree?.(scope) === true
  if (!isFree && authority?.some((one) => hasAuthority(permissions, one)) === false) return { kind: 'account' }
  if (!isFree && permission !== undefined && !canUse(permissions, permission)) return missing(permission)
  if (opens?.some((id) => canEnter(permissions, routes[id])) === false) return missing(routes[opens[0]!].permission)
  if (feature !== undefined && !scope.hasFeature(feature)) return { kind: 'feature', feature }
  return menuPermissions?.some((one) => scope.hiddenMenus.includes(one)) ? { kind: 'hidden' } : null
}

const missing = (permission: Route['permission']): DisabledReason => ({
  kind: 'right',
  permission: [permission].flat().join(', '),
})

export type Registry = ReturnType<typeof createRegistry>

export function createRegistry(commands: readonly Command[]) {
  const byId = new Map(commands.map((command) => [command.id, command]))
  const get = (id: string): Command => {
    const command = byId.get(id)
    if (command === undefined) throw new Error(`no command "${id}"`)
    return command
  }
  return {
    all: commands,
    get,
    /** The commands that can run in this scope, in the order of the registry. */
    offered: (scope: Scope): Command[] => commands.filter((command) => isOffered(command, scope)),
    /** Runs the command; does nothing when it is not offered. All arguments must be given. */
    async run(id: string, scope: Scope, args: Arguments = {}): Promise<Message | CommandResult | undefined> {
      const found = get(id)
      if (!isOffered(found, scope)) return undefined
      return (await found.run(scope, args)) ?? undefined
    },
  }
}
