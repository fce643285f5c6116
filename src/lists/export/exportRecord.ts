import type { ExportQuery } from '#contract/shapes/orders.ts'
import type { ExportRun } from '../../runs/exportRun.ts'
import type { ListController } from '../listController.ts'

/** Rows from which on an export is kept among the bulk runs. */
const LEAST_ROWS = 1_000

/** Keeps a record of long exports of a list: one that a reload ends can be repeated. */
export function createExportRecord({ console, list }: Pick<ListController, 'console' | 'list'>) {
  let run: Promise<ExportRun> | null = null
  return {
    /** `query` is null for a file that the console makes. */
    grew(done: number, all: number | null, query: ExportQuery | null) {
      if (run === null && Math.max(done, all ?? 0) <= LEAST_ROWS) return
      const begin = { kind: list.kind, address: console.location.current(), request: query }
      run ??= console.runs.load().then(({ startExport }) => startExport(begin))
      run.then((one) => one.grew(done, all)).catch(() => {})
    },
    end(state: 'stopped' | 'finished') {
      run?.then((one) => one.end(state)).catch(() => {})
      run = null
    },
  }
}
