import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

/**
 * The shortest path into every state, one line each: it reads as the specification, and a changed edge shows in review. Actor
 * results and delays are events like any other: `xstate.done.actor.<id>`, `xstate.after.<delay>.<state>`. `facts` derives a
 * label from the context to distinguish equal states where the next step depends on it. `regions` limits the states to those
 * of some parallel regions.
 */
export function pathsOf<Machine extends AnyStateMachine>(
  machine: Machine,
  events: EventFromLogic<Machine>[],
  input?: InputFrom<Machine>,
  // biome-ignore lint/suspicious/noExplicitAny: the context of any machine
  facts: (context: any) => string = () => '',
  regions?: string[],
): string {
  const paths = getShortestPaths(machine, {
    ...(input === undefined ? {} : { input }),
    events,
    serializeState: (snapshot: SnapshotFrom<Machine>) => stateOf(snapshot),
    filterEvents: (snapshot: SnapshotFrom<Machine>, event: EventFromLogic<Machine>) =>
      (snapshot as { can(event: unknown): boolean }).can(event),
    // biome-ignore lint/suspicious/noExplicitAny: the option types of the graph package follow the machine only loosely
  } as any)
  return paths
    .map(({ state, steps }) => {
      const names = steps.map(({ event }) => labelOf(event)).filter((label) => label !== 'xstate.init')
      return `${[...names].join(' → ')} ⇒ ${stateOf(state as SnapshotFrom<Machine>)}`.trim()
    })
    .join('\n')

  function stateOf(snapshot: SnapshotFrom<Machine>): string {
    const { value, context } = snapshot as { value: unknown; context: unknown }
    const states = regions === undefined ? value : regions.map((region) => (value as Record<string, unknown>)[region])
    return `${JSON.stringify(states)} ${facts(context)}`.trim()
  }
}

const labelOf = (event: { type: string; label?: string }): string => event.label ?? event.type
