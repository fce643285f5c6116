import { assign, setup } from 'xstate'
import type { CheckedEntries, LedgerBreak } from '#contract/rows/ledger.ts'
import { requiredActor } from '../requiredActor.ts'

export interface ChainContext {
  /** The number of the last movement that was looked at, and of the last there is while that is known. */
  readonly upto: string
  readonly last: string | null
  readonly breaks: readonly LedgerBreak[]
}

export type ChainEvent =
  /** Whether anybody can see it: nothing is asked for on a page in the background. */
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  /** There may be more by now. */
  | { type: 'chain.goOn' }

/**
 * Checks the movements of an account part by part, without being asked: from the first to the last, and after a refresh
 * from where it was.
 */
export const chainMachine = setup({
  types: { context: {} as ChainContext, events: {} as ChainEvent },
  actors: { checkPart: requiredActor<CheckedEntries, { after: string }>('checkPart') },
  guards: {
    isEnd: (_, { checked }: { checked: CheckedEntries }) => checked.isEnd,
    /** Whether the gateway does not know such a call: then it never will. */
    isUnknownCall: (_, _params: { error: unknown }) => false,
  },
  actions: {
    // Whether the account has what its last movement left can only be said of the newest answer.
    keep: assign(({ context: { breaks } }, { checked }: { checked: CheckedEntries }) => ({
      upto: checked.upto,
      last: checked.last,
      breaks: [...breaks.filter(({ account }) => account === null), ...checked.breaks],
    })),
  },
  // The lists of the page come first.
  delays: { pause: 250, retryDelay: 10_000 },
}).createMachine({
  id: 'chain',
  context: { upto: '0', last: null, breaks: [] },
  initial: 'resting',
  states: {
    resting: { after: { pause: 'checking' }, on: { 'page.hidden': 'hidden' } },
    checking: {
      on: { 'page.hidden': 'hidden' },
      invoke: {
        id: 'checkPart',
        src: 'checkPart',
        input: ({ context }) => ({ after: context.upto }),
        onDone: [
          {
            guard: { type: 'isEnd', params: ({ event }) => ({ checked: event.output }) },
            target: 'checked',
            actions: { type: 'keep', params: ({ event }) => ({ checked: event.output }) },
          },
          { target: 'resting', actions: { type: 'keep', params: ({ event }) => ({ checked: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isUnknownCall', params: ({ event }) => ({ error: event.error }) }, target: 'unaided' },
          { target: 'failed' },
        ],
      },
    },
    hidden: { on: { 'page.shown': 'resting' } },
    checked: { on: { 'chain.goOn': 'checking' } },
    failed: { after: { retryDelay: 'checking' }, on: { 'chain.goOn': 'checking', 'page.hidden': 'hidden' } },
    /** Only the movements that are here can be looked at. */
    unaided: {},
  },
})
