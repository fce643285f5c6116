import type { CommonKey } from '#locales/messages.ts'
import type { Command } from './command.ts'
import { type Binding, commandIdsOf } from './keyboard/keymap.ts'
import { isOffered, type Registry } from './registry.ts'
import type { Scope } from './scope.ts'

/** One thing to try: the binding of its key, and its text where that of the command does not tell a newcomer enough. */
interface Step {
  binding: Binding
  text?: CommonKey
}

/** Things to try, the most useful ones first. They run on any screen. */
const STEPS: readonly Step[] = [
  { binding: 'palette.toggle', text: 'start.find' },
  { binding: 'go.payin' },
  { binding: 'palette.orders', text: 'command.order.jump' },
  { binding: 'withdraw.start' },
  { binding: 'go.merchant' },
  { binding: 'go.accountDetail' },
  { binding: 'notices.open' },
  { binding: 'nav.settings.preferences' },
]
const LAST_STEP: Step = { binding: 'help.keys' }

const STEP_COUNT = 5

/** A step with the command that its key runs for this user. */
export interface GettingStartedStep extends Step {
  command: Command
}

/** The things that this user is asked to try: only commands that the user may run. */
export function gettingStartedSteps(registry: Registry, scope: Scope): GettingStartedStep[] {
  const permitted = (step: Step): GettingStartedStep[] => {
    const command = commandIdsOf(step.binding)
      .map(registry.get)
      .find((one) => isOffered(one, scope))
    return command === undefined ? [] : [{ ...step, command }]
  }
  return [...STEPS.flatMap(permitted).slice(0, STEP_COUNT - 1), ...permitted(LAST_STEP)]
}

/** The binding of the step that a command belongs to. */
export const stepOf = (id: string): Binding | undefined =>
  [...STEPS, LAST_STEP].find(({ binding }) => commandIdsOf(binding).includes(id))?.binding
