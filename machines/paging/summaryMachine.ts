import { assign, setup } from 'xstate'
import { requiredActor } from '../parts.ts'

export interface SummaryContext<Summary, Filter> {
  readonly filter: Filter | null
  /** The figures of this filter only; null after the filter has changed. */
  readonly summary: Summary | null
  readonly error: unknown
  /** Whether no request has completed yet, successfully or not. */
  readonly isFirst: boolean
}

export interface SummaryInput<Filter> {
  readonly filter: Filter
  readonly isFirst: boolean
}

export type SummaryEvent<Filter> = { type: 'summary.ask'; filter: Filter } | { type: 'summary.retry' }

/** The summary of a query: fetched once per query, not per page. */
export const createSummaryMachine = <Summary, Filter>() =>
  setup({
    types: { context: {} as SummaryContext<Summary, Filter>, events: {} as SummaryEvent<Filter> },
    actors: { fetchSummary: requiredActor<Summary, SummaryInput<Filter>>('fetchSummary') },
  }).createMachine({
    id: 'summary',
    context: { filter: null, summary: null, error: null, isFirst: true },
    initial: 'idle',
    on: {
      'summary.ask': {
        target: '.loading',
        reenter: true,
        actions: assign(({ context, event: { filter } }) => ({
          filter,
          summary: filter === context.filter ? context.summary : null,
          error: null,
        })),
      },
    },
    states: {
      idle: {},
      loading: {
        invoke: {
          id: 'fetchSummary',
          src: 'fetchSummary',
          input: ({ context: { filter, isFirst } }) => ({ filter: filter as Filter, isFirst }),
          onDone: { target: 'shown', actions: assign({ summary: ({ event }) => event.output, isFirst: false }) },
          onError: { target: 'failed', actions: assign({ summary: null, error: ({ event }) => event.error, isFirst: false }) },
        },
      },
      shown: {},
      failed: { on: { 'summary.retry': 'loading' } },
    },
  })
