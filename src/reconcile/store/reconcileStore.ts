import type { ComparedOrder } from '../comparedOrder.ts'
import type { RememberedLayout } from '../layout.ts'
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
  const database = () => {
    opened ??= openReconcileDatabase().catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }
  const session = (account: string, id: string) => IDBKeyRange.bound([account, id], [account, id, []])
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
    /** Stores everything, or with null only the session itself, in one transaction. */
    async save(
      record: StoredRecord,
      content: { table: StoredRows | null; orders: readonly ComparedOrder[] | null },
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
      const write = async () => {
        await transaction.objectStore('sessions').put(record)
        const { table, orders } = content
        if (table !== null)
          await replace('rows', table.rows.length, (from, to) => ({
            rows: table.rows.slice(from, to),
            lineNumbers: table.lineNumbers.slice(from, to),
          }))
        if (orders !== null) await replace('orders', orders.length, (from, to) => orders.slice(from, to))
      }
      await Promise.all([write(), transaction.done])
    },
    async open(account: string, id: string): Promise<StoredContent | null> {
      const opened = await database()
      const record = await opened.get('sessions', [account, id])
      if (record === undefined) return null
      const pieces = await opened.getAll('pieces', session(account, id))
      const rows = pieces.flatMap(({ key, content }) => (key[2] === 'rows' ? [content as StoredRows] : []))
      const orders = pieces.flatMap(({ key, content }) => (key[2] === 'orders' ? (content as readonly ComparedOrder[]) : []))
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
    async deleteLayout(account: string, fingerprint: string): Promise<void> {
      await (await database()).delete('layouts', [account, fingerprint])
    },
    async close(): Promise<void> {
      ;(await opened)?.close()
      opened = null
    },
  }
}
