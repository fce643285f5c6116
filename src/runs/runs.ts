import { type ActorRefFrom, createActor, fromPromise } from 'xstate'
import type { GivenState, UndoEntry } from '#commands/appScope.ts'
import { mutateRows } from '#commands/orders/mutateRows.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type BulkInput, createBulkMachine, type Plan } from '#machines/bulk/bulkMachine.ts'
import { formatCount } from '../format/amount.ts'
import { isText } from '../state/storedShapes.ts'
import type { Value } from '../state/value.ts'
import type { Console } from '../useConsole.tsx'
import { type BulkTask, planOver, taskOf, undoEntryFor, undoTaskOf, withRefusals } from './bulkTasks.ts'
import { callRow, type RunHost, type Work } from './callRow.ts'
import { refreshedRows, untouchedRows } from './currentRows.ts'
import { createExportRuns, endLostExports } from './exportRun.ts'
import { type HeldRun, heldRuns, holdRun } from './holdRun.ts'
import type { RunRecord } from './runRecord.ts'
import { createRunRecorder } from './runRecorder.ts'
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

interface StartOptions extends RunOptions {
  undoes?: string
}

export type Runs = ReturnType<typeof createRuns>

/** Starts bulk runs, keeps a record of each, and continues those that a reload has ended. */
export function createRuns(console: Console, { live, unfinished }: RunLists) {
  const { api, features, i18n, marks, store, toasts, undo } = console
  const runStore = createRunStore()
  const account = () => store.own('signInName', isText).get() ?? ''
  /** Action with its value and row id -> idempotency key of a call without an answer: run again, it repeats the request. */
  const unanswered = new Map<string, string>()
  /** What a run does with each row; null for an export, and where the action does not apply to such rows. */
  function workFor(record: Pick<RunRecord, 'action' | 'kind' | 'value' | 'undoes'>): Pick<Work, 'action' | 'task'> | null {
    const { action, kind, value, undoes } = record
    const asked = action === 'export' ? null : taskOf(action, { kind, api, features, marks, value, account: account() })
    const task = asked === null || undoes === undefined ? asked : undoTaskOf(asked)
    return action === 'export' || task === null ? null : { action, task }
  }

  /** Finds the runs that neither this page nor another tab processes. */
  async function recall(): Promise<void> {
    let records = await runStore.list(account()).catch(() => [])
    if (await endLostExports(runStore, records).catch(() => false)) records = await runStore.list(account())
    const held = await heldRuns()
    const ids = live.get().map(({ id }) => id)
    const isLeft = ({ action, state, id }: RunRecord) =>
      action !== 'export' && state === 'open' && !ids.includes(id) && !held.has(id)
    unfinished.set(records.filter(isLeft))
  }
  // Another tab may have ended or begun one.
  document.addEventListener('visibilitychange', () => document.hidden || void recall())

  /** Holds a run and reads it as it is stored now; null when it was deleted. Says so, and is null, when another tab processes it. */
  async function take(id: string): Promise<{ held: HeldRun; record: RunRecord } | null> {
    const held = await holdRun(id)
    if (!held.isHeld) toasts.show({ tone: 'info', text: i18n.t('runs.elsewhere') })
    const record = held.isHeld ? await runStore.get(id) : undefined
    if (record !== undefined) return { held, record }
    held.release()
    return null
  }

  /** Does something to a run that no tab processes. */
  async function alone(id: string, act: (record: RunRecord) => Promise<void>): Promise<void> {
    const taken = await take(id)
    if (taken !== null) await act(taken.record).finally(taken.held.release)
    await recall()
  }

  function machineFor(work: Work, rows: RunOptions['rows']) {
    return createBulkMachine<ListedRow>().provide({
      actors: {
        plan: fromPromise(async ({ signal }): Promise<Plan<ListedRow>> => {
          const plan = planOver(await rows(signal), work.task)
          return withRefusals(plan, work.task, signal)
        }),
        act: fromPromise(({ input: { item } }: { input: { item: ListedRow } }) => callRow(item, work, { unanswered, i18n })),
      },
    })
  }

  /** The rows that still have what they were given, for an undo. Tells how many were changed since. */
  async function untouched(rows: readonly ListedRow[], given: GivenState): Promise<ListedRow[]> {
    const kept = await untouchedRows(console, rows, given)
    const left = rows.length - kept.length
    if (left > 0) console.scope().app.toast(['bulk.skipped.changedSince', { n: formatCount(left) }])
    return kept
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
      const ending = recorder.end(results.length < plan.items.length ? 'stopped' : 'finished').then((state) => {
        forget()
        return state === 'open' ? recall() : undefined
      })
      recorded.set(run.id, ending)
      const entry = undoEntryFor(task, done, (rows, { isUnchanged }) => untouched(rows, { kind: run.kind, isUnchanged }))
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
    const work = { action, value, task, recorder, sentBefore: new Set<string>(), host }
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
    untouched,
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
    async resume({ id }: RunRecord, host: RunHost = {}): Promise<LiveRun | null> {
      const taken = await take(id)
      if (taken === null) return null
      const { held, record } = taken
      const asked = workFor(record)
      if (asked === null) {
        held.release()
        return null
      }
      const { value, kind, undoes } = record
      const { action, task } = asked
      const rows = await runStore.rows(id)
      const recorder = createRunRecorder(runStore, console, record, { rows, held })
      const items = rows.map(({ row }) => row)
      const results = rows.flatMap(({ row: item, state, text }): BulkInput<ListedRow>['resumed']['results'] => {
        if (state === 'done') return [{ item, outcome: { kind: 'done', text } }]
        return state === 'failed' ? [{ item, outcome: { kind: 'failed', text: text ?? '' } }] : []
      })
      const open = rows.filter(({ state }) => state === 'waiting' || state === 'sent')
      const sentBefore = new Set(open.flatMap(({ row, state }) => (state === 'sent' ? [row.id] : [])))
      const resumed = { plan: { items, skipped: record.skipped }, results, waiting: open.map(({ row }) => row) }
      const work = { action, value, task, recorder, sentBefore, host }
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
    stop: ({ id }: RunRecord): Promise<void> =>
      alone(id, async (record) => {
        if (record.state === 'open') await runStore.put({ ...record, state: 'stopped', endedAt: console.clock.now() })
      }),
    remove: ({ id }: RunRecord): Promise<void> => alone(id, () => runStore.remove(id)),
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
