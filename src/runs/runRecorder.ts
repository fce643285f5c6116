import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { FinalOutcome, Plan } from '#machines/bulk/bulkMachine.ts'
import { holdRun } from './holdRun.ts'
import { keptRow, type RunRecord, type RunRow } from './runRecord.ts'
import type { RunStore } from './runStore.ts'

export type RunRecorder = ReturnType<typeof createRunRecorder>

interface RecorderHost {
  api: { newIdempotencyKey(): string }
  clock: { now(): number }
}

type Begun = Pick<RunRecord, 'id' | 'account' | 'action' | 'value' | 'undoes' | 'kind' | 'address' | 'startedAt'> &
  Partial<RunRecord>

/**
 * Writes the record of one run. A row is stored as sent before its call, so that a page that ends meanwhile leaves a trace of it.
 * Where the browser stores nothing, the run goes on without a record.
 */
export function createRunRecorder(store: RunStore, { api, clock }: RecorderHost, begun: Begun, known: readonly RunRow[] = []) {
  const rows = new Map(known.map((row) => [row.row.id, row]))
  let record: RunRecord = { endedAt: null, state: 'open', total: rows.size, done: 0, failed: 0, skipped: {}, ...begun }
  let stored: Promise<boolean> = Promise.resolve(true)
  let release = () => {}

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

  /** Holds the run for this tab. False when another tab holds it. */
  async function claim(): Promise<boolean> {
    const held = await holdRun(record.id)
    release = held.release
    return held.isHeld
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
    claim,
    /** Stores what the run is planned for. */
    begin({ items, skipped }: Plan<ListedRow>) {
      if (known.length > 0) {
        record = { ...record, state: 'open', endedAt: null }
        return void write(() => store.put(record))
      }
      record = { ...record, total: items.length, skipped }
      const planned = items.map((row) => change(row, {}))
      void claim()
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
    /** Resolves when the record is stored. */
    async end(state: 'stopped' | 'finished'): Promise<void> {
      // A note is on the gateway then, and not needed here.
      const { action, value } = record
      record = { ...record, state, endedAt: clock.now(), value: action === 'note' ? undefined : value }
      const now = record
      await write(() => store.put(now))
      release()
    },
  }
}
