// biome-ignore-all lint/a11y/useSemanticElements: rows and cells as the grid of the console draws them
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells take the focus
import { useSyncExternalStore } from 'react'
import type { RowRef } from '#commands/rows/rowRef.ts'
import type { ListScope } from '#commands/scope.ts'
import type { PayOrder } from '#contract/rows/orders.ts'

/** A fake `ListScope` over a few rows that records the calls it receives. */
export function createFakeList(orders: readonly PayOrder[], kind: 'payin' | 'payout' = 'payin') {
  const listeners = new Set<() => void>()
  const asked: string[] = []
  let rows = orders
  let cursor = 0
  let selected = new Set<string>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const refOf = (row: PayOrder): RowRef => ({ kind, row })
  const note =
    (name: string) =>
    (...given: unknown[]) =>
      void asked.push([name, ...given.map((one) => JSON.stringify(one))].join(' '))
  const noted = async (name: string, ...given: unknown[]) => note(name)(...given)
  const cellOf = (id: string | undefined) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)

  const scope: ListScope = {
    kind,
    get row() {
      const order = rows[cursor]
      return order === undefined ? null : refOf(order)
    },
    get selected() {
      return rows.filter(({ id }) => selected.has(id)).map(refOf)
    },
    get selectedCount() {
      return selected.size
    },
    column: { id: 'status', sortable: false, filterable: true, excludable: true },
    columns: [
      { id: 'createTime', title: 'field.createTime', sortable: true },
      { id: 'status', title: 'field.status', sortable: false },
      { id: 'payAmount', title: 'field.payAmount', sortable: true },
    ],
    canExport: true,
    exportsRows: false,
    canShowSelected: false,
    showSelected: note('showSelected'),
    invertSelection: note('invertSelection'),
    selectLike: (pattern) => noted('selectLike', pattern),
    compareSelected: note('compareSelected'),
    statuses: 'PayinOrderStatus',
    hasDays: true,
    get total() {
      return rows.length
    },
    viewQuery: ({ withColumns }) => `status=SUCCESS${withColumns ? '&cols=status' : ''}`,
    findLoaded: (number) =>
      rows.filter((one) => [one.platOrderNo, one.merchantOrderNo, one.payOrderNo].includes(number)).map(refOf),
    filterValue: () => null,
    focus: () => cellOf(rows[cursor]?.id)?.focus(),
    moveBy(by) {
      cursor = Math.max(0, Math.min(cursor + by, rows.length - 1))
      changed()
      scope.focus()
    },
    moveTo(row) {
      cursor = row === 'last' ? rows.length - 1 : Math.min(row, rows.length) - 1
      changed()
      scope.focus()
    },
    toggleSelected() {
      const id = rows[cursor]?.id ?? ''
      selected = new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id])
      changed()
    },
    moveByViewport: note('moveByViewport'),
    moveCell: note('moveCell'),
    goToPage: note('turn'),
    open: note('open'),
    peek: note('peek'),
    openRowMenu: note('openRowMenu'),
    enterCell: note('enterCell'),
    extendSelection: note('extendSelection'),
    selectAll: note('selectAll'),
    clearSelection: note('clearSelection'),
    keepSelected: note('keepSelected'),
    refresh: note('refresh'),
    moveToChange: note('walkChanges'),
    beginMutation: (ids) => () => note('readAgain')(...ids),
    focusFilter: () => document.querySelector<HTMLElement>('[aria-label="filter"]')?.focus(),
    editFilter: note('editFilter'),
    filterBy: note('filterBy'),
    submitFilters: note('submitFilters'),
    resetFilters: note('resetFilters'),
    setRange: note('setRange'),
    setStatus: note('setStatus'),
    filterByCell: note('filterByCell'),
    sort: note('sort'),
    toggleSort: note('toggleSort'),
    setPageSize: note('setPageSize'),
    chooseColumns: note('chooseColumns'),
    widenColumn: note('widenColumn'),
    toggleDensity: note('toggleDensity'),
    copy: (what) => noted('copy', what),
    toggleSums: note('sumSelection'),
    announcePosition: note('speakWhere'),
    export: (what) => noted('export', what),
    runBulkAction: note('runOverSelection'),
    openView: null,
    fractionDigits: 2,
    selectSum: (amount) => noted('selectSum', amount),
    sumCount: 0,
    walkSums: (by) => noted('walkSums', by),
    moveToUnreviewed: note('toUnreviewed'),
    followView: note('followView'),
  }

  return {
    scope,
    asked,
    /** Replaces the rows, as a refresh does: every element is recreated. */
    replace(next: readonly PayOrder[]) {
      rows = next
      changed()
    },
    snapshot: () => rows,
    cursor: () => cursor,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type FakeList = ReturnType<typeof createFakeList>

/** Renders the rows with the cursor as the tab stop, a filter input above and a button in each row. */
export function FakeGrid({ list }: { list: FakeList }) {
  const rows = useSyncExternalStore(list.subscribe, list.snapshot)
  const cursor = useSyncExternalStore(list.subscribe, list.cursor)
  return (
    <div data-layer="grid">
      <input aria-label="filter" />
      <div role="grid" aria-label="Payin">
        {rows.map((order, index) => (
          <div role="row" key={`${order.id} ${order.updateTime}`}>
            <div role="gridcell" data-row={order.id} tabIndex={index === cursor ? 0 : -1}>
              {order.platOrderNo}
            </div>
            <button type="button" tabIndex={-1}>
              copy {order.platOrderNo}
            </button>
          </div>
        ))}
      </div>
    </div>
  )
}
