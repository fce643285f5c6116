import { assign, setup } from 'xstate'
import { requiredCallback } from '../parts.ts'

/** How lines without a keyword are read. */
export type ReadAs = 'any' | 'number' | 'amount'

/** The pasted lines, how they are read, and the list in which amounts are searched. */
export interface LinesRequest {
  readonly text: string
  readonly as: ReadAs
  readonly kind: string
}

/** The matches so far; null for a line that has not been searched. */
export interface LinesFound<Found> {
  readonly found: readonly (Found | null)[]
  readonly done: number
  readonly all: number
}

export type MatchEvent<Line, Found> =
  | { type: 'lines.read'; lines: readonly Line[]; left: number }
  | ({ type: 'lines.found' } & LinesFound<Found>)
  | { type: 'lines.complete' }
  | { type: 'lines.failed'; error: unknown }

export type LinesEvent<Line, Found> =
  | { type: 'lines.ask'; asked: Partial<LinesRequest> }
  | { type: 'lines.edit' }
  | { type: 'lines.leave' }
  | { type: 'lines.stop' }
  | { type: 'lines.retry' }
  /** By the id of the matched row. */
  | { type: 'row.toggle'; row: string }
  | { type: 'row.here'; index: number }
  | MatchEvent<Line, Found>

export interface LinesContext<Line, Found> extends LinesFound<Found> {
  readonly asked: LinesRequest
  readonly lines: readonly Line[]
  /** The number of lines beyond the limit. */
  readonly left: number
  /** Rows with a mark that differs from its initial state. */
  readonly toggledRows: ReadonlySet<string>
  /** The index of the row with the cursor. */
  readonly here: number
  readonly error: unknown
}

const NOTHING = { lines: [], left: 0, found: [], done: 0, all: 0, toggledRows: new Set<string>(), here: 0, error: null }

/** Statement lines, each searched in every list. The matches remain while the user looks at them elsewhere. */
export const createLinesMachine = <Line, Found>() =>
  setup({
    types: {
      context: {} as LinesContext<Line, Found>,
      events: {} as LinesEvent<Line, Found>,
      input: {} as { asked: LinesRequest },
    },
    actors: {
      match: requiredCallback<LinesEvent<Line, Found>, LinesRequest>('match'),
    },
    guards: {
      hasText: ({ context }) => context.asked.text.trim() !== '',
      hasLines: ({ context }) => context.lines.length > 0,
    },
  }).createMachine({
    id: 'lines',
    context: ({ input }) => ({ ...NOTHING, asked: input.asked }),
    initial: 'deciding',
    on: {
      'lines.ask': {
        target: '.deciding',
        actions: assign(({ context, event }) => ({ asked: { ...context.asked, ...event.asked } })),
      },
      'lines.edit': '.editing',
      'row.here': { actions: assign(({ event }) => ({ here: event.index })) },
      'row.toggle': {
        actions: assign(({ context, event }) => ({
          toggledRows: context.toggledRows.has(event.row)
            ? new Set([...context.toggledRows].filter((row) => row !== event.row))
            : new Set([...context.toggledRows, event.row]),
        })),
      },
    },
    states: {
      deciding: { always: [{ guard: 'hasText', target: 'looking' }, { target: 'editing' }] },
      editing: { on: { 'lines.leave': { guard: 'hasLines', target: 'shown' } } },
      looking: {
        entry: assign(NOTHING),
        invoke: { id: 'match', src: 'match', input: ({ context }) => context.asked },
        on: {
          'lines.read': { actions: assign(({ event: { lines, left } }) => ({ lines, left, found: lines.map(() => null) })) },
          'lines.found': { actions: assign(({ event: { found, done, all } }) => ({ found, done, all })) },
          'lines.complete': 'shown',
          'lines.failed': { target: 'failed', actions: assign(({ event: { error } }) => ({ error })) },
          'lines.stop': 'stopped',
        },
      },
      shown: {},
      // Matches found so far remain.
      stopped: { on: { 'lines.retry': 'looking' } },
      failed: { on: { 'lines.retry': 'looking' } },
    },
  })
