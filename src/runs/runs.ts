import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { UndoEntry } from '#commands/appScope.ts'
import { mutateRows } from '#commands/orders/mutateRows.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type BulkInput, createBulkMachine, type FinalOutcome, type Outcome, type Plan } from '#machines/bulk/bulkMachine.ts'
import { isText } from '../state/storedShapes.ts'
import type { Value } from '../state/value.ts'
import type { Console } from '../useConsole.tsx'
import { type BulkTask, planOver, taskOf, undoEntryFor, undoTaskOf, withRefusals } from './bulkTasks.ts'
import { refreshedRows, untouchedRows } from './currentRows.ts'
import { createExportRuns, endLostExports } from './exportRun.ts'
import { perform } from './perform.ts'
import type { RunRecord } from './runRecord.ts'
import { createRunRecorder, type RunRecorder } from './runRecorder.ts'
import { createRunStore } from './runStore.ts'

export type BulkActor = ActorRefFrom<ReturnType<typeof createBulkMachine<ListedRow>>>

/** What the status bar shows of bulk runs. */
export interface RunLists {
  /** The runs that this page processes, the newest last. */
  readonly live: Value<readonly LiveRun[]>
  /** Runs that an earlier page left unfinished, the newest first. */
  readonly unfinished: Value<readonly RunRecord[]>
}

/** A run of this page. */
export interface LiveRun {
  readonly id: string
  readonly action: BulkAction
  readonly value?: string | undefined
  /** It undoes another run of this action. */
  readonly isUndo: boolean
  readonly kind: RowKind
  readonly actor: BulkActor
}

export interface RunOptions {
  /** By default a new one. */
  id?: string
  action: BulkAction
  value?: string | undefined
  kind: RowKind
  /** The address it is started from. */
  address: string
  /** Reads the rows to plan for. */
  rows(signal: AbortSignal): Promise<readonly ListedRow[]>
  /** They were read a while ago. Read again, so that an undo gives back what they had when the run began. */
  areOld?: boolean
  host?: RunHost
}

/** The screen that a run is started from. */
export interface RunHost {
  /** Excludes a row from the live changes until the returned function is called. */
  beginMutation?(id: string): () => void
  /** Called with the rows once the run has ended. */
  onOver?(done: readonly ListedRow[], failed: readonly ListedRow[]): void
  /** Tells that the run can be undone. */
  announceUndo?(label: UndoEntry['label']): void
  /** Takes the undo entry of a run that is a part of something that is undone as a whole, instead of the stack. */
  takeUndo?(entry: UndoEntry): void
}

interface StartOptions extends RunOptions {
  undoes?: string
}

interface Work {
  action: BulkAction
  task: BulkTask
  recorder: RunRecorder
  /** Ids of the rows whose calls were sent by an earlier page, without a known outcome. */
  sentBefore: ReadonlySet<string>
  host: RunHost
}

export type Runs = ReturnType<typeof createRuns>

