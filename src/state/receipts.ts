export type Receipts = ReturnType<typeof createReceipts>

const STORE = 'receipts'

/**
 * Receipt files of form drafts, by draft, in IndexedDB: they are too large for localStorage. A receipt can be chosen again, so
 * errors are ignored.
 */
export function createReceipts(factory: IDBFactory | undefined) {
  const written = new Map<string, string>()
  let database: Promise<IDBDatabase> | null = null

  // biome-ignore lint/suspicious/noExplicitAny: a request of one result is not assignable to one of an unknown result
  async function inStore(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<any>): Promise<unknown> {
    // Without IndexedDB this throws, like a database that cannot be opened.
    database ??= opened(factory!)
    const transaction = (await database).transaction(STORE, mode)
    const answer = answered(ask(transaction.objectStore(STORE)))
    // Commit now: the page may be about to unload.
    transaction.commit()
    return answer
  }

  const write = (ask: Parameters<typeof inStore>[1]) => inStore('readwrite', ask).catch(() => {})

  return {
    /** Empty when there is none. */
    async get(form: string) {
      const url = await inStore('readonly', (store) => store.get(form)).catch(() => '')
      const found = typeof url === 'string' ? url : ''
      written.set(form, found)
      return found
    },
    set(form: string, url: string) {
      if ((written.get(form) ?? '') === url) return
      written.set(form, url)
      void write((store) => (url === '' ? store.delete(form) : store.put(url, form)))
    },
    /** Removes all others, and resolves when they are gone or cannot be removed. */
    keepOnly(forms: () => readonly string[]): Promise<unknown> {
      const kept = forms()
      for (const form of written.keys()) if (!kept.includes(form)) written.delete(form)
      // Another tab may store a draft while the database is opened.
      return write((store) => deleteOthers(store, forms()))
    },
  }
}

/** Deletes what lies between these keys, without reading: a page that unloads would not come to delete what it has read. */
function deleteOthers(store: IDBObjectStore, keys: readonly string[]): IDBRequest {
  // The order of IndexedDB has '' before all other texts, and lists after them.
  const bounds = ['', ...[...new Set(keys)].sort(), []]
  const deletions = bounds.slice(1).map((end, at) => store.delete(IDBKeyRange.bound(bounds[at], end, true, true)))
  return deletions.at(-1)!
}

function opened(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open('paydesk', 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return answered(request)
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}
