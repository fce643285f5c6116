import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { RunRecord, RunRow } from './runRecord.ts'

interface Schema extends DBSchema {
  runs: { key: string; value: RunRecord; indexes: { account: string } }
  rows: { key: [run: string, n: number]; value: RunRow }
}

/** A run with more rows than this is written in several transactions. */
const ROWS_AT_ONCE = 2_000

const rowsOf = (run: string) => IDBKeyRange.bound([run, 0], [run, Number.MAX_SAFE_INTEGER])

export type RunStore = ReturnType<typeof createRunStore>

/** Bulk runs and the outcome of each of their rows, in IndexedDB. Rejects where the browser has none. */
export function createRunStore(name = 'paydesk-runs') {
  let opening: Promise<IDBPDatabase<Schema>> | null = null
  const open = () => {
    opening ??= openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('runs', { keyPath: 'id' }).createIndex('account', 'account')
        database.createObjectStore('rows', { keyPath: ['run', 'n'] })
      },
      terminated() {
        opening = null
      },
    })
    return opening
  }

  return {
    /** The runs of an account, the newest first. */
    async list(account: string): Promise<RunRecord[]> {
      const runs = await (await open()).getAllFromIndex('runs', 'account', account)
      return runs.sort((one, other) => other.startedAt - one.startedAt)
    },
    get: async (id: string) => (await open()).get('runs', id),
    /** In the order of the run. */
    rows: async (run: string): Promise<RunRow[]> => (await open()).getAll('rows', rowsOf(run)),
    /** Stores the rows first: a run without all of its rows must not be continued. */
    async add(record: RunRecord, rows: readonly RunRow[]): Promise<void> {
      const database = await open()
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const writing = database.transaction('rows', 'readwrite')
        for (const row of rows.slice(from, from + ROWS_AT_ONCE)) void writing.store.put(row)
        await writing.done
      }
      await database.put('runs', record)
    },
    /** Stores rows together with the counts of their run: all of it, or nothing. */
    async save(record: RunRecord, rows: readonly RunRow[]): Promise<void> {
      const writing = (await open()).transaction(['rows', 'runs'], 'readwrite')
      const stored = rows.map((row) => writing.objectStore('rows').put(row))
      await Promise.all([...stored, writing.objectStore('runs').put(record), writing.done])
    },
    async put(record: RunRecord): Promise<void> {
      await (await open()).put('runs', record)
    },
    async remove(id: string): Promise<void> {
      const writing = (await open()).transaction(['rows', 'runs'], 'readwrite')
      void writing.objectStore('rows').delete(rowsOf(id))
      void writing.objectStore('runs').delete(id)
      await writing.done
    },
  }
}