/** Starts bulk runs, keeps a record of each, and continues those that a reload has ended. */
export function createRuns(console: Console, { live, unfinished }: RunLists) {
  const { api, features, i18n, marks, store, undo } = console
  const runStore = createRunStore()
  const account = () => store.own('signInName', isText).get() ?? ''
  /** Action and row id -> idempotency key of a call without an answer: run again, it repeats the request. */
  const unanswered = new Map<string, string>()
  /** What a run does with each row; null for an export, and where the action does not apply to such rows. */
  function workFor(record: Pick<RunRecord, 'action' | 'kind' | 'value' | 'undoes'>): Pick<Work, 'action' | 'task'> | null {
    const { action, kind, value, undoes } = record
    const asked = action === 'export' ? null : taskOf(action, { kind, api, features, marks, value, account: account() })
    const task = asked === null || undoes === undefined ? asked : undoTaskOf(asked)
    return action === 'export' || task === null ? null : { action, task }
  }

  async function recall(): Promise<void> {
    let records = await runStore.list(account()).catch(() => [])
    if (await endLostExports(runStore, records).catch(() => false)) records = await runStore.list(account())
    const ids = live.get().map(({ id }) => id)
    unfinished.set(records.filter(({ action, state, id }) => action !== 'export' && state === 'open' && !ids.includes(id)))
  }

  /** Runs a row and records it: first that it is sent, then its outcome. */
  async function actOn(row: ListedRow, { task, recorder, sentBefore, host, action }: Work): Promise<Outcome> {
    const endMutation = host.beginMutation?.(row.id)
    try {
      if (sentBefore.has(row.id)) {
        const recovered = await task.recover(row)
        if (recovered !== 'again') {
          const outcome: FinalOutcome = recovered === 'unknown' ? { kind: 'failed', text: i18n.t('bulk.unknown') } : recovered
          await recorder.settle(row, outcome)
          return outcome
        }
      }
      const call = `${action} ${row.id}`
      const key = await recorder.send(row, unanswered.get(call))
      const keepKey = (isAnswered: boolean) => void (isAnswered ? unanswered.delete(call) : unanswered.set(call, key))
      const outcome = await perform(() => task.act(row, key), keepKey)
      // A call in flight is not aborted.
      await (outcome.kind === 'later' ? recorder.postpone(row) : recorder.settle(row, outcome))
      return outcome
    } finally {
      endMutation?.()
    }
  }

  function machineFor(work: Work, rows: RunOptions['rows']) {
    return createBulkMachine<ListedRow>().provide({
      actors: {
        plan: fromPromise(async ({ signal }): Promise<Plan<ListedRow>> => {
          const plan = planOver(await rows(signal), work.task)
          return withRefusals(plan, work.task, signal)
        }),
        act: fromPromise(({ input: { item } }: { input: { item: ListedRow } }) => actOn(item, work)),
      },
    })
  }

  /** Run of this page -> resolves when its end is recorded. */
  const recorded = new Map<string, Promise<void>>()

  /** Follows an actor until its end: its record, its undo entry, and the list of live runs. */
  function follow(run: LiveRun, { task, recorder, host }: Work) {
    const { actor } = run
    let isBegun = false
    const forget = () => live.set(live.get().filter((one) => one !== run))
    live.set([...live.get(), run])
    unfinished.set(unfinished.get().filter(({ id }) => id !== run.id))
    actor.subscribe(({ value, context }) => {
      if (value !== 'running' || isBegun) return
      isBegun = true
      recorder.begin(context.plan)
    })
    actor.on('bulk.over', ({ done, failed }) => {
      const { plan, results } = actor.getSnapshot().context
      const ending = recorder.end(results.length < plan.items.length ? 'stopped' : 'finished').then(forget)
      recorded.set(run.id, ending)
      const entry = undoEntryFor(task, done, async (rows, { isUnchanged }) => {
        const kept = await untouchedRows(console, rows, { kind: run.kind, isUnchanged })
        const left = rows.length - kept.length
        if (left > 0) console.scope().app.toast(['bulk.skipped.changedSince', { n: left }])
        return kept
      })
      host.onOver?.(done, failed)
      if (entry === null) return
      // Undo and redo reload the rows in the list that is open by then.
      const mutate = (act: UndoEntry['undo']) => () => mutateRows(console.scope(), done, async () => act())
      const whole = { label: entry.label, undo: mutate(entry.undo), redo: mutate(entry.redo) }
      if (host.takeUndo !== undefined) return host.takeUndo(whole)
      undo.push(whole)
      if (host.announceUndo === undefined) console.scope().app.toast(entry.label, 'undo')
      else host.announceUndo(entry.label)
    })
    actor.subscribe({ complete: forget, error: forget })
  }

  function startTask(task: BulkTask, { id = api.newIdempotencyKey(), rows, host = {}, ...options }: StartOptions): LiveRun {
    const { action, value, kind, address, undoes } = options
    const record = { id, account: account(), action, value, undoes, kind, address, startedAt: console.clock.now() }
    const recorder = createRunRecorder(runStore, console, record)
    const work = { action, task, recorder, sentBefore: new Set<string>(), host }
    const actor = createActor(machineFor(work, rows), { input: undefined })
    const run = { id, action, value, isUndo: undoes !== undefined, kind, actor }
    follow(run, work)
    actor.start()
    return run
  }

  const processedRows = async (run: string) =>
    (await runStore.rows(run)).filter(({ state }) => state === 'done').map(({ row }) => row)

  return {
    ...createExportRuns(console, runStore, account),
    store: runStore,
    recall,
    list: () => runStore.list(account()),
    /** Starts planning; null where the action does not apply to such rows. */
    start({ rows: read, areOld = false, ...options }: RunOptions): LiveRun | null {
      const work = workFor(options)
      if (work === null) return null
      const rows = async (signal: AbortSignal) =>
        areOld ? refreshedRows(console, await read(signal), options.kind, signal) : read(signal)
      return startTask(work.task, { ...options, rows })
    },
    /**
     * Starts a run that gives the processed rows of a run back what they had. Rows that were changed since are left alone. Null where they
     * cannot be given back.
     */
    undo(record: RunRecord, host: RunHost = {}): LiveRun | null {
      const { kind, value, address } = record
      const work = workFor(record)
      const undoing = work === null ? null : undoTaskOf(work.task)
      if (work === null || undoing === null) return null
      const { isReversible, isUnchanged } = work.task.reversal!
      let untouched: ReadonlySet<ListedRow> = new Set()
      const guarded: BulkTask = { ...undoing, skipReason: (row) => (untouched.has(row) ? null : 'changedSince') }
      const rows = async (signal: AbortSignal) => {
        const reversible = (await processedRows(record.id)).filter(isReversible)
        untouched = new Set(await untouchedRows(console, reversible, { kind, isUnchanged }, signal))
        return reversible
      }
      return startTask(guarded, { action: work.action, kind, value, address, undoes: record.id, rows, host })
    },
    /** Starts the action of a run again, on the rows that it has processed. */
    repeat({ id, action, kind, value, address }: RunRecord): LiveRun | null {
      const work = workFor({ action, kind, value })
      if (work === null) return null
      const rows = () => processedRows(id)
      return startTask(work.task, { action: work.action, kind, value, address, rows, host: { takeUndo() {} } })
    },
    /** Stops a run of this page, and resolves when its rows in flight have their outcomes. */
    async halt(id: string): Promise<void> {
      const run = live.get().find((one) => one.id === id)
      if (run === undefined) return
      run.actor.send({ type: 'bulk.cancel' })
      await whenOver(run.actor)
      await recorded.get(id)
    },
    /** Whether a run can be undone: it is over, and what it did can be given back. */
    isUndoable: (record: RunRecord): boolean =>
      record.state !== 'open' && record.done > 0 && workFor(record)?.task.reversal !== undefined,
    /** Continues a run of an earlier page with its rows that have no outcome. Null when another tab is processing it. */
    async resume(record: RunRecord, host: RunHost = {}): Promise<LiveRun | null> {
      const { id, value, kind, undoes } = record
      const asked = workFor(record)
      if (asked === null) return null
      const { action, task } = asked
      const rows = await runStore.rows(record.id)
      const recorder = createRunRecorder(runStore, console, record, rows)
      if (!(await recorder.claim())) return null
      const items = rows.map(({ row }) => row)
      const results = rows.flatMap(({ row: item, state, text }): BulkInput<ListedRow>['resumed']['results'] => {
        if (state === 'done') return [{ item, outcome: { kind: 'done', text } }]
        return state === 'failed' ? [{ item, outcome: { kind: 'failed', text: text ?? '' } }] : []
      })
      const open = rows.filter(({ state }) => state === 'waiting' || state === 'sent')
      const sentBefore = new Set(open.flatMap(({ row, state }) => (state === 'sent' ? [row.id] : [])))
      const resumed = { plan: { items, skipped: record.skipped }, results, waiting: open.map(({ row }) => row) }
      const work = { action, task, recorder, sentBefore, host }
      const actor = createActor(
        machineFor(work, async () => items),
        { input: { resumed } },
      )
      const run = { id, action, value, isUndo: undoes !== undefined, kind, actor }
      follow(run, work)
      actor.start()
      return run
    },
    /** Ends an unfinished run: its remaining rows are not sent. */
    async stop(record: RunRecord): Promise<void> {
      await runStore.put({ ...record, state: 'stopped', endedAt: console.clock.now() })
      await recall()
    },
    async remove(record: RunRecord): Promise<void> {
      await runStore.remove(record.id)
      await recall()
    },
  }
}

/** Resolves when a run has finished or was stopped. `waitFor` of XState would be part of the first download, as all of XState is. */
function whenOver(actor: LiveRun['actor']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    const snapshot = actor.getSnapshot()
    if (snapshot.status !== 'active' || snapshot.matches('finished')) resolve()
  }
  const subscription = actor.subscribe({ next: check, complete: resolve })
  check()
  return promise.finally(() => subscription.unsubscribe())
}
