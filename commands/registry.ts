import { holds, mayUse } from '#contract/authority.ts'
import type { Arguments, Command } from './command.ts'
import { facts } from './facts.ts'
import type { Answer, Said, Scope } from './scope.ts'

/** Whether the user may ever run it: authority and key, both judged again by the gateway. */
export const isPermitted = ({ authority, key, menuKey }: Command, { permissions, hiddenMenus }: Scope): boolean =>
  (authority === undefined || authority.some((one) => holds(permissions, one))) &&
  (key === undefined || mayUse(permissions, key)) &&
  (menuKey === undefined || !hiddenMenus.includes(menuKey))

/** Whether it can be run here and now. What is offered is what can be run: list and key ask this same question. */
export const isOffered = (command: Command, scope: Scope): boolean =>
  isPermitted(command, scope) && (command.when ?? []).every((fact) => facts[fact](scope))

export interface Registry {
  all: readonly Command[]
  get(id: string): Command
  /** What can be run here, in the order of the registry. */
  offered(scope: Scope): Command[]
  /** Runs it, or does nothing when it is not offered here. Everything it asks for must be given. */
  run(id: string, scope: Scope, given?: Arguments): Promise<Said | Answer | undefined>
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
