import { assign, setup } from 'xstate'
import { requiredActor } from '../parts.ts'

export interface PanelContext<Figures> {
  /** The latest figures. They remain during a refresh and after a failed one. */
  readonly figures: Figures | null
  readonly error: unknown
  /** Whether no request has completed yet, successfully or not. */
  readonly isFirst: boolean
}

/** One card of a dashboard: fetched when it is shown and on refresh. */
export const createPanelMachine = <Figures>() =>
  setup({
    types: {
      context: {} as PanelContext<Figures>,
      events: {} as { type: 'panel.refresh' },
    },
    actors: { fetchFigures: requiredActor<Figures, { isFirst: boolean }>('fetchFigures') },
  }).createMachine({
    id: 'panel',
    context: { figures: null, error: null, isFirst: true },
    initial: 'loading',
    // A refresh during a fetch replaces the request in flight: its answer would be older.
    on: { 'panel.refresh': { target: '.loading', reenter: true } },
    states: {
      loading: {
        invoke: {
          id: 'fetchFigures',
          src: 'fetchFigures',
          input: ({ context }) => ({ isFirst: context.isFirst }),
          onDone: { target: 'shown', actions: assign({ figures: ({ event }) => event.output, error: null, isFirst: false }) },
          onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error, isFirst: false }) },
        },
      },
      shown: {},
      failed: {},
    },
  })
