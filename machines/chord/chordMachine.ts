import { assign, setup, stateIn } from 'xstate'
import { byEvent } from '../parts.ts'

/** Keys pressed so far that do not form a command yet. */
export interface PressedKeys {
  readonly count: string
  readonly keys: readonly string[]
}

export interface ChordContext {
  pressed: PressedKeys
  /** The layers in which the keys were pressed; the next key is resolved in the same layers. */
  layers: readonly string[]
  /** Milliseconds a chord waits for its next key; null waits indefinitely. */
  limit: number | null
}

export type ChordEvent =
  /** The keys are a prefix of a binding. */
  | { type: 'key.waits'; pressed: PressedKeys; layers: readonly string[] }
  /** The last key completed a command. */
  | { type: 'key.settled' }
  /** The last key matches no binding. */
  | { type: 'key.unknown'; pressed: PressedKeys }
  /** The prefix is discarded: Escape, another window, a pointer press or the focus of a field or popup. */
  | { type: 'key.forgotten' }
  | { type: 'limit.set'; limit: number | null }

const NOTHING: PressedKeys = { count: '', keys: [] }

// The longest delay of a browser timer: nearly 25 days.
const FOR_EVER = 2 ** 31 - 1

/** The prefix of a chord: hinted after a short delay, discarded after the limit. An unknown key is shown for a while. */
export const chordMachine = setup({
  types: { context: {} as ChordContext, events: {} as ChordEvent, input: {} as { limit: number | null } },
  actions: {
    hold: assign((_, { pressed, layers }: { pressed: PressedKeys; layers: readonly string[] }) => ({ pressed, layers })),
    forget: assign({ pressed: NOTHING }),
  },
  guards: { isHinted: stateIn({ prefix: 'hinted' }) },
  delays: {
    hintDelay: 300,
    limit: ({ context }) => context.limit ?? FOR_EVER,
    telling: 3_000,
  },
}).createMachine({
  id: 'chord',
  context: ({ input }) => ({ pressed: NOTHING, layers: [], limit: input.limit }),
  initial: 'idle',
  on: {
    'limit.set': { actions: assign({ limit: ({ event }) => event.limit }) },
    'key.waits': { target: '.prefix', actions: byEvent('hold') },
    'key.unknown': {
      target: '.unknown',
      actions: { type: 'hold', params: ({ context, event }) => ({ pressed: event.pressed, layers: context.layers }) },
    },
    'key.settled': '.idle',
    'key.forgotten': '.idle',
  },
  states: {
    idle: { entry: 'forget' },
    prefix: {
      after: { limit: 'idle' },
      on: {
        // A visible hint stays visible, and the next key gets the full limit.
        'key.waits': {
          guard: 'isHinted',
          target: '.hinted',
          reenter: true,
          actions: byEvent('hold'),
        },
      },
      initial: 'quiet',
      states: { quiet: { after: { hintDelay: 'hinted' } }, hinted: {} },
    },
    unknown: { after: { telling: 'idle' } },
  },
})
