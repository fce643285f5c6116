import { assign, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'

export interface DetailContext<Record, Trail> {
  /** The id of the open row; null when none is open. */
  readonly id: string | null
  /** At first the row as the list has it, later as its trail has it. */
  readonly record: Record | null
  readonly trail: Trail | null
  readonly error: unknown
}

export type DetailEvent<Record> =
  /** Opens a row that the list has. */
  | { type: 'detail.open'; id: string; record: Record }
  /** The same while the user moves from row to row: the fetch waits until the cursor settles. */
  | { type: 'detail.follow'; id: string; record: Record }
  /** Opens a row that is not in the list's result. */
  | { type: 'detail.miss'; id: string }
  /** Looks the row up by its id. */
  | { type: 'detail.find' }
  /** The row has been changed. */
  | { type: 'detail.reload' }
  | { type: 'detail.retry' }
  | { type: 'detail.close' }

/** A row and its trail, as fetched. */
export interface Found<Record, Trail> {
  readonly record: Record
  readonly trail: Trail
}

/** The open row. The row is shown at once and its trail when it arrives. Moving on before that drops the answer. */
export const createDetailMachine = <Record, Trail>() =>
  setup({
    types: { context: {} as DetailContext<Record, Trail>, events: {} as DetailEvent<Record> },
    actors: {
      fetchTrail: requiredActor<Found<Record, Trail>, { record: Record }>('fetchTrail'),
      /** Looks a row up by its id; null when it does not exist. */
      findRecord: requiredActor<Record | null, { id: string }>('findRecord'),
    },
    guards: {
      isHere: ({ context, event }) => context.record !== null && context.id === (event as { id?: string }).id,
      isFound: ({ event }) => (event as { output?: unknown }).output !== null,
    },
    actions: {
      show: assign(({ context, event }) => {
        const { id, record } = event as Extract<DetailEvent<Record>, { record: unknown }>
        return id === context.id ? { record } : { id, record, trail: null, error: null }
      }),
    },
    delays: { settleDelay: 150 },
  }).createMachine({
    id: 'detail',
    context: { id: null, record: null, trail: null, error: null },
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
        actions: assign(({ event }) => ({ id: event.id, record: null, trail: null, error: null })),
      },
      'detail.close': { target: '.closed', actions: assign({ id: null, record: null, trail: null, error: null }) },
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
          input: ({ context }) => ({ record: context.record as Record }),
          onDone: { target: 'shown', actions: assign(({ event }) => ({ ...event.output, error: null })) },
          onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
      shown: { on: { 'detail.reload': 'loading' } },
      failed: { on: { 'detail.retry': 'loading', 'detail.reload': 'loading' } },
      missing: { on: { 'detail.find': 'finding' } },
      finding: {
        invoke: {
          id: 'findRecord',
          src: 'findRecord',
          input: ({ context }) => ({ id: context.id ?? '' }),
          onDone: [
            { guard: 'isFound', target: 'loading', actions: assign({ record: ({ event }) => event.output }) },
            { target: 'gone' },
          ],
          onError: { target: 'unfound', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
      unfound: { on: { 'detail.retry': 'finding' } },
      gone: {},
    },
  })
