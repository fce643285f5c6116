import { fromPromise, type PromiseActorLogic } from 'xstate'

/** A placeholder for an actor that the host must provide. Fails with the actor's name when it was not provided. */
export const requiredActor = <Output, Input = void>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`required actor was not provided: "${name}"`)))

/** A placeholder for an action that the host must provide. Throws the action's name when it was not provided. */
export const requiredAction = (name: string) => (): void => {
  throw new Error(`required action was not provided: "${name}"`)
}
