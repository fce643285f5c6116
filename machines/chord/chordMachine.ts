import { assign, setup, stateIn } from 'xstate'

/** Keys pressed so far that are not yet a command. */
export interface PressedKeys {
  readonly count: string
  readonly keys: readonly string[]
}

export interface ChordContext {
  pressed: PressedKeys
  /** The layers the keys were pressed in; the next one is read in the same. */
  layers: readonly string[]
  /** How long a chord waits for its next key, in milliseconds; null waits for ever. */
  limit: number | null
}

export type ChordEvent =
  /** What was pressed is the beginning of something. */
  | { type: 'key.waits'; pressed: PressedKeys; layers: readonly string[] }
  /** The last key made a command of it. */
  | { type: 'key.settled' }
  /** The last key led nowhere. */
  | { type: 'key.unknown'; pressed: PressedKeys }
  /** Escape, another window, the pointer, another focus: what was pressed is forgotten. */
  | { type: 'key.forgotten' }
  | { type: 'limit.set'; limit: number | null }

const NOTHING: PressedKeys = { count: '', keys: [] }

// As long as a timer of a browser can wait: nearly 25 days.
const FOR_EVER = 2 ** 31 - 1

/** Keys that wait for their next one: shown after a moment, forgotten after the limit, and a wrong one is told for a while. */
export const chordMachine = setup({
  types: { context: {} as ChordContext, events: {} as ChordEvent, input: {} as { limit: number | null } },
  actions: {
    hold: assign((_, { pressed, layers }: { pressed: PressedKeys; layers: readonly string[] }) => ({ pressed, layers })),
    forget: assign({ pressed: NOTHING }),
  },
  guards: { isHinted: stateIn({ pending: 'hinted' }) },
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
    'key.waits': { target: '.pending', actions: { type: 'hold', params: ({ event }) => event } },
    'key.unknown': {
      target: '.unknown',
      actions: { type: 'hold', params: ({ context, event }) => ({ pressed: event.pressed, layers: context.layers }) },
    },
    'key.settled': '.idle',
    'key.forgotten': '.idle',
  },
  states: {
    idle: { entry: 'forget' },
    pending: {
      after: { limit: 'idle' },
      on: {
        // A hint that is shown stays, and the next key has the whole limit for itself.
        'key.waits': {
          guard: 'isHinted',
          target: '.hinted',
          reenter: true,
          actions: { type: 'hold', params: ({ event }) => event },
        },
      },
      initial: 'quiet',
      states: { quiet: { after: { hintDelay: 'hinted' } }, hinted: {} },
    },
    unknown: { after: { telling: 'idle' } },
  },
})
