import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import type { UndoEntry } from '#commands/appScope.ts'
import { createUndoStack } from '../../src/state/undoStack.ts'

/** A number changed by undo entries, and their stack. */
function counter() {
  let value = 0
  let now = 0
  const undo = createUndoStack({ atoms: createStore(), clock: { now: () => now } })
  const put = (next: number) => {
    value = next
  }
  const set = (next: number, more: Partial<UndoEntry> = {}) => {
    const before = value
    put(next)
    undo.push({ label: ['undo.density'], undo: () => put(before), redo: () => put(next), ...more })
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { undo, set, value: () => value, wait }
}

test('entries are undone newest first, and redone until a new entry is pushed', async () => {
  const { undo, set, value } = counter()
  set(1)
  set(2)
  await undo.undo()
  expect(value()).toBe(1)
  await undo.undo()
  expect([value(), undo.undoable]).toEqual([0, null])
  expect(await undo.undo()).toBeNull()
  await undo.redo()
  expect(value()).toBe(1)
  set(7)
  expect(undo.redoable).toBeNull()
})

test('the stack is limited', async () => {
  const { undo, set, value } = counter()
  for (let n = 1; n <= 52; n++) set(n)
  for (let times = 0; times < 60; times++) await undo.undo()
  expect(value()).toBe(2)
})

test('a change right after an undo is an entry of its own, also where its group is that of the entry before', async () => {
  const { undo, set, value, wait } = counter()
  set(1, { group: 'width' })
  wait(5_000)
  set(2, { group: 'width' })
  await undo.undo()
  set(3, { group: 'width' })
  await undo.undo()
  expect(value()).toBe(1)
})

test('entries of the same object always merge', async () => {
  const { undo, set, value, wait } = counter()
  const [drag, next] = [{}, {}]
  for (const n of [1, 2, 3]) {
    set(n, { group: drag })
    wait(5_000)
  }
  set(4, { group: next })
  await undo.undo()
  expect(value()).toBe(3)
  await undo.undo()
  expect(value()).toBe(0)
})

test('entries of the same name merge within a second', async () => {
  const { undo, set, value, wait } = counter()
  for (const n of [1, 2, 3]) set(n, { group: 'width' })
  wait(1_000)
  set(4, { group: 'width' })
  await undo.undo()
  expect(value()).toBe(3)
  await undo.undo()
  expect(value()).toBe(0)
})

test('changes made during an undo are not recorded, and entries of a removed owner are dropped', async () => {
  const { undo, set, value } = counter()
  const list = {}
  set(1)
  undo.push({ label: ['undo.columns'], undo: () => set(9), redo: () => {}, owner: list })
  await undo.undo()
  expect([value(), undo.undoable]).toEqual([9, ['undo.density']])
  await undo.redo()
  undo.forget(list)
  expect(undo.undoable).toEqual(['undo.density'])
  undo.push({ label: ['undo.columns'], undo: () => {}, redo: () => {}, owner: list })
  await undo.undo()
  undo.forget(list)
  expect([undo.undoable, undo.redoable]).toEqual([['undo.density'], null])
})

test('an entry that cannot be undone stays', async () => {
  const { undo } = counter()
  undo.push({ label: ['undo.columns'], undo: () => Promise.reject(new Error('offline')), redo: () => {} })
  await expect(undo.undo()).rejects.toThrow('offline')
  expect(undo.undoable).toEqual(['undo.columns'])
})

test('an undo waits for the one before, and repeats it when that fails', async () => {
  const undo = createUndoStack({ atoms: createStore(), clock: { now: () => 0 } })
  const undone: string[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const push = (name: string) =>
    undo.push({
      label: ['undo.density'],
      redo() {},
      async undo() {
        undone.push(name)
        const answer = Promise.withResolvers<void>()
        answers.push(answer)
        await answer.promise
      },
    })
  push('first')
  push('second')
  const moves = [undo.undo(), undo.undo(), undo.undo()]
  const outcomes = Promise.allSettled(moves)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  expect(undo.undoable).not.toBeNull()
  answers[0]!.reject(new Error('The network is away.'))
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!.resolve()
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[2]!.resolve()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect([undone, undo.undoable]).toEqual([['second', 'second', 'first'], null])
})

test('an entry whose owner is forgotten while it is undone cannot be redone', async () => {
  const undo = createUndoStack({ atoms: createStore(), clock: { now: () => 0 } })
  const owner = {}
  const answer = Promise.withResolvers<void>()
  undo.push({ label: ['undo.density'], redo() {}, undo: () => answer.promise, owner })
  const moved = undo.undo()
  await Promise.resolve()
  undo.forget(owner)
  answer.resolve()
  await moved
  expect([undo.undoable, undo.redoable]).toEqual([null, null])
})
