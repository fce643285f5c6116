import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { FinalOutcome, Plan } from '#machines/bulk/bulkMachine.ts'
import { type HeldRun, holdRun } from './holdRun.ts'
import { keptRow, type RunRecord, type RunRow } from './runRecord.ts'
import type { RunStore } from './runStore.ts'

export type RunRecorder = ReturnType<typeof createRunRecorder>

interface RecorderHost {
  api: { newIdempotencyKey(): string }
  clock: { now(): number }
}

type Begun = Pick<RunRecord, 'id' | 'account' | 'action' | 'value' | 'undoes' | 'kind' | 'address' | 'startedAt'> &
  Partial<RunRecord>

const succeeds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** A run of an earlier page: its rows, and its hold by this tab. */
interface Earlier {
  readonly rows: readonly RunRow[]
  readonly held: HeldRun
}

/**
 * Writes the record of one run. A row is stored as sent before its call, so that a page that ends meanwhile leaves a trace of it.
 * Where the browser does not store the plan, the run goes on without a record. What it does not store later is stored with the next row.
 */
export function createRunRecorder(store: RunStore, { api, clock }: RecorderHost, begun: Begun, earlier?: Earlier) {
  const rows = new Map(earlier?.rows.map((row) => [row.row.id, row]))
  /** The states of rows that are not stored, oldest first. */
  const unstored = new Set<RunRow>()
  let record: RunRecord = { endedAt: null, state: 'open', total: rows.size, done: 0, failed: 0, skipped: {}, ...begun }
  /** Whether the plan is stored. All else is stored after it: the first rows are sent before the run says that it has begun. */
  const plan = Promise.withResolvers<boolean>()
  if (earlier !== undefined) plan.resolve(true)
  let saved = plan.promise
  let release = earlier?.held.release ?? (() => {})

  /** Stores the counts, and the rows whose states are not stored. Resolves with false when the browser refuses. */
  function save(): Promise<boolean> {
    saved = saved.then(async () => {
      const states = [...unstored]
      const isSaved = (await plan.promise) && (await succeeds(store.save(record, states)))
      if (isSaved) for (const state of states) unstored.delete(state)
      return isSaved
    })
    return saved
  }

  function plannedRow(row: ListedRow): RunRow {
    const waiting = { run: record.id, n: rows.size, row: keptRow(row), key: api.newIdempotencyKey(), text: null, at: null }
    const known = rows.get(row.id) ?? { ...waiting, state: 'waiting' }
    rows.set(row.id, known)
    return known
  }

  function change(row: ListedRow, changes: Partial<RunRow>): RunRow {
    const changed = { ...plannedRow(row), ...changes }
    rows.set(row.id, changed)
    unstored.add(changed)
    return changed
  }

  return {
    /** Stores what the run is planned for. */
    begin({ items, skipped }: Plan<ListedRow>) {
      if (earlier !== undefined) {
        record = { ...record, state: 'open', endedAt: null }
        return void save()
      }
      record = { ...record, total: items.length, skipped }
      void holdRun(record.id).then((held) => {
        release = held.release
      })
      plan.resolve(succeeds(store.add(record, items.map(plannedRow))))
    },
    /** Resolves with the key of the row's call once the row is stored as sent. */
    async send(row: ListedRow, key?: string): Promise<string> {
      const sent = change(row, { state: 'sent', ...(key === undefined ? {} : { key }) })
      await save()
      return sent.key
    },
    /** The gateway has refused the call for now. */
    async postpone(row: ListedRow): Promise<void> {
      change(row, { state: 'waiting' })
      await save()
    },
    async settle(row: ListedRow, { kind, text }: FinalOutcome): Promise<void> {
      change(row, { state: kind, text, at: clock.now() })
      record = { ...record, [kind]: record[kind] + 1 }
      await save()
    },
    /**
     * Resolves when the record is stored, with its state: a finished run with rows that have no outcome is open again. A run whose end
     * cannot be stored is removed: continued, it would send rows twice.
     */
    async end(asked: 'stopped' | 'finished'): Promise<RunRecord['state']> {
      const { action, value, failed } = record
      const isOpen = asked === 'finished' && [...rows.values()].some(({ state }) => state === 'sent' || state === 'waiting')
      const state = isOpen ? 'open' : asked
      // A note is on the gateway then, and not needed here.
      const isDone = state !== 'open' && failed === 0
      record = {
        ...record,
        state,
        endedAt: isOpen ? null : clock.now(),
        value: action === 'note' && isDone ? undefined : value,
      }
      // A run that has not begun gets no plan any more.
      plan.resolve(false)
      if (!(await save())) await succeeds(store.remove(record.id))
      release()
      return state
    },
  }
}
