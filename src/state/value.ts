import { useSyncExternalStore } from 'react'
import { createActor, fromTransition } from 'xstate'

/** A value that code outside of React reads, writes and follows. */
export interface Value<Content> {
  get(): Content
  set(content: Content): void
  /** Returns the function that ends the subscription. */
  subscribe(changed: () => void): () => void
}

/** A value of the guest page, which does not load jotai (2.5 kB). Those of a signed-in user are in the store of the console. */
export function createGuestValue<Content>(initial: Content): Value<Content> {
  const replace = (_: Content, { content }: { type: 'value.set'; content: Content }) => content
  const actor = createActor(fromTransition(replace, initial)).start()
  return {
    get: () => actor.getSnapshot().context,
    set: (content) => actor.send({ type: 'value.set', content }),
    subscribe(changed) {
      const subscription = actor.subscribe(changed)
      return () => subscription.unsubscribe()
    },
  }
}

/** The value; the component renders again when it changes. */
export const useValue = <Content>(value: Pick<Value<Content>, 'get' | 'subscribe'>): Content =>
  useSyncExternalStore(value.subscribe, value.get)

/** A part of the value; the component renders again when that part changes. */
export const useValuePart = <Content, Part>(
  value: Pick<Value<Content>, 'get' | 'subscribe'>,
  part: (content: Content) => Part,
): Part => useSyncExternalStore(value.subscribe, () => part(value.get()))
