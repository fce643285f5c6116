/** Guards and actions of a transition with parameters that are taken from its event. */

export const byEvent = <const Type extends string>(type: Type) => ({
  type,
  params: <Event>({ event }: { event: Event }): Event => event,
})

/** With the output of the actor that is done. */
export const byOutput = <const Type extends string>(type: Type) => ({
  type,
  params: <Output>({ event }: { event: { output: Output } }): Output => event.output,
})

export type ActorEvent<Output> = ActorDone<Output> | ActorError

export interface ActorDone<Output> {
  type: `xstate.done.actor.${string}`
  actorId: string
  output: Output
}

export interface ActorError {
  type: `xstate.error.actor.${string}`
  actorId: string
  error: unknown
}
