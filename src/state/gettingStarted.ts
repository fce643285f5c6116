import { stepOf } from '#commands/gettingStarted.ts'
import { isStartScreen } from '#commands/navigation/isStartScreen.ts'
import type { Scope } from '#commands/scope.ts'
import { type Atoms, createValue } from './atoms.ts'
import type { StoredValue } from './storage.ts'
import { isFlag, isListOf, isMapOf, isShapeOf, isText } from './storedShapes.ts'

/** What an account has tried, and whether it wants to see the list. */
interface Progress {
  readonly done: readonly string[]
  readonly isDismissed: boolean
}

/** Account -> its progress. */
export type StoredProgress = Readonly<Record<string, Progress>>

export const areProgresses = isMapOf(isShapeOf<Progress>({ done: isListOf(isText), isDismissed: isFlag }))

interface GettingStartedHost {
  atoms: Atoms
  stored: StoredValue<StoredProgress | null>
  /** The name that the account signed in with. */
  account: string
  scope(): Scope
}

export type GettingStarted = ReturnType<typeof createGettingStarted>

/** The progress of the account through the first things to try. */
export function createGettingStarted({ atoms, stored, account, scope }: GettingStartedHost) {
  const progress = createValue<Progress>(atoms, stored.get()?.[account] ?? { done: [], isDismissed: false })
  const change = (changes: Partial<Progress>) => {
    progress.set({ ...progress.get(), ...changes })
    stored.set({ ...stored.get(), [account]: progress.get() })
  }
  return {
    get: progress.get,
    subscribe: progress.subscribe,
    /** Ticks off the step of a command that was run. */
    record(command: string) {
      const { done } = progress.get()
      const step = stepOf(command)
      if (step !== undefined && !done.includes(step)) change({ done: [...done, step] })
    },
    get isDismissed() {
      return progress.get().isDismissed
    },
    dismiss: () => change({ isDismissed: true }),
    open() {
      change({ isDismissed: false })
      if (!isStartScreen(scope())) scope().app.go('/')
    },
  }
}
