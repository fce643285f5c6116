import { fromPromise, type PromiseActorLogic } from 'xstate'

/** An actor the host must supply. A machine says when something is asked, never what answers; unsupplied, it throws its name. */
export const unprovided = <Output, Input = void>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`nobody provided the actor "${name}"`)))

/** An effect the host must supply. */
export const unprovidedEffect = (name: string) => (): void => {
  throw new Error(`nobody provided the action "${name}"`)
}
