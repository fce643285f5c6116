import type { UndoEntry } from '#commands/appScope.ts'
import type { Message } from '#commands/message.ts'

/** The undo and redo stacks, newest first. */
export interface UndoStack {
  /** The next entry to undo or redo, as a message; null when there is none. */
  readonly undoable: Message | null
  readonly redoable: Message | null
  push(deed: UndoEntry): void
  /** Resolves with the undone entry's message, or null. An entry that cannot be undone stays, and the error is thrown. */
  undo(): Promise<Message | null>
  redo(): Promise<Message | null>
  /** Drops the entries of an owner that no longer exists. */
  forget(owner: object): void
}

interface UndoHost {
  clock: { now(): number }
  /** The maximum number of entries. */
  limit?: number
}

/** Milliseconds within which entries of the same part merge into one. */
const ONE_MOVE_MS = 1_000
const MOST_KEPT = 50

export function createUndoStack({ clock, limit = MOST_KEPT }: UndoHost): UndoStack {
  const stacks: Record<'done' | 'undone', UndoEntry[]> = { done: [], undone: [] }
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

  async function move(
    from: 'done' | 'undone',
    to: 'done' | 'undone',
    act: (deed: UndoEntry) => unknown,
  ): Promise<Message | null> {
    const deed = stacks[from].pop()
    if (deed === undefined) return null
    at = Number.NEGATIVE_INFINITY
    try {
      await quietly(() => act(deed))
    } catch (cause) {
      stacks[from].push(deed)
      throw cause
    }
    stacks[to].push(deed)
    return deed.label
  }

  return {
    get undoable() {
      return stacks.done.at(-1)?.label ?? null
    },
    get redoable() {
      return stacks.undone.at(-1)?.label ?? null
    },
    push(deed) {
      if (isAtWork) return
      const { done } = stacks
      const last = done.at(-1)
      const now = clock.now()
      const isPart = last !== undefined && deed.group !== undefined && last.group === deed.group && now - at < ONE_MOVE_MS
      stacks.done = isPart ? [...done.slice(0, -1), { ...deed, undo: last.undo }] : [...done, deed].slice(-limit)
      stacks.undone = []
      at = now
    },
    undo: () => move('done', 'undone', (deed) => deed.undo()),
    redo: () => move('undone', 'done', (deed) => deed.redo()),
    forget(owner) {
      for (const name of ['done', 'undone'] as const) stacks[name] = stacks[name].filter((deed) => deed.owner !== owner)
    },
  }
}
