import type { ReconcileScope } from '#commands/reconcile/scope.ts'
import { identityOf, rowKinds } from '#commands/rows/kinds.ts'
import type { ListScope } from '#commands/scope.ts'
import { BUCKETS } from '../../reconcile/buckets.ts'
import type { Console } from '../../useConsole.tsx'
import { openOrders, resendCallbacks } from './bulkDecisions.ts'
import { createDecisions, type Decisions } from './decisions.ts'
import { describeEntry, differenceText, type EntryTexts, lineText, orderNumber } from './entryTexts.ts'
import { exportEntries } from './exportEntries.ts'
import { asRow } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import type { WorkRow } from './rowWindow.ts'

/** Pixels per key press. */
const WIDEN_STEP_PX = 24

interface ScopeHost {
  console: Console
  session: ReconcileSession
  texts(): EntryTexts
}

/** The rows of a statement as commands see a list: moves, selection, text filter and copies. */
export function createStatementList({ console, session, texts }: ScopeHost, decisions: Decisions): ListScope {
  const { actor, workbench } = session
  const { cursor, handles, rows, selection } = workbench
  const kind = () => actor.getSnapshot().context.settings.list
  const orderHere = () => {
    const order = workbench.rowHere()?.order ?? null
    return order === null ? null : { kind: kind(), row: asRow(order) }
  }
  const none = () => {}
  const columnsOf = () => handles.grid?.columns ?? []
  const textOf = (row: WorkRow): string[] => [
    String(row.line?.lineNumber ?? ''),
    row.line?.day ?? '',
    lineText(row),
    row.line?.amount ?? row.line?.amountText ?? '',
    texts().t(`reconcile.bucket.${row.bucket}`),
    differenceText(row, texts()),
    orderNumber(row),
    row.order?.amount ?? '',
    row.mark === null ? '' : row.mark.as === 'RECONCILED' ? texts().t('reconcile.mark.RECONCILED') : row.mark.reason,
  ]
  const { app } = console.scope()
  return {
    get kind() {
      return kind()
    },
    isLocal: true,
    get row() {
      return orderHere()
    },
    // An entry without an order can be opened too.
    get isRowLoading() {
      return rows.total > 0
    },
    get selected() {
      return selection.rows.flatMap(({ order }) => (order === null ? [] : { kind: kind(), row: asRow(order) }))
    },
    get selectedCount() {
      return workbench.selectedCount
    },
    column: null,
    columns: [],
    canExport: false,
    exportsRows: false,
    canShowSelected: false,
    showSelected: none,
    statuses: null,
    fractionDigits: null,
    hasDays: false,
    get total() {
      return rows.total
    },
    openView: null,
    viewQuery: () => '',
    followView: none,
    findLoaded: () => [],
    filterValue: () => null,
    focus: () => handles.grid?.focus(),
    moveBy: (by) => cursor.set(cursor.row + by),
    moveTo: (row) => cursor.set(row === 'last' ? rows.total - 1 : row - 1),
    moveByViewport: (screens) =>
      cursor.set(Math.max(0, cursor.row + screens * Math.max(1, (handles.grid?.visibleRowCount ?? 20) - 1))),
    moveCell(to) {
      const columns = columnsOf()
      const at = columns.indexOf(cursor.column)
      const next = to === 'first' ? 0 : to === 'last' ? columns.length - 1 : Math.max(0, Math.min(columns.length - 1, at + to))
      cursor.set(cursor.row, columns[next] ?? cursor.column)
    },
    goToPage: none,
    open(how) {
      const row = workbench.rowHere()
      if (row === null) return
      if (how === 'detail') return workbench.isDetailOpen.set(!workbench.isDetailOpen.get())
      const ref = orderHere()
      if (ref !== null) app.openRow(identityOf(ref), 'newTab')
    },
    peek: none,
    openRowMenu: none,
    enterCell() {
      const { cell } = handles.grid ?? { cell: null }
      if (cell != null) cell.ownerDocument.getSelection()?.selectAllChildren(cell)
    },
    toggleSelected: () => workbench.toggle(cursor.row),
    extendSelection: workbench.extendBy,
    selectAll: selection.addAll,
    invertSelection: none,
    selectLike: async () => {},
    compareSelected: none,
    clearSelection: selection.clear,
    keepSelected: none,
    selectSum: async () => {},
    sumCount: 0,
    walkSums: none,
    moveToUnreviewed: none,
    refresh: none,
    async moveToChange(by) {
      const isMoved = await workbench.moveToOpen(by > 0 ? 1 : -1)
      if (isMoved) decisions.announceHere()
      else app.toast([actor.getSnapshot().context.summary?.open === 0 ? 'reconcile.allDecided' : 'reconcile.noMoreOpen'])
    },
    beginMutation: () => none,
    focusFilter: () => handles.filter?.focus(),
    editFilter: none,
    filterBy: (text) => void workbench.show({ needle: text.trim() }),
    submitFilters: none,
    resetFilters: () => void workbench.show({ needle: '', openOnly: false }),
    setRange: none,
    setStatus: none,
    filterByCell: none,
    sort: none,
    toggleSort: none,
    setPageSize: none,
    chooseColumns: none,
    widenColumn: (by) => handles.grid?.resizeColumn(cursor.column, by * WIDEN_STEP_PX),
    toggleDensity() {
      const { density } = console.preferences.get()
      console.preferences.change({ density: density === 'compact' ? 'regular' : 'compact' })
    },
    async copy(what) {
      const row = workbench.rowHere()
      if (what === 'row' || (what === 'smart' && workbench.selectedCount > 0)) {
        const some = workbench.selectedCount > 0 ? await workbench.selectedRows() : row === null ? [] : [row]
        return app.copy(some.map((one) => textOf(one).join('\t')).join('\n'))
      }
      if (row === null) return
      if (what === 'orderNo') return app.copy(row.order === null ? (row.line?.number ?? '') : orderNumber(row))
      return app.copy(handles.grid?.cell?.textContent ?? '')
    },
    toggleSums: none,
    announcePosition() {
      const row = workbench.rowHere()
      if (row !== null) app.toast(['reconcile.here', { text: describeEntry(row, texts()) }])
    },
    export: async () => {},
    runBulkAction(name) {
      if (name === 'reconcile') void workbench.planMarks()
      else if (name === 'notify') void resendCallbacks(console, session)
    },
  }
}

