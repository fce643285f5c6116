import { assign, setup } from 'xstate'
import { requiredActor } from '../requiredActor.ts'

export interface PanelContext<Figures> {
  /** What was told last. It stays while it is asked again, and when that fails. */
  readonly figures: Figures | null
  readonly error: unknown
  /** Whether nothing was ever answered, neither well nor badly. */
  readonly isFirst: boolean
}

/** One card of a dashboard: asked when it is shown, and again when somebody wants to know how it is now. */
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
    // Asked again while it is asked: the answer that is on its way would be the older one.
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
