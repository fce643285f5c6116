import { expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { createRegistry } from '#commands/registry.ts'
import type { DetailScope } from '#commands/scope.ts'
import { payin } from '../palette/orders.ts'
import { createTestConsole } from '../palette/testConsole.ts'

const registry = createRegistry(commands)

/** Values for the arguments of the commands. */
const GIVEN = {
  filter: 'status:failed',
  column: 'payAmount',
  direction: 'desc',
  status: 'SUCCESS',
  page: '3',
  row: '4312',
  size: '50',
  rows: 'list',
  count: '12',
}

test('Each list command calls the expected method of the list', async () => {
  const lines: string[] = []
  for (const { id, conditions = [] } of commands) {
    if (!conditions.includes('list.open')) continue
    const { console, list, did } = await createTestConsole({ listed: Array.from({ length: 30 }, (_, n) => payin(`26${n}`)) })
    const { scope } = list!
    scope.toggleSelected()
    Object.assign(scope, { column: { id: 'payAmount', sortable: true, filterable: true, excludable: true } })
    const before = list!.cursor()
    await registry.run(id, console.scope(), GIVEN)
    const moved = list!.cursor() === before ? [] : [`cursor ${list!.cursor()}`]
    lines.push(`${id.padEnd(20)} ${[...moved, ...list!.asked, ...did].slice(0, 3).join(', ')}`.trim())
  }
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "row.open             open "detail"
    row.openTab          open "tab"
    row.peek             peek
    cell.enter           enterCell
    row.filterLike       filterByCell "only"
    row.filterUnlike     filterByCell "without"
    copy.link            copy "link"
    sel.toggle
    sel.down             extendSelection 12
    sel.up               extendSelection -12
    list.selectAll       selectAll
    list.invertSelection invertSelection
    list.selectLike      selectLike ""
    list.compare
    list.clearSelection  clearSelection
    sum.solve            selectSum ""
    sum.next
    sum.prev
    sel.only
    list.sum             sumSelection
    list.notifySelected  runOverSelection "notify"
    list.retrySelected
    list.reconcileSelected runOverSelection "reconcile"
    sub.enableSelected
    sub.disableSelected
    list.noteSelected    runOverSelection "note"
    list.assignMeSelected runOverSelection "assign" "ME"
    list.assignSelected  runOverSelection "assign"
    list.unassignSelected runOverSelection "unassign"
    list.export          export "list", rememberExport list
    list.exportSelected  export "selection"
    list.focusFilter
    list.editFilter      editFilter
    list.filter          filterBy "status:failed"
    list.submit          submitFilters
    list.resetFilters    resetFilters
    list.status          setStatus "SUCCESS"
    range.last7          setRange "last7"
    range.today          setRange "today"
    range.week           setRange "week"
    range.month          setRange "month"
    range.year           setRange "year"
    list.refresh         refresh
    change.next          walkChanges 12
    change.prev          walkChanges -12
    list.sort            sort "payAmount" "desc"
    sort.toggle          toggleSort
    sort.clear           sort "" null
    list.next            turn {"by":12}
    list.prev            turn {"by":-12}
    list.first           turn "first"
    list.last            turn "last"
    list.goto            turn 3
    list.toRow           cursor 29
    list.pageSize        setPageSize 50
    list.columns         chooseColumns
    col.widen            widenColumn 1
    col.narrow           widenColumn -1
    density              toggleDensity
    copy.query           copy "query"
    view.save
    view.update
    row.next             cursor 12
    row.prev
    row.first            cursor 11
    row.last             cursor 11
    cell.start           moveCell "first"
    cell.end             cursor 29, moveCell "last"
    row.pageDown         moveByViewport 1
    row.pageUp           moveByViewport -1
    cell.next            moveCell 1, moveCell 1, moveCell 1
    cell.prev            moveCell -1, moveCell -1, moveCell -1
    cell.first           moveCell "first"
    cell.last            moveCell "last""
  `)
})

test('Copy, announce and menu commands apply to the open detail', async () => {
  const { console } = await createTestConsole({ listed: [payin('1')] })
  const asked: string[] = []
  const note = (name: string) => (given?: unknown) =>
    void asked.push([name, given].filter((one) => one !== undefined).join(' '))
  const detail: DetailScope = {
    row: { kind: 'payin', row: payin('1') },
    setRange: null,
    focus: note('focus'),
    next: note('next'),
    toggleFull: note('toggleFull'),
    tab: note('tab'),
    openMenu: note('openMenu'),
    announce: note('speak'),
    copy: async (what) => note('copy')(what),
    reload: note('reload'),
    close: note('close'),
  }
  console.activeScopes.enter('detail', detail)
  const ids = [
    'row.copyOrderNo',
    'row.copyRow',
    'copy.link',
    'speak.where',
    'row.actions',
    'detail.next',
    'detail.prev',
    'detail.full',
    'tab.next',
    'tab.prev',
  ]
  for (const id of ids) await registry.run(id, console.scope(), { count: '3' })
  expect(asked).toEqual([
    'copy orderNo',
    'copy row',
    'copy link',
    'speak',
    'openMenu',
    'next 3',
    'next -3',
    'toggleFull',
    'tab 1',
    'tab -1',
  ])
})

test('Export uses the open list, or a date range when no list is open', async () => {
  const without = await createTestConsole()
  without.console.runner.begin('export.payin')
  expect(without.did).toEqual([
    'download /api/merchant/export/payin {"startDate":"start of last7","endDate":"end of last7","locales":"en"}',
  ])
  const { console, list, did } = await createTestConsole({ listed: [payin('1')] })
  console.runner.begin('export.payin')
  console.runner.begin('export.payin', { rows: 'month' })
  expect(list?.asked).toEqual(['export "list"'])
  expect(did).toEqual([
    'download /api/merchant/export/payin {"startDate":"start of month","endDate":"end of month","locales":"en"}',
  ])
})
