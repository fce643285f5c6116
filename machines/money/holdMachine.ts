import { assign, setup } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { requiredAction, requiredActor } from '../requiredActor.ts'

/** A withdraw or transfer that has not left yet, and the moment at which it does: milliseconds, on this browser's clock. */
export interface Held {
  readonly record: Pick<Movement, 'id' | 'type' | 'payAmount' | 'currency' | 'platOrderNo'>
  readonly until: number
}

export interface HoldContext {
  /** The one that was begun last is taken back first. */
  readonly held: readonly Held[]
  /** The one that is being taken back, or was not answered for, and the key under which that is done at most once. */
  readonly taking: { readonly held: Held; readonly key: string } | null
  readonly now: () => number
  readonly newKey: () => string
}

export type HoldEvent =
  | { type: 'hold.begin'; held: Held }
  | { type: 'hold.takeBack' }
  /** What happened meanwhile may not have been heard of here. */
  | { type: 'hold.recall' }

/** What came of taking it back: it is, or it was too late. Whoever does not know throws. */
export type TakenBack = { isBack: true } | { isBack: false; message: string }

/** What is on hold, as long as it is, and the way to take the last of it back. */
export const holdMachine = setup({
  types: {
    context: {} as HoldContext,
    events: {} as HoldEvent,
    input: {} as Pick<HoldContext, 'now' | 'newKey'>,
  },
  actors: {
    /** What the gateway still holds for this user, whichever browser it was sent from. */
    recall: requiredActor<readonly Held[]>('recall'),
    takeBack: requiredActor<TakenBack, { id: string; key: string }>('takeBack'),
  },
  actions: {
    tell: (_, _params: { record: Held['record'] | undefined; outcome: TakenBack | null }) => requiredAction('tell')(),
    add: assign(({ context }, { held }: { held: Held }) => ({ held: [...context.held, held] })),
    /** What was begun while they were asked for comes after them. */
    found: assign(({ context }, { held }: { held: readonly Held[] }) => {
      const isFound = ({ record }: Held) => held.some((one) => one.record.id === record.id)
      return { held: [...held, ...context.held.filter((one) => !isFound(one))] }
    }),
    take: assign(({ context: { held, taking, newKey } }) => {
      const last = held.at(-1)!
      return { taking: taking?.held.record.id === last.record.id ? taking : { held: last, key: newKey() } }
    }),
    dropTaken: assign(({ context: { held, taking } }) => ({
      held: held.filter(({ record }) => record.id !== taking?.held.record.id),
      taking: null,
    })),
    dropPast: assign(({ context }) => ({ held: context.held.filter(({ until }) => until > context.now()) })),
  },
  guards: {
    isNone: ({ context }) => context.held.length === 0,
  },
  delays: {
    /** Until the next of them leaves. */
    holdDelay: ({ context }) => Math.max(0, Math.min(...context.held.map(({ until }) => until)) - context.now()),
  },
}).createMachine({
  id: 'hold',
  context: ({ input }) => ({ ...input, held: [], taking: null }),
  initial: 'recalling',
  on: { 'hold.begin': { target: '.looking', actions: { type: 'add', params: ({ event }) => event } } },
  states: {
    recalling: {
      invoke: {
        id: 'recall',
        src: 'recall',
        onDone: { target: 'looking', actions: { type: 'found', params: ({ event }) => ({ held: event.output }) } },
        // Nothing that was held is lost by not knowing of it.
        onError: 'looking',
      },
      on: { 'hold.begin': { actions: { type: 'add', params: ({ event }) => event } } },
    },
    looking: {
      entry: 'dropPast',
      always: [{ guard: 'isNone', target: 'idle' }, { target: 'holding' }],
    },
    idle: { on: { 'hold.recall': 'recalling' } },
    holding: {
      on: { 'hold.takeBack': 'takingBack' },
      after: { holdDelay: 'looking' },
    },
    takingBack: {
      entry: 'take',
      on: { 'hold.begin': { actions: { type: 'add', params: ({ event }) => event } } },
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context }) => ({ id: context.taking!.held.record.id, key: context.taking!.key }),
        onDone: {
          target: 'looking',
          actions: [
            { type: 'tell', params: ({ context, event }) => ({ record: context.taking?.held.record, outcome: event.output }) },
            'dropTaken',
          ],
        },
        // Under the same key it can be asked again, as long as there is time.
        onError: {
          target: 'looking',
          actions: { type: 'tell', params: ({ context }) => ({ record: context.taking?.held.record, outcome: null }) },
        },
      },
    },
  },
})
