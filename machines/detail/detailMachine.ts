import { assign, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'

export interface DetailContext<Row, Trail> {
  /** The id of the open row; null when none is open. */
  readonly id: string | null
  /** At first the row as the list has it, later as its trail has it. */
  readonly row: Row | null
  readonly trail: Trail | null
  readonly error: unknown
}

export type DetailEvent<Row> =
  /** Opens a row that the list has. */
  | { type: 'detail.open'; id: string; row: Row }
  /** The same while the user moves from row to row: the fetch waits until the cursor settles. */
  | { type: 'detail.follow'; id: string; row: Row }
  /** Opens a row that is not in the list's result. */
  | { type: 'detail.miss'; id: string }
  /** Looks the row up by its id. */
  | { type: 'detail.find' }
  /** The row has been changed. */
  | { type: 'detail.reload' }
  | { type: 'detail.retry' }
  | { type: 'detail.close' }

/** A row and its trail, as fetched. */
export interface LoadedDetail<Row, Trail> {
  readonly row: Row
  readonly trail: Trail
}

/** The open row. The row is shown at once and its trail when it arrives. Moving on before that drops the answer. */
export const createDetailMachine = <Row, Trail>() =>
  setup({
    types: { context: {} as DetailContext<Row, Trail>, events: {} as DetailEvent<Row> },
    actors: {
      fetchTrail: requiredActor<LoadedDetail<Row, Trail>, { row: Row }>('fetchTrail'),
      /** Looks a row up by its id; null when it does not exist. */
      findRow: requiredActor<Row | null, { id: string }>('findRow'),
    },
    guards: {
      isHere: ({ context, event }) => context.row !== null && context.id === (event as { id?: string }).id,
      isFound: ({ event }) => (event as { output?: unknown }).output !== null,
    },
    actions: {
      show: assign(({ context, event }) => {
        const { id, row } = event as Extract<DetailEvent<Row>, { row: unknown }>
        return id === context.id ? { row: row } : { id, row: row, trail: null, error: null }
      }),
    },
    delays: { settleDelay: 150 },
  }).createMachine({
    id: 'detail',
    context: { id: null, row: null, trail: null, error: null },
    initial: 'closed',
    on: {
      'detail.open': [
        { guard: 'isHere', actions: 'show' },
        { target: '.loading', reenter: true, actions: 'show' },
      ],
      'detail.follow': [
        { guard: 'isHere', actions: 'show' },
        { target: '.settling', reenter: true, actions: 'show' },
      ],
      'detail.miss': {
        target: '.missing',
        actions: assign(({ event }) => ({ id: event.id, row: null, trail: null, error: null })),
      },
      'detail.close': { target: '.closed', actions: assign({ id: null, row: null, trail: null, error: null }) },
    },
    states: {
      closed: {},
      // Fetch only when the cursor stays on the row.
      settling: { after: { settleDelay: 'loading' } },
      loading: {
        on: { 'detail.reload': { target: 'loading', reenter: true } },
        invoke: {
          id: 'fetchTrail',
          src: 'fetchTrail',
          input: ({ context }) => ({ row: context.row as Row }),
          onDone: { target: 'shown', actions: assign(({ event }) => ({ ...event.output, error: null })) },
          onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
      shown: { on: { 'detail.reload': 'loading' } },
      failed: { on: { 'detail.retry': 'loading', 'detail.reload': 'loading' } },
      missing: { on: { 'detail.find': 'finding' } },
      finding: {
        invoke: {
          id: 'findRow',
          src: 'findRow',
          input: ({ context }) => ({ id: context.id ?? '' }),
          onDone: [
            { guard: 'isFound', target: 'loading', actions: assign({ row: ({ event }) => event.output }) },
            { target: 'gone' },
          ],
          onError: { target: 'unfound', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
      unfound: { on: { 'detail.retry': 'finding' } },
      gone: {},
    },
  })