/** The statement as commands see it. */
export function createReconcileScope({ console, session, texts }: ScopeHost): {
  reconcile: ReconcileScope
  list: ListScope
} {
  const { actor, workbench } = session
  const decisions = createDecisions(console, session, texts)
  const reconcile: ReconcileScope = {
    get isMatched() {
      return actor.getSnapshot().matches({ held: 'deciding' })
    },
    get entry() {
      const row = workbench.rowHere()
      if (row === null) return null
      return {
        isSuggested: row.bucket === 'suggested',
        hasLine: row.line !== null,
        isUnread: row.bucket === 'notRead',
        name: lineText(row) || orderNumber(row),
      }
    },
    get fractionDigits() {
      return rowKinds[actor.getSnapshot().context.settings.list].fractionDigits
    },
    showBucket: (nth) => void workbench.setBucket(nth === 0 ? 'all' : (BUCKETS[nth - 1] ?? 'all')),
    toggleOpenOnly: () => void workbench.show({ openOnly: !workbench.filter.get().openOnly }),
    done: decisions.done,
    flag: decisions.flag,
    refuse: decisions.refuse,
    solve: decisions.solve,
    setAmount: decisions.setAmount,
    openOrders: () => openOrders(console, session),
    export: (what, form) =>
      exportEntries(console, session, { bucket: what === 'all' ? 'all' : workbench.filter.get().bucket, form, t: texts().t }),
    print: () => workbench.isPrinting.set(true),
    editColumns: () => actor.send({ type: 'columns.edit' }),
    reload: () => actor.send({ type: 'orders.reload' }),
    startOver: () => actor.send({ type: 'session.close' }),
  }
  return { reconcile, list: createStatementList({ console, session, texts }, decisions) }
}
