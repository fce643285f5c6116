import { assign, emit, enqueueActions, setup } from 'xstate'
import { type ActorDone, type ActorError, type ActorEvent, requiredActor } from '../parts.ts'

/** The rows a bulk command applies to, and the number of skipped rows by reason. */
export interface Plan<Item> {
  readonly items: readonly Item[]
  readonly skipped: Readonly<Record<string, number>>
  /** Error code -> how many of the rows the gateway would refuse now. Absent where it tells nothing. */
  readonly refusals?: Readonly<Record<string, number>>
}

/** The outcome for one row. `later` is not final: the row is retried after this many seconds. */
export type Outcome =
  | { readonly kind: 'done'; readonly text: string | null }
  | { readonly kind: 'failed'; readonly text: string }
  | { readonly kind: 'later'; readonly seconds: number }

export type FinalOutcome = Exclude<Outcome, { kind: 'later' }>

export interface Result<Item> {
  readonly item: Item
  readonly outcome: FinalOutcome
}

export interface BulkContext<Item> {
  readonly plan: Plan<Item>
  readonly waiting: readonly Item[]
  /** Actor id -> the row it is processing. */
  readonly running: Readonly<Record<string, Item>>
  /** In the order of completion. */
  readonly results: readonly Result<Item>[]
  readonly started: number
  /** Milliseconds until the next attempt, as requested by the gateway. */
  readonly pause: number
  /** Whether the run was stopped: rows in flight finish, and a row that is asked to wait is not sent again. */
  readonly isStopped: boolean
  readonly error: unknown
}

export type BulkEvent =
  | { type: 'bulk.confirm' }
  | { type: 'bulk.pause' }
  | { type: 'bulk.resume' }
  /** Before the run: nothing starts. During the run: in-flight rows finish, no new rows start. */
  | { type: 'bulk.cancel' }
  | { type: 'bulk.close' }
  | ActorEvent<Outcome>

/** Emitted when the run has ended, with the succeeded and the failed rows. */
export interface BulkOver<Item> {
  readonly type: 'bulk.over'
  readonly done: readonly Item[]
  readonly failed: readonly Item[]
}

/** A run that began in an earlier page: what it was planned for, and the outcomes so far. */
export interface BulkInput<Item> {
  readonly resumed: { readonly plan: Plan<Item>; readonly results: readonly Result<Item>[]; readonly waiting: readonly Item[] }
}

const MOST_AT_ONCE = 4
const NO_PLAN = { items: [], skipped: {} }

const endOf = ({ event: { actorId, output } }: { event: ActorDone<Outcome> }) => ({ actorId, outcome: output })
const failureOf = ({ event: { actorId, error } }: { event: ActorError }) => ({
  actorId,
  outcome: { kind: 'failed' as const, text: (error as Error).message },
})

/** No new row starts while the in-flight rows finish, and closing waits for them. */
const IN_FLIGHT = {
  'xstate.done.actor.*': { actions: { type: 'end', params: endOf } },
  'xstate.error.actor.*': { actions: { type: 'end', params: failureOf } },
  'bulk.cancel': { target: 'running', actions: 'stopRest' },
  'bulk.close': {},
} as const

