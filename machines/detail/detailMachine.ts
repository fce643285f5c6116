import { assign, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'

export interface DetailContext<Record, Trail> {
  /** The id of what is open; null when nothing is. */
  readonly id: string | null
  /** What the list knows of it, at once; later what its trail says. */
  readonly record: Record | null
  readonly trail: Trail | null
  readonly error: unknown
}

export type DetailEvent<Record> =
  /** This record, of which the list has a row. */
  | { type: 'detail.open'; id: string; record: Record }
  /** The same, in passing: somebody walks from row to row. */
  | { type: 'detail.follow'; id: string; record: Record }
  /** A record that is not in the list's result. */
  | { type: 'detail.miss'; id: string }
  /** It is to be looked up by itself. */
  | { type: 'detail.find' }
  /** Something was done to it. */
  | { type: 'detail.reload' }
  | { type: 'detail.retry' }
  | { type: 'detail.close' }

/** What a record was found to be: itself, and its trail where that came with it. */
export interface Found<Record, Trail> {
  readonly record: Record
  readonly trail: Trail
}

/**
 * The record that is open. Its row is shown at once and its trail when it comes; whoever walks on before that leaves its answer
 * nowhere to land.
 */
export const createDetailMachine = <Record, Trail>() =>
  setup({
    types: { context: {} as DetailContext<Record, Trail>, events: {} as DetailEvent<Record> },
    actors: {
      fetchTrail: requiredActor<Found<Record, Trail>, { record: Record }>('fetchTrail'),
      /** Looks a record up by itself; null when there is none. */
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
      // Only where somebody stays is asked for.
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
