import type { RowKind } from '#commands/rows/rowRef.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import type { Api } from '../api/client.ts'
import type { Download } from '../api/readFile.ts'
import { holdRun } from './holdRun.ts'
import type { RunRecord } from './runRecord.ts'
import type { RunStore } from './runStore.ts'

/** The calls that export a list, by the kind of its rows. */
const EXPORTS: Partial<Record<RowKind, Call<ExportQuery, Blob>>> = {
  payin: calls.exportPayin,
  usdtPayin: calls.exportPayin,
  payout: calls.exportPayout,
  usdtPayout: calls.exportPayout,
  // A stored request goes back to the call that it was made for.
  entry: calls.exportDetail as Call<object, Blob> as Call<ExportQuery, Blob>,
}

/** The record says how far an export is once in this time, in milliseconds. */
const WRITE_EVERY_MS = 1_000

export type ExportRun = ReturnType<typeof recordExport>

/** Records an export: how far it came, and whether its file was saved. It has no rows with outcomes. */
function recordExport(store: RunStore, clock: { now(): number }, begun: RunRecord) {
  let record = begun
  let written = clock.now()
  const held = holdRun(record.id)
  // Where the browser stores nothing, the export goes on without a record.
  const write = () => store.put(record).catch(() => {})
  void write()
  return {
    grew(done: number, all: number | null) {
      record = { ...record, done, total: Math.max(done, all ?? 0) }
      if (clock.now() - written < WRITE_EVERY_MS) return
      written = clock.now()
      void write()
    },
    /** It is over: `stopped` when it was cancelled or has failed. */
    async end(state: 'stopped' | 'finished'): Promise<void> {
      record = { ...record, state, endedAt: clock.now() }
      await write()
      const { release } = await held
      release()
    },
  }
}

/** Ends the records of exports whose page has ended, and returns whether there were any. */
export async function endLostExports(store: RunStore, records: readonly RunRecord[]): Promise<boolean> {
  let isAny = false
  for (const record of records) {
    if (record.action !== 'export' || record.state !== 'open') continue
    const { isHeld, release } = await holdRun(record.id)
    if (isHeld) await store.put({ ...record, state: 'stopped' })
    isAny ||= isHeld
    release()
  }
  return isAny
}

interface ExportHost {
  api: Api
  clock: { now(): number }
}

/** Exports among the runs. `account` is the name that the user signed in with. */
export function createExportRuns({ api, clock }: ExportHost, store: RunStore, account: () => string) {
  function startExport(begun: Pick<RunRecord, 'kind' | 'address' | 'request'>): ExportRun {
    const counts = { total: 0, done: 0, failed: 0, skipped: {} }
    const open = { id: api.newIdempotencyKey(), account: account(), action: 'export', state: 'open', endedAt: null } as const
    return recordExport(store, clock, { ...open, ...counts, ...begun, startedAt: clock.now() })
  }
  return {
    startExport,
    /** Exports what a run has exported, as it is now. False for a file that the console made: its list does that. */
    async repeatExport({ kind, address, request }: RunRecord, save: (file: Download) => void): Promise<boolean> {
      const call = EXPORTS[kind]
      if (call === undefined || request == null) return false
      const run = startExport({ kind, address, request })
      const file = await api.download(call, request, {}, run.grew).catch(async (cause: unknown) => {
        await run.end('stopped')
        throw cause
      })
      save(file)
      await run.end('finished')
      return true
    },
  }
}
