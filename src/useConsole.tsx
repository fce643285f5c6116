import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { CommandResult } from '#commands/appScope.ts'
import type { Command } from '#commands/command.ts'
import type { Scope } from '#commands/scope.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import type { holdMachine } from '#machines/money/holdMachine.ts'
import type { noticesMachine } from '#machines/notices/noticesMachine.ts'
import type { optionsMachine } from '#machines/options/optionsMachine.ts'
import type { Task } from '#machines/palette/page.ts'
import type { Translate } from './i18n.ts'
import type { KeyQueue } from './keyboard/keyQueue.ts'
import type { TypeAhead } from './keyboard/typeAhead.ts'
import type { CommandRuntime, LazyCommandRuntime } from './loading/commandRuntime.ts'
import type { Telephone } from './softphone/telephone.ts'
import type { ActiveScopes } from './state/activeScopes.ts'
import type { FormDrafts } from './state/formDrafts.ts'
import type { Preferences } from './state/preferences.ts'
import type { SavedViews } from './state/savedViews.ts'
import type { Signal } from './state/signal.ts'
import type { UndoStack } from './state/undoStack.ts'
import { type Core, CoreProvider, useCore } from './useCore.tsx'

export { useLocale } from './useCore.tsx'

/** Runs commands, whoever asks for it: key, palette, menu or button. */
export interface Runner {
  /** Runs a command that is offered here; what it needs to ask, to confirm or to show, it does in the palette. */
  begin(id: string, given?: Readonly<Record<string, string>>): void
  /** Whether a task, now that everything is given, needs no consent after all. */
  skipsConfirmation(task: Task): boolean
  /** What was last done to a row and can be done to another. */
  readonly last: Command | null
  /** Does that to the row under the cursor, and asks what it always asks. */
  repeat(): void
  /** Whether the very same was done to the outside world a moment ago, and nobody said yet to do it again. */
  wasJustRun(task: Task): boolean
  /** Runs a task to its end and shows what it says; what it found out comes back. Refusals have been shown by the client. */
  perform(task: Task): Promise<CommandResult | null>
}

/** Says when something may look different from what was read. */
export interface LiveUpdates {
  /** Tells of what kind it is; null: it may be anything. */
  subscribe(told: (kind: LiveKind | null) => void): () => void
}

/** Everything the screens of a signed-in user share: one of each, made in the composition root. */
export interface Console extends Core, Pick<CommandRuntime, 'registry' | 'palette' | 'chord'> {
  /** The three of it that stand here are there for what is drawn `withCommandRuntime`, and for what runs because of a key. */
  readonly commandRuntime: LazyCommandRuntime
  readonly activeScopes: ActiveScopes
  readonly preferences: Preferences
  readonly options: ActorRefFrom<typeof optionsMachine>
  /** What was sent and can still be taken back. */
  readonly hold: ActorRefFrom<typeof holdMachine>
  /** The money forms that are half filled in, or were sent and not answered for. */
  readonly formDrafts: FormDrafts
  readonly notices: ActorRefFrom<typeof noticesMachine>
  readonly live: LiveUpdates
  readonly telephone: Telephone
  readonly typeAhead: TypeAhead
  readonly keyQueue: KeyQueue
  /** What is begun before the commands are here is begun when they are. */
  readonly runner: Runner
  readonly views: SavedViews
  readonly undo: UndoStack
  /** Whether lists are drawn as plain tables for who listens to them. */
  readonly readsAloud: Signal<boolean>
  /** What a command may know and touch at this moment. */
  scope(): Scope
  /**
   * A screen shows what it was opened for: what can be opened from it is fetched when there is nothing better to do, and so is
   * what can be opened from anywhere. Gives back how to call it off.
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
  if (found === null) throw new Error('no console around this component')
  return found
}

/** The texts of the desk, and of the screen that asks for its own; draws again when the language changes. */
export function useT(): Translate {
  const { i18n } = useCore()
  return useSyncExternalStore(i18n.subscribe, () => i18n.t)
}
