import { assign, setup } from 'xstate'
import type { CheckedEntries, LedgerBreak } from '#contract/rows/ledger.ts'
import { byEvent, byOutput, requiredActor } from '../parts.ts'

export interface ChainContext {
  /** The number of the last entry checked, and of the last entry that exists (null while unknown). */
  readonly upto: string
  readonly last: string | null
  readonly breaks: readonly LedgerBreak[]
}

export type ChainEvent =
  /** Visibility of the page: a hidden page requests nothing. */
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  /** There may be new entries. */
  | { type: 'chain.goOn' }

/** Checks the entries of an account in parts, automatically: from first to last, and after a refresh from where it stopped. */
export const chainMachine = setup({
  types: { context: {} as ChainContext, events: {} as ChainEvent },
  actors: { checkPart: requiredActor<CheckedEntries, { after: string }>('checkPart') },
  guards: {
    isEnd: (_, { isEnd }: CheckedEntries) => isEnd,
    /** Whether the gateway does not support the call. The check is then not retried. */
    isUnknownCall: (_, _params: { error: unknown }) => false,
  },
  actions: {
    // Only the newest answer can tell whether the account balance matches its last entry.
    keep: assign(({ context: { breaks } }, checked: CheckedEntries) => ({
      upto: checked.upto,
      last: checked.last,
      breaks: [...breaks.filter(({ account }) => account === null), ...checked.breaks],
    })),
  },
  // The page's lists are fetched first.
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
          { guard: byOutput('isEnd'), target: 'checked', actions: byOutput('keep') },
          { target: 'resting', actions: byOutput('keep') },
        ],
        onError: [{ guard: byEvent('isUnknownCall'), target: 'unaided' }, { target: 'failed' }],
      },
    },
    hidden: { on: { 'page.shown': 'resting' } },
    checked: { on: { 'chain.goOn': 'checking' } },
    failed: { after: { retryDelay: 'checking' }, on: { 'chain.goOn': 'checking', 'page.hidden': 'hidden' } },
    /** The gateway has no such call. Only the entries in this list can be checked. */
    unaided: {},
  },
})
