import { fromPromise, type PromiseActorLogic } from 'xstate'

/** An actor the host must supply. A machine says when something is asked, never what answers; unsupplied, it throws its name. */
export const requiredActor = <Output, Input = void>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`required actor was not provided: "${name}"`)))

/** An effect the host must supply. */
export const requiredAction = (name: string) => (): void => {
  throw new Error(`required action was not provided: "${name}"`)
}
