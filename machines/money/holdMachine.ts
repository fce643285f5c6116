import { assign, setup } from 'xstate'
import type { Movement } from '#contract/rows/movements.ts'
import { byEvent, byOutput, requiredAction, requiredActor } from '../parts.ts'

/** A withdraw or transfer on hold, and when it is released: milliseconds on this browser's clock. */
export interface HeldMovement {
  readonly movement: Pick<Movement, 'id' | 'type' | 'payAmount' | 'currency' | 'platOrderNo'>
  readonly until: number
}

export interface HoldContext {
  /** Oldest first; the newest is taken back first. */
  readonly held: readonly HeldMovement[]
  /** The movement being taken back, with the idempotency key of that call. Kept when the call gets no answer. */
  readonly taking: { readonly held: HeldMovement; readonly idempotencyKey: string } | null
  readonly now: () => number
  readonly newIdempotencyKey: () => string
}

export type HoldEvent =
  | { type: 'hold.begin'; held: HeldMovement }
  /** Of this movement, by default of the newest. */
  | { type: 'hold.takeBack'; id?: string }
  /** Movements may have been put on hold or released elsewhere. */
  | { type: 'hold.recall' }

/** The result of a take-back. An unknown outcome is an error. */
export type TakeBackResult = { isBack: true } | { isBack: false; message: string }

/** The movements on hold, and the take-back of the newest. */
export const holdMachine = setup({
  types: {
    context: {} as HoldContext,
    events: {} as HoldEvent,
    input: {} as Pick<HoldContext, 'now' | 'newIdempotencyKey'>,
  },
  actors: {
    /** Fetches the movements on hold for this user, from any browser. */
    recall: requiredActor<readonly HeldMovement[]>('recall'),
    takeBack: requiredActor<TakeBackResult, { id: string; idempotencyKey: string }>('takeBack'),
  },
  actions: {
    notify: (_, _params: { movement: HeldMovement['movement'] | undefined; outcome: TakeBackResult | null }) =>
      requiredAction('notify')(),
    add: assign(({ context }, { held }: { held: HeldMovement }) => ({ held: [...context.held, held] })),
    /** Movements added during the fetch come after the fetched ones. */
    found: assign(({ context }, held: readonly HeldMovement[]) => {
      const isFound = ({ movement: record }: HeldMovement) => held.some((one) => one.movement.id === record.id)
      return { held: [...held, ...context.held.filter((one) => !isFound(one))] }
    }),
    take: assign(({ context: { held, taking, newIdempotencyKey } }, { id }: { id?: string }) => {
      const chosen = held.find(({ movement }) => movement.id === (id ?? held.at(-1)?.movement.id))!
      return {
        taking:
          taking?.held.movement.id === chosen.movement.id ? taking : { held: chosen, idempotencyKey: newIdempotencyKey() },
      }
    }),
    dropTaken: assign(({ context: { held, taking } }) => ({
      held: held.filter(({ movement: record }) => record.id !== taking?.held.movement.id),
      taking: null,
    })),
    dropPast: assign(({ context }) => ({ held: context.held.filter(({ until }) => until > context.now()) })),
  },
  guards: {
    isHeld: ({ context }, { id }: { id?: string }) =>
      id === undefined || context.held.some(({ movement }) => movement.id === id),
    isNone: ({ context }) => context.held.length === 0,
  },
  delays: {
    /** Milliseconds until the next release. */
    holdDelay: ({ context }) => Math.max(0, Math.min(...context.held.map(({ until }) => until)) - context.now()),
  },
}).createMachine({
  id: 'hold',
  context: ({ input }) => ({ ...input, held: [], taking: null }),
  initial: 'recalling',
  on: { 'hold.begin': { target: '.looking', actions: byEvent('add') } },
  states: {
    recalling: {
      invoke: {
        id: 'recall',
        src: 'recall',
        onDone: { target: 'looking', actions: byOutput('found') },
        // Holds continue on the gateway whether or not this browser knows them.
        onError: 'looking',
      },
      on: { 'hold.begin': { actions: byEvent('add') } },
    },
    looking: {
      entry: 'dropPast',
      always: [{ guard: 'isNone', target: 'idle' }, { target: 'holding' }],
    },
    idle: { on: { 'hold.recall': 'recalling' } },
    holding: {
      on: { 'hold.takeBack': { guard: byEvent('isHeld'), target: 'takingBack', actions: byEvent('take') } },
      after: { holdDelay: 'looking' },
    },
    takingBack: {
      on: { 'hold.begin': { actions: byEvent('add') } },
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context }) => ({ id: context.taking!.held.movement.id, idempotencyKey: context.taking!.idempotencyKey }),
        onDone: {
          target: 'looking',
          actions: [
            {
              type: 'notify',
              params: ({ context, event }) => ({ movement: context.taking?.held.movement, outcome: event.output }),
            },
            'dropTaken',
          ],
        },
        // The take-back can be retried with the same idempotency key until the release.
        onError: {
          target: 'looking',
          actions: { type: 'notify', params: ({ context }) => ({ movement: context.taking?.held.movement, outcome: null }) },
        },
      },
    },
  },
})
