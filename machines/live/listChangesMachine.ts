import { assign, setup } from 'xstate'
import { byEvent, byOutput, requiredActor } from '../parts.ts'
import {
  answered,
  type ChangeLedger,
  type ChangesAnswer,
  EMPTY_LEDGER,
  finishedIds,
  type LoadedRows,
  leftSeen,
  mutated,
  restarted,
  rowsLoaded,
} from './changeLedger.ts'

export interface ListChangesRequest<Filter> {
  readonly filter: Filter
  /** The mark of the last read; null when only the mark is requested. */
  readonly since: string | null
  /** The mark up to which changed rows have been reported. */
  readonly told: string | null
}

export type ListChangesEvent<Filter> =
  /** The list is being read, for the first time or again. With a new query (`isAgain` false) no row of it has been seen yet. */
  | { type: 'list.read'; filter: Filter; isAgain: boolean }
  /** The gateway reported a change of this kind of row. */
  | { type: 'changes.hint' }
  | { type: 'rows.loaded' }
  | { type: 'cursor.moved'; id: string | null }
  /** The change of this row is shown. It is dropped when the cursor leaves the row. */
  | { type: 'row.seen'; id: string }
  /** This tab modifies rows, which are excluded from the changes. */
  | { type: 'mutation.begun'; ids: Iterable<string> }
  | { type: 'mutation.ended'; ids: Iterable<string> }

export interface ListChangesContext<Filter> extends ListChangesRequest<Filter> {
  /** Whether a hint has arrived since the last request. */
  readonly isHinted: boolean
  readonly ledger: ChangeLedger
  readonly rows: LoadedRows
}

/**
 * The changes of a list since it was read. They never move rows. Fetched after a hint, one request at a time, and throttled to
 * the pace at which they can be read. A new read starts from the newest known mark, so that no change in between is missed.
 */
export const createListChangesMachine = <Filter>() =>
  setup({
    types: {
      context: {} as ListChangesContext<Filter>,
      events: {} as ListChangesEvent<Filter>,
      input: {} as { filter: Filter; rows: LoadedRows },
    },
    actors: { ask: requiredActor<ChangesAnswer, ListChangesRequest<Filter>>('ask') },
    actions: {
      begin: assign(({ context: { told, ledger, rows } }, { filter, isAgain }: { filter: Filter; isAgain: boolean }) => ({
        filter,
        since: told,
        ledger: restarted(ledger, isAgain, rows),
      })),
      take: assign(({ context: { since, ledger, rows } }, answer: ChangesAnswer) => ({
        told: answer.mark,
        since: since ?? answer.mark,
        ledger: answered(ledger, answer, rows),
      })),
    },
    guards: {
      isHinted: ({ context }) => context.isHinted,
      hasMark: ({ context }) => context.told !== null,
      isChanged: ({ context }, { id }: { id: string }) => context.ledger.changes.has(id),
      hasLeftSeen: ({ context: { ledger } }, { id }: { id: string | null }) => ledger.seenId !== null && ledger.seenId !== id,
    },
    delays: { readable: 1_500, retryDelay: 15_000 },
  }).createMachine({
    id: 'news',
    context: ({ input }) => ({ ...input, since: null, told: null, isHinted: false, ledger: EMPTY_LEDGER }),
    initial: 'asking',
    on: {
      'list.read': [
        { guard: 'hasMark', actions: byEvent('begin') },
        { target: '.asking', reenter: true, actions: byEvent('begin') },
      ],
      'changes.hint': { actions: assign({ isHinted: true }) },
      'rows.loaded': { actions: assign(({ context: { ledger, rows } }) => ({ ledger: rowsLoaded(ledger, rows) })) },
      'row.seen': {
        guard: byEvent('isChanged'),
        actions: assign(({ context, event }) => ({ ledger: { ...context.ledger, seenId: event.id } })),
      },
      'cursor.moved': {
        guard: byEvent('hasLeftSeen'),
        actions: assign(({ context: { ledger, rows } }) => ({ ledger: leftSeen(ledger, rows) })),
      },
      'mutation.begun': {
        actions: assign(({ context: { ledger, rows }, event }) => ({ ledger: mutated(ledger, event.ids, 1, rows) })),
      },
      'mutation.ended': {
        actions: assign(({ context: { ledger, rows }, event }) => ({ ledger: mutated(ledger, event.ids, -1, rows) })),
      },
    },
    states: {
      asking: {
        entry: assign(({ context: { ledger, rows } }) => ({
          isHinted: false,
          ledger: { ...ledger, finishedIds: finishedIds(ledger, rows) },
        })),
        // The answer for the list's former state is dropped.
        on: {
          'list.read': {
            target: 'asking',
            reenter: true,
            actions: byEvent('begin'),
          },
        },
        invoke: {
          id: 'ask',
          src: 'ask',
          input: ({ context: { filter, since, told } }) => ({ filter, since, told }),
          onDone: { target: 'reading', actions: byOutput('take') },
          onError: 'failed',
        },
      },
      reading: { after: { readable: [{ guard: 'isHinted', target: 'asking' }, { target: 'resting' }] } },
      failed: { after: { readable: 'unanswered' } },
      /** What a hint told of is asked again. */
      unanswered: { always: { guard: 'isHinted', target: 'asking' }, after: { retryDelay: 'asking' } },
      resting: { always: { guard: 'isHinted', target: 'asking' } },
    },
  })
