import { createContext, type ReactNode, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Scope } from '#commands/scope.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import type { holdMachine } from '#machines/money/holdMachine.ts'
import type { noticesMachine } from '#machines/notices/noticesMachine.ts'
import type { optionsMachine } from '#machines/options/optionsMachine.ts'
import type { Translate } from './i18n.ts'
import type { KeyQueue } from './keyboard/queue/keyQueue.ts'
import type { TypeAhead } from './keyboard/typeAhead.ts'
import type { CommandRuntime, LazyCommandRuntime, Runner } from './loading/commandRuntime.ts'
import type { LazyRuns } from './runs/lazyRuns.ts'
import type { Telephone } from './softphone/telephone.ts'
import type { ActiveScopes } from './state/activeScopes.ts'
import type { Atoms } from './state/atoms.ts'
import type { FormDrafts } from './state/formDrafts.ts'
import type { Marks } from './state/marks.ts'
import type { People } from './state/people.ts'
import type { Preferences } from './state/preferences.ts'
import type { SavedViews } from './state/savedViews.ts'
import type { StoredOpenConfig } from './state/storage.ts'
import type { UndoStack } from './state/undoStack.ts'
import type { Value } from './state/value.ts'
import { type Core, CoreProvider, useT as useGuestT } from './useCore.tsx'

export { useLocale } from './useCore.tsx'

/** Notifies listeners that fetched data may be stale. */
export interface LiveUpdates {
  /** Called with the kind of the changed data; null: any data. */
  subscribe(listener: (kind: LiveKind | null) => void): () => void
}

/** The services shared by the screens of a signed-in user: one instance each, created in the composition root. */
export interface Console extends Core, Pick<CommandRuntime, 'registry' | 'palette' | 'chord'> {
  /**
   * `registry`, `palette` and `chord` are available only once the command runtime has loaded: in components wrapped by
   * `withCommandRuntime` and in key handlers.
   */
  readonly commandRuntime: LazyCommandRuntime
  readonly atoms: Atoms
  readonly activeScopes: ActiveScopes
  readonly preferences: Preferences
  readonly options: ActorRefFrom<typeof optionsMachine>
  /** The movements on hold, which can still be taken back. */
  readonly hold: ActorRefFrom<typeof holdMachine>
  /** Drafts of the money forms: unfinished, or sent with an unknown outcome. */
  readonly formDrafts: FormDrafts
  readonly notices: ActorRefFrom<typeof noticesMachine>
  readonly live: LiveUpdates
  readonly telephone: Telephone
  readonly typeAhead: TypeAhead
  readonly keyQueue: KeyQueue
  /** Commands started before the runtime has loaded run once it has. */
  readonly runner: Runner
  readonly views: SavedViews
  readonly marks: Marks
  readonly people: People
  /** Bulk runs: those of this page, and those that a reload has ended. */
  readonly runs: LazyRuns
  readonly undo: UndoStack
  /** What the gateway shows of this console: all until it has told this browser. */
  readonly openConfig: Value<StoredOpenConfig>
  /** Whether lists are rendered as plain tables for screen readers. */
  readonly readsAloud: Value<boolean>
  /** What commands can read and do at this moment. */
  scope(): Scope
  /**
   * Loads, while the page is idle, the parts that can be opened from the current screen and from anywhere. Returns a cancel
   * function.
   */
  fetchAhead(parts: readonly { fetch(): Promise<unknown> }[]): () => void
}

const ConsoleContext = createContext<Console | null>(null)

export const ConsoleProvider = ({ console, children }: { console: Console; children: ReactNode }) => (
  <CoreProvider core={console}>
    <ConsoleContext value={console}>{children}</ConsoleContext>
  </CoreProvider>
)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (found === null) throw new Error('useConsole needs a ConsoleProvider')
  return found
}

/** The translate function for signed-in screens. The component renders again when the language changes. */
export const useT = useGuestT as () => Translate
