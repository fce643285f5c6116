import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate'

/** A placeholder for an actor that the host must provide. Fails with the actor's name when it was not provided. */
export const requiredActor = <Output, Input = void>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`required actor was not provided: "${name}"`)))

/** The same for an actor that sends events. */
export const requiredCallback = <Events extends EventObject, Input = NonReducibleUnknown>(
  name: string,
): CallbackActorLogic<Events, Input> =>
  fromCallback<Events, Input>(() => {
    throw new Error(`required actor was not provided: "${name}"`)
  })

/** A placeholder for an action that the host must provide. Throws the action's name when it was not provided. */
export const requiredAction = (name: string) => (): void => {
  throw new Error(`required action was not provided: "${name}"`)
}

/** A guard or an action of a transition, with the event as its parameters. */
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
