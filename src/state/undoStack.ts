import type { UndoEntry } from '#commands/appScope.ts'
import type { Message } from '#commands/message.ts'
import { type Atoms, createValue } from './atoms.ts'

export type UndoStack = ReturnType<typeof createUndoStack>

/** Milliseconds within which entries of the same named group merge into one. */
const ONE_MOVE_MS = 1_000
const MOST_KEPT = 50

type Stacks = Readonly<Record<'done' | 'undone', readonly UndoEntry[]>>

/** The undo and redo stacks, newest first. */
export function createUndoStack({ atoms, clock }: { atoms: Atoms; clock: { now(): number } }) {
  const { get: stacks, set } = createValue<Stacks>(atoms, { done: [], undone: [] })
  const change = (changes: Partial<Stacks>) => set({ ...stacks(), ...changes })
  let at = Number.NEGATIVE_INFINITY
  // An undo triggers changes that would be recorded themselves.
  let isAtWork = false

  function quietly<Result>(act: () => Result): Result {
    isAtWork = true
    try {
      return act()
    } finally {
      isAtWork = false
    }
  }

  async function move(from: keyof Stacks, to: keyof Stacks, act: (deed: UndoEntry) => unknown): Promise<Message | null> {
    const deed = stacks()[from].at(-1)
    if (deed === undefined) return null
    change({ [from]: stacks()[from].slice(0, -1) })
    at = Number.NEGATIVE_INFINITY
    try {
      await quietly(() => act(deed))
    } catch (cause) {
      change({ [from]: [...stacks()[from], deed] })
      throw cause
    }
    change({ [to]: [...stacks()[to], deed] })
    return deed.label
  }

  return {
    /** The next entry to undo or redo, as a message; null when there is none. */
    get undoable() {
      return stacks().done.at(-1)?.label ?? null
    },
    get redoable() {
      return stacks().undone.at(-1)?.label ?? null
    },
    push(deed: UndoEntry) {
      if (isAtWork) return
      const { done } = stacks()
      const last = done.at(-1)
      const now = clock.now()
      const isSameGroup = last !== undefined && deed.group !== undefined && last.group === deed.group
      const isPart = isSameGroup && (typeof deed.group === 'object' || now - at < ONE_MOVE_MS)
      set({
        done: isPart ? [...done.slice(0, -1), { ...deed, undo: last.undo }] : [...done, deed].slice(-MOST_KEPT),
        undone: [],
      })
      at = now
    },
    /** Resolves with the undone entry's message, or null. An entry that cannot be undone stays, and the error is thrown. */
    undo: () => move('done', 'undone', (deed) => deed.undo()),
    redo: () => move('undone', 'done', (deed) => deed.redo()),
    /** Drops the entries of an owner that no longer exists. */
    forget(owner: object) {
      const isKept = (deed: UndoEntry) => deed.owner !== owner
      set({ done: stacks().done.filter(isKept), undone: stacks().undone.filter(isKept) })
    },
  }
}
