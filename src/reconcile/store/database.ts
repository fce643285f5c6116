import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { ComparedOrder } from '../comparedOrder.ts'
import type { RememberedLayout } from '../layout.ts'
import type { StoredSession } from '../session.ts'
import type { StatementTable } from '../statementLine.ts'

/** What a session needs of its file, besides its rows. */
export type StoredSource = Omit<StatementTable, 'rows' | 'lineNumbers'>

export interface StoredRows {
  readonly rows: readonly (readonly string[])[]
  readonly lineNumbers: readonly number[]
}

export type StoredRecord = StoredSession & { readonly source: StoredSource }

/**
 * Rows and orders are stored in pieces; a piece is named by account, session, kind and number. The revision counts the changes of a
 * session besides the place of its user.
 */
export type PieceKey = [account: string, session: string, kind: 'rows' | 'orders' | 'revision', piece: number]

export interface ReconcileSchema extends DBSchema {
  sessions: { key: [account: string, id: string]; value: StoredRecord }
  pieces: { key: PieceKey; value: { key: PieceKey; content: StoredRows | readonly ComparedOrder[] | number } }
  layouts: { key: [account: string, fingerprint: string]; value: RememberedLayout & { account: string } }
}

export type ReconcileDatabase = IDBPDatabase<ReconcileSchema>

const NAME = 'paydesk-reconcile'

/** Opens the database of this browser. Another tab with a newer version closes it, or the browser does. */
export const openReconcileDatabase = (closed: () => void): Promise<ReconcileDatabase> =>
  openDB<ReconcileSchema>(NAME, 1, {
    upgrade(database) {
      database.createObjectStore('sessions', { keyPath: ['account', 'id'] })
      database.createObjectStore('pieces', { keyPath: 'key' })
      database.createObjectStore('layouts', { keyPath: ['account', 'fingerprint'] })
    },
    blocking(_, __, event) {
      ;(event.target as IDBDatabase).close()
      closed()
    },
    terminated: closed,
  })