/** A bulk command: plan, confirm, run a few rows at a time, pause, stop, and report the outcome of each row. */
export const createBulkMachine = <Item>() =>
  setup({
    types: {
      context: {} as BulkContext<Item>,
      events: {} as BulkEvent,
      emitted: {} as BulkOver<Item>,
      input: {} as BulkInput<Item> | undefined,
    },
    actors: {
      /** Determines the rows. */
      plan: requiredActor<Plan<Item>>('plan'),
      /** Runs the command on one row. A refusal is an outcome; an error is recorded as a failed outcome. */
      act: requiredActor<Outcome, { item: Item }>('act'),
    },
    actions: {
      startNext: enqueueActions(({ context, enqueue }) => {
        const next = context.waiting.slice(0, MOST_AT_ONCE - Object.keys(context.running).length)
        const started = next.map((item, index) => [`row ${context.started + index}`, item] as const)
        for (const [id, item] of started) enqueue.spawnChild('act', { id, input: { item } })
        enqueue.assign({
          waiting: context.waiting.slice(next.length),
          running: { ...context.running, ...Object.fromEntries(started) },
          started: context.started + next.length,
        })
      }),
      end: enqueueActions(({ context, enqueue }, { actorId, outcome }: { actorId: string; outcome: Outcome }) => {
        // XState keeps actors that have ended, and copies them with each event, until they are stopped.
        enqueue.stopChild(actorId)
        enqueue.assign(ended(context, actorId, outcome))
      }),
      stopRest: assign({ waiting: [], isStopped: true }),
    },
    guards: {
      isOver: ({ context }) => context.waiting.length === 0 && Object.keys(context.running).length === 0,
      isAskedToWait: ({ context }, { outcome }: { outcome: Outcome }) => outcome.kind === 'later' && !context.isStopped,
      fitsNone: ({ context }) => context.plan.items.length === 0,
      isPlanned: ({ context }) => context.plan.items.length > 0,
    },
    delays: { pauseDelay: ({ context }) => context.pause },
  }).createMachine({
    id: 'bulk',
    context: ({ input }) => ({
      ...(input?.resumed ?? { plan: NO_PLAN, waiting: [], results: [] }),
      running: {},
      started: 0,
      pause: 0,
      isStopped: false,
      error: null,
    }),
    initial: 'beginning',
    on: { 'bulk.close': '.closed' },
    states: {
      beginning: { always: [{ guard: 'isPlanned', target: 'running' }, { target: 'planning' }] },
      planning: {
        on: { 'bulk.cancel': 'closed' },
        invoke: {
          id: 'plan',
          src: 'plan',
          onDone: {
            target: 'planned',
            actions: assign(({ event }) => ({ plan: event.output, waiting: event.output.items })),
          },
          onError: { target: 'unplanned', actions: assign({ error: ({ event }) => event.error }) },
        },
      },
      unplanned: { on: { 'bulk.cancel': 'closed' } },
      planned: { always: [{ guard: 'fitsNone', target: 'idle' }, { target: 'confirming' }] },
      /** No row applies; there is nothing to confirm. */
      idle: { on: { 'bulk.cancel': 'closed' } },
      confirming: { on: { 'bulk.confirm': 'running', 'bulk.cancel': 'closed' } },
      running: {
        entry: 'startNext',
        always: { guard: 'isOver', target: 'finished' },
        on: {
          'xstate.done.actor.*': [
            { guard: { type: 'isAskedToWait', params: endOf }, target: 'held', actions: { type: 'end', params: endOf } },
            { target: 'running', reenter: true, actions: { type: 'end', params: endOf } },
          ],
          'xstate.error.actor.*': { target: 'running', reenter: true, actions: { type: 'end', params: failureOf } },
          'bulk.pause': 'paused',
          'bulk.cancel': { target: 'running', reenter: true, actions: 'stopRest' },
          'bulk.close': {},
        },
      },
      /** The gateway asked to wait. The row it refused is first in the queue again. */
      held: {
        on: { ...IN_FLIGHT, 'bulk.pause': 'paused' },
        after: { pauseDelay: 'running' },
      },
      paused: {
        // The last in-flight rows have finished.
        always: { guard: 'isOver', target: 'finished' },
        on: { ...IN_FLIGHT, 'bulk.resume': 'running' },
      },
      finished: {
        entry: emit(({ context }) => ({
          type: 'bulk.over' as const,
          done: endedAs(context, 'done'),
          failed: endedAs(context, 'failed'),
        })),
      },
      closed: { type: 'final' },
    },
  })

const endedAs = <Item>({ results }: BulkContext<Item>, kind: FinalOutcome['kind']): Item[] =>
  results.filter(({ outcome }) => outcome.kind === kind).map(({ item }) => item)

function ended<Item>(context: BulkContext<Item>, actorId: string, outcome: Outcome): Partial<BulkContext<Item>> {
  const { [actorId]: item, ...running } = context.running
  if (item === undefined) return {}
  if (outcome.kind === 'later' && context.isStopped) return { running }
  if (outcome.kind === 'later') return { running, waiting: [item, ...context.waiting], pause: outcome.seconds * 1000 }
  return { running, results: [...context.results, { item, outcome }] }
}

/** The number of planned rows that were not processed because the run was stopped. */
export const countUntouched = <Item>({ plan, results }: BulkContext<Item>): number => plan.items.length - results.length
