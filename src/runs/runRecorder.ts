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

/** A run of an earlier page: its rows, and its hold by this tab. */
interface Earlier {
  readonly rows: readonly RunRow[]
  readonly held: HeldRun
}

/**
 * Writes the record of one run. A row is stored as sent before its call, so that a page that ends meanwhile leaves a trace of it.
 * Where the browser stores nothing, the run goes on without a record.
 */
export function createRunRecorder(store: RunStore, { api, clock }: RecorderHost, begun: Begun, earlier?: Earlier) {
  const rows = new Map(earlier?.rows.map((row) => [row.row.id, row]))
  let record: RunRecord = { endedAt: null, state: 'open', total: rows.size, done: 0, failed: 0, skipped: {}, ...begun }
  let stored: Promise<boolean> = Promise.resolve(true)
  let release = earlier?.held.release ?? (() => {})

  /** In the order of the calls. Resolves with false when the browser refuses. */
  function write(act: () => Promise<unknown>): Promise<boolean> {
    stored = stored.then((isStored) =>
      isStored
        ? act().then(
            () => true,
            () => false,
          )
        : false,
    )
    return stored
  }

  function change(row: ListedRow, changes: Partial<RunRow>): RunRow {
    const before = rows.get(row.id)
    const n = before?.n ?? rows.size
    const after = {
      run: record.id,
      n,
      row: keptRow(row),
      key: before?.key ?? api.newIdempotencyKey(),
      state: 'waiting' as const,
      text: null,
      at: null,
      ...before,
      ...changes,
    }
    rows.set(row.id, after)
    return after
  }

  return {
    /** Stores what the run is planned for. */
    begin({ items, skipped }: Plan<ListedRow>) {
      if (earlier !== undefined) {
        record = { ...record, state: 'open', endedAt: null }
        return void write(() => store.put(record))
      }
      record = { ...record, total: items.length, skipped }
      const planned = items.map((row) => change(row, {}))
      void holdRun(record.id).then((held) => {
        release = held.release
      })
      void write(() => store.add(record, planned))
    },
    /** Resolves with the key of the row's call once the row is stored as sent. */
    async send(row: ListedRow, key?: string): Promise<string> {
      const sent = change(row, { state: 'sent', ...(key === undefined ? {} : { key }) })
      await write(() => store.putRow(sent))
      return sent.key
    },
    /** The gateway has refused the call for now. */
    async postpone(row: ListedRow): Promise<void> {
      const waiting = change(row, { state: 'waiting' })
      await write(() => store.putRow(waiting))
    },
    async settle(row: ListedRow, { kind, text }: FinalOutcome): Promise<void> {
      const settled = change(row, { state: kind, text, at: clock.now() })
      record = { ...record, [kind]: record[kind] + 1 }
      const now = record
      await write(() => store.settle(settled, now))
    },
    /** Resolves when the record is stored, with its state: a finished run with rows that have no outcome is open again. */
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
      const now = record
      await write(() => store.put(now))
      release()
      return state
    },
  }
}
