import { useSyncExternalStore } from 'react'

/** An observable value outside of React. */
export interface Signal<Value> {
  get(): Value
  set(value: Value): void
  subscribe(changed: () => void): () => void
}

export function createSignal<Value>(initial: Value): Signal<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const changed of listeners) changed()
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** A part of the value; the component renders again when that part changes. */
export const useSignalPart = <Value, Part>(signal: Signal<Value>, part: (value: Value) => Part): Part =>
  useSyncExternalStore(signal.subscribe, () => part(signal.get()))

/** A signal that is also stored in the browser. */
export function persistedSignal<Value>(
  cell: { get(): Value | null; set(value: Value | null): void },
  initial: Value,
): Signal<Value> {
  const signal = createSignal<Value>(cell.get() ?? initial)
  signal.subscribe(() => cell.set(signal.get()))
  return signal
}

/** The value; the component renders again when it changes. */
export const useSignal = <Value>(signal: Signal<Value>): Value => useSyncExternalStore(signal.subscribe, signal.get)
