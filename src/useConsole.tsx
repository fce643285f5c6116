import { createContext, type ReactNode, useContext } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { Registry } from '#commands/registry.ts'
import type { Answer, OrderKind, Scope } from '#commands/scope.ts'
import type { chordMachine } from '#machines/chord/chordMachine.ts'
import type { noticesMachine } from '#machines/notices/noticesMachine.ts'
import type { optionsMachine } from '#machines/options/optionsMachine.ts'
import type { Task } from '#machines/palette/page.ts'
import type { createPaletteMachine } from '#machines/palette/paletteMachine.ts'
import type { TypeAhead } from './palette/typeAhead.ts'
import type { Stage } from './stage.ts'
import { type Core, CoreProvider } from './useCore.tsx'

export { useLocale, useT } from './useCore.tsx'

/** Runs commands, whoever asks for it: key, palette, menu or button. */
export interface Runner {
  /** Runs a command that is offered here; what it needs to ask, to confirm or to show, it does in the palette. */
  begin(id: string, given?: Readonly<Record<string, string>>): void
  /** Whether the very same was done to the outside world a moment ago, and nobody said yet to do it again. */
  wasJustDone(task: Task): boolean
  /** Runs a task to its end and shows what it says; what it found out comes back. Refusals have been shown by the client. */
  perform(task: Task): Promise<Answer | null>
}

/** Everything the screens of a signed-in user share: one of each, made in the composition root. */
export interface Console extends Core {
  readonly registry: Registry
  readonly stage: Stage
  readonly options: ActorRefFrom<typeof optionsMachine>
  readonly notices: ActorRefFrom<typeof noticesMachine>
  readonly palette: ActorRefFrom<ReturnType<typeof createPaletteMachine<OrderKind, Answer>>>
  readonly chord: ActorRefFrom<typeof chordMachine>
  readonly typeAhead: TypeAhead
  readonly runner: Runner
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
