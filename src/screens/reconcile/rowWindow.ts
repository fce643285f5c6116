import type { EntryRow } from '../../reconcile/entryRow.ts'
import type { EntryKey } from '../../reconcile/session.ts'
import type { ReconcileClient } from '../../reconcile/worker/client.ts'
import type { RowsFilter } from '../../reconcile/worker/protocol.ts'
import { type Atoms, createValue } from '../../state/atoms.ts'

/** An entry as a row of the grid. */
export interface WorkRow extends EntryRow {
  readonly id: EntryKey
}

const PAGE_SIZE = 100

interface Window {
  /** Null before the first answer. */
  readonly total: number | null
  readonly pages: ReadonlyMap<number, readonly WorkRow[]>
  /** Changes with every filter. */
  readonly epoch: number
  /** Whether the pages are of the filter before. */
  readonly isStale: boolean
}

export type RowWindow = ReturnType<typeof createRowWindow>

/** The loaded pages of the rows under a filter. The worker holds all rows; those in view are read from it. */
export function createRowWindow(client: ReconcileClient, atoms: Atoms, filter: () => RowsFilter) {
  const window = createValue<Window>(atoms, { total: null, pages: new Map(), epoch: 0, isStale: false })
  const inFlight = new Set<number>()
  let generation = 0
  let seen = { first: 0, last: PAGE_SIZE - 1 }

  async function load(page: number): Promise<void> {
    if (inFlight.has(page)) return
    inFlight.add(page)
    const asked = generation
    try {
      const range = { from: page * PAGE_SIZE, to: (page + 1) * PAGE_SIZE }
      const { rows, total } = await client.call('rows', { ...filter(), ...range })
      if (asked !== generation) return
      const { pages, epoch, isStale } = window.get()
      const own = rows.map((row) => ({ ...row, id: row.key }))
      window.set({ total, pages: new Map([...(isStale ? [] : pages), [page, own]]), epoch, isStale: false })
    } finally {
      if (asked === generation) inFlight.delete(page)
    }
  }

  const pageOf = (row: number) => Math.floor(Math.max(0, row) / PAGE_SIZE)
  const pagesInView = () => [...new Set([pageOf(seen.first), pageOf(seen.last)])]

  function renew() {
    generation++
    inFlight.clear()
  }

  return {
    value: window,
    get total() {
      return window.get().total ?? 0
    },
    at: (index: number): WorkRow | undefined => window.get().pages.get(pageOf(index))?.[index % PAGE_SIZE],
    /** The rows in view. Loads their pages. */
    see(first: number, last: number) {
      seen = { first, last }
      for (const page of pagesInView()) if (!window.get().pages.has(page)) load(page).catch(() => {})
    },
    /** Reads the rows of another filter; those of the former one stay until they arrive. */
    async restart(row: number): Promise<void> {
      renew()
      seen = { first: row, last: row }
      const { pages, total, epoch } = window.get()
      window.set({ pages, total, epoch: epoch + 1, isStale: true })
      await load(pageOf(row))
    },
    /** Reads the rows in view again after a decision. Rows of other pages are read when they come into view. */
    async refresh(): Promise<void> {
      renew()
      const { pages, ...rest } = window.get()
      const kept = pagesInView()
      const visible = [...pages].filter(([page]) => kept.includes(page))
      window.set({ ...rest, pages: new Map(visible) })
      await Promise.all(kept.map(load))
    },
    /** The loaded rows. */
    loaded: (): readonly WorkRow[] => [...window.get().pages.values()].flat(),
  }
}
