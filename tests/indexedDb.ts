import 'fake-indexeddb/auto'
import { indexedDB as fake } from 'fake-indexeddb'
import { afterAll, beforeAll } from 'vitest'

/** IndexedDB for the tests of this file. The files of a worker share one window, and other tests have none: `auto` sets it only once. */
export function provideIndexedDb(): void {
  beforeAll(() => void Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: fake }))
  afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))
}
