import type { ComparedOrder } from '../comparedOrder.ts'
import type { RememberedLayout } from '../layout.ts'
import { ReconcileError } from '../reconcileError.ts'
import type { StoredSession } from '../session.ts'
import type { StatementTable } from '../statementLine.ts'
import { openReconcileDatabase, type PieceKey, type ReconcileDatabase, type StoredRecord, type StoredRows } from './database.ts'

/** Rows of a piece. */
const PIECE = 5_000

export interface StoredContent {
  readonly record: StoredRecord
  readonly table: StatementTable
  readonly orders: readonly ComparedOrder[]
}

export type ReconcileStore = ReturnType<typeof createReconcileStore>

/**
 * Sessions and layouts of an account in IndexedDB. Statement lines stay on this machine. Rejects when the browser has no IndexedDB
 * or no space; nothing is stored then.
 */
export function createReconcileStore() {
  let opened: Promise<ReconcileDatabase> | null = null
  /** Of the sessions that this store has read or written, as it left them. */
  const revisions = new Map<string, number | undefined>()
  const forget = () => {
    opened = null
  }
  const database = () => {
    opened ??= openReconcileDatabase(forget).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
  const session = (account: string, id: string) => IDBKeyRange.bound([account, id], [account, id, []])
  const revision = (account: string, id: string): PieceKey => [account, id, 'revision', 0]
  const ofAccount = (account: string) => IDBKeyRange.bound([account], [account, []])

  return {
    /** The sessions of an account, the last saved first. */
    async list(account: string): Promise<StoredSession[]> {
      const records = await (await database()).getAll('sessions', ofAccount(account))
      return records.sort((one, other) => other.savedAt - one.savedAt)
    },
    async delete(account: string, id: string): Promise<void> {
      const transaction = (await database()).transaction(['sessions', 'pieces'], 'readwrite')
      await Promise.all([
        transaction.objectStore('sessions').delete([account, id]),
        transaction.objectStore('pieces').delete(session(account, id)),
        transaction.done,
      ])
    },
    /** Whether the stored session is as this store left it. */
    async isOwn(account: string, id: string): Promise<boolean> {
      return (await (await database()).get('pieces', revision(account, id)))?.content === revisions.get(id)
    },
    /**
     * Stores everything, or with null only the session itself, in one transaction. A session that another store has changed is left as it
     * is. `isChanged` is false for a new place of the user.
     */
    async save(
      record: StoredRecord,
      content: { table: StoredRows | null; orders: readonly ComparedOrder[] | null; isChanged: boolean },
    ): Promise<void> {
      const transaction = (await database()).transaction(['sessions', 'pieces'], 'readwrite')
      const pieces = transaction.objectStore('pieces')
      const { account, id } = record
      const replace = async (
        kind: PieceKey[2],
        length: number,
        content: (from: number, to: number) => StoredRows | readonly ComparedOrder[],
      ) => {
        await pieces.delete(IDBKeyRange.bound([account, id, kind], [account, id, kind, []]))
        // One after the other: the worker answers calls between two pieces.
        for (let from = 0; from < length; from += PIECE)
          await pieces.put({ key: [account, id, kind, from / PIECE], content: content(from, from + PIECE) })
      }
      const own = revision(account, id)
      const write = async () => {
        const before = (await pieces.get(own))?.content as number | undefined
        if (before !== revisions.get(id)) throw new ReconcileError({ code: 'elsewhere' })
        const after = (before ?? 0) + (content.isChanged ? 1 : 0)
        await pieces.put({ key: own, content: after })
        await transaction.objectStore('sessions').put(record)
        const { table, orders } = content
        if (table !== null)
          await replace('rows', table.rows.length, (from, to) => ({
            rows: table.rows.slice(from, to),
            lineNumbers: table.lineNumbers.slice(from, to),
          }))
        if (orders !== null) await replace('orders', orders.length, (from, to) => orders.slice(from, to))
        return after
      }
      const [after] = await Promise.all([write(), transaction.done])
      revisions.set(id, after)
    },
    async open(account: string, id: string): Promise<StoredContent | null> {
      const transaction = (await database()).transaction(['sessions', 'pieces'])
      const [record, pieces] = await Promise.all([
        transaction.objectStore('sessions').get([account, id]),
        transaction.objectStore('pieces').getAll(session(account, id)),
      ])
      if (record === undefined) return null
      const rows = pieces.flatMap(({ key, content }) => (key[2] === 'rows' ? [content as StoredRows] : []))
      const orders = pieces.flatMap(({ key, content }) => (key[2] === 'orders' ? (content as readonly ComparedOrder[]) : []))
      revisions.set(id, pieces.find(({ key }) => key[2] === 'revision')?.content as number | undefined)
      const table = {
        ...record.source,
        rows: rows.flatMap((piece) => piece.rows),
        lineNumbers: rows.flatMap((piece) => piece.lineNumbers),
      }
      return { record, table, orders }
    },
    async layouts(account: string): Promise<RememberedLayout[]> {
      return (await database()).getAll('layouts', ofAccount(account))
    },
    async saveLayout(account: string, layout: RememberedLayout): Promise<void> {
      await (await database()).put('layouts', { ...layout, account })
    },
    /** Keeps the layout without its rules. */
    async forgetRules(account: string, fingerprint: string): Promise<void> {
      const { store } = (await database()).transaction('layouts', 'readwrite')
      const layout = await store.get([account, fingerprint])
      if (layout !== undefined) await store.put({ ...layout, rules: [] })
    },
    async close(): Promise<void> {
      ;(await opened)?.close()
      forget()
    },
  }
}
