import { assign, setup } from 'xstate'
import { requiredActor } from '../parts.ts'

export interface PanelContext<Figures> {
  /** The latest figures. They remain during a refresh and after a failed one. */
  readonly figures: Figures | null
  readonly error: unknown
  /** Whether no request has completed yet, successfully or not. */
  readonly isFirst: boolean
  /** Whether the figures changed while they were read. */
  readonly isStale: boolean
}

/** `isQuiet`: the user did not ask for it, so a failure shows nothing and does not count as use of the session. */
export interface PanelInput {
  readonly isFirst: boolean
  readonly isQuiet: boolean
}

/** The least time between a change and the figures with it, and so between two updates. */
export const CHANGE_PAUSE_MS = 10_000

/** One card of a dashboard: fetched when it is shown, on refresh, and quietly after changes. */
export const createPanelMachine = <Figures>() =>
  setup({
    types: {
      context: {} as PanelContext<Figures>,
      events: {} as { type: 'panel.refresh' } | { type: 'panel.changed' },
    },
    actors: { fetchFigures: requiredActor<Figures, PanelInput>('fetchFigures') },
    delays: { changePause: CHANGE_PAUSE_MS },
  }).createMachine({
    id: 'panel',
    context: { figures: null, error: null, isFirst: true, isStale: false },
    initial: 'loading',
    // A refresh during a fetch replaces the request in flight: its answer would be older.
    on: { 'panel.refresh': { target: '.loading', reenter: true } },
    states: {
      loading: {
        entry: assign({ isStale: false }),
        on: { 'panel.changed': { actions: assign({ isStale: true }) } },
        invoke: {
          id: 'fetchFigures',
          src: 'fetchFigures',
          input: ({ context }) => ({ isFirst: context.isFirst, isQuiet: false }),
          onDone: { target: 'shown', actions: assign({ figures: ({ event }) => event.output, error: null, isFirst: false }) },
          onError: { target: 'failed', actions: assign({ error: ({ event }) => event.error, isFirst: false }) },
        },
      },
      shown: {
        initial: 'updated',
        states: {
          current: { on: { 'panel.changed': 'changed' } },
          changed: { after: { changePause: 'updating' } },
          updating: {
            entry: assign({ isStale: false }),
            on: { 'panel.changed': { actions: assign({ isStale: true }) } },
            invoke: {
              id: 'updateFigures',
              src: 'fetchFigures',
              input: { isFirst: false, isQuiet: true },
              onDone: { target: 'updated', actions: assign({ figures: ({ event }) => event.output }) },
              onError: 'updated',
            },
          },
          updated: { always: [{ guard: ({ context }) => context.isStale, target: 'changed' }, { target: 'current' }] },
        },
      },
      failed: {},
    },
  })
