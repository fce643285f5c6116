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
  let at = Number.NEGATIVE_INFINITY
  // An undo triggers changes, before it waits for anything, that would be recorded themselves.
  let isAtWork = false
  let last: Promise<unknown> = Promise.resolve()

  /** Waits for the move before: one that fails leaves its entry, which is then the next again. */
  function move(from: keyof Stacks, to: keyof Stacks): Promise<Message | null> {
    const act = async () => {
      const deed = stacks()[from].at(-1)
      if (deed === undefined) return null
      at = Number.NEGATIVE_INFINITY
      isAtWork = true
      const moving = (async () => (from === 'done' ? deed.undo() : deed.redo()))()
      isAtWork = false
      await moving
      const { [from]: left, [to]: right } = stacks()
      // It may have been forgotten meanwhile.
      if (left.includes(deed)) set({ ...stacks(), [from]: left.filter((one) => one !== deed), [to]: [...right, deed] })
      return deed.label
    }
    const moved = last.then(act, act)
    last = moved
    return moved
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
    undo: () => move('done', 'undone'),
    redo: () => move('undone', 'done'),
    /** Drops the entries of an owner that no longer exists. */
    forget(owner: object) {
      const isKept = (deed: UndoEntry) => deed.owner !== owner
      set({ done: stacks().done.filter(isKept), undone: stacks().undone.filter(isKept) })
    },
  }
}
