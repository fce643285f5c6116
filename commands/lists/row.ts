import { type Command, command } from '../command.ts'
import type { Condition } from '../conditions.ts'
import { IDR_ACCOUNTS, ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { CopyTarget, DetailScope, ListScope } from '../scope.ts'
import { onList } from './list.ts'

type RowCommand = Pick<Command, 'listing' | 'repeatable' | 'keywords' | 'dotRepeat'> & { conditions?: readonly Condition[] }

const onRow = <const Id extends string>(
  id: Id,
  run: (list: ListScope) => void,
  { conditions = [], ...rest }: RowCommand = {},
) => onList(id, run, { ...rest, section: 'row', conditions: ['row.here', ...conditions] })

const inDetail = <const Id extends string>(id: Id, run: (detail: DetailScope, times: number) => void, rest: RowCommand = {}) =>
  command({
    ...rest,
    id,
    section: 'row',
    conditions: ['detail.open'],
    listing: 'typed',
    risk: 'none',
    run: ({ detail }, { count }) => (detail === null ? undefined : run(detail, Number(count ?? 1))),
  })

const inSelection = <const Id extends string>(id: Id, run: Parameters<typeof onList>[1], rest: RowCommand = {}) =>
  onList(id, run, { ...rest, section: 'selection' })

/** Copies from the open detail, else from the row or the selection. */
const copyCommand = <const Id extends string>(id: Id, what: CopyTarget, condition: Condition = 'row.here') =>
  command({
    id,
    section: 'row',
    conditions: [condition],
    dotRepeat: true,
    risk: 'none',
    async run({ list, detail }) {
      if (detail !== null && (what === 'orderNo' || what === 'row' || what === 'link')) await detail.copy(what)
      else await list?.copy(what)
    },
  })

/** Commands for the row under the cursor or the open detail. */
export const rowCommands = [
  command({
    id: 'row.open',
    section: 'row',
    conditions: ['list.open', 'row.near'],
    risk: 'none',
    run: ({ list }) => list?.open('detail'),
  }),
  onRow('row.openTab', (list) => list.open('tab')),
  onRow('row.peek', (list) => list.peek()),
  command({
    id: 'row.actions',
    section: 'row',
    conditions: ['row.here'],
    risk: 'none',
    run: ({ list, detail }) => (detail === null ? list?.openRowMenu() : detail.openMenu()),
  }),
  onRow('cell.enter', (list) => list.enterCell(), { listing: 'typed' }),
  onRow('row.filterLike', (list) => list.filterByCell('only'), {
    conditions: ['column.filterable'],
    dotRepeat: true,
  }),
  onRow('row.filterUnlike', (list) => list.filterByCell('without'), {
    conditions: ['column.excludable'],
    dotRepeat: true,
  }),
  copyCommand('row.copyOrderNo', 'orderNo', 'row.order'),
  copyCommand('row.copyNumber', 'orderNo', 'row.other'),
  copyCommand('row.copyRow', 'row'),
  // Without a row, the link to the filtered list.
  copyCommand('copy.link', 'link', 'list.open'),
  copyCommand('copy.cell', 'cell'),
  copyCommand('copy.smart', 'smart'),
  command({
    id: 'speak.where',
    section: 'row',
    conditions: ['row.here'],
    risk: 'none',
    run: ({ list, detail }) => (detail === null ? list?.announcePosition() : detail.announce()),
  }),
  command({
    id: 'repeat',
    section: 'row',
    conditions: ['repeat.some', 'row.here'],
    subtitle: ({ app }) => app.repeatLabel,
    // The repeated command asks for its own confirmation.
    risk: 'none',
    run: ({ app }) => app.repeat(),
  }),
  inDetail('detail.next', (detail, times) => detail.next(times), { repeatable: true }),
  inDetail('detail.prev', (detail, times) => detail.next(-times), { repeatable: true }),
  inDetail('detail.full', (detail) => detail.toggleFull()),
  inDetail('tab.next', (detail) => detail.tab(1)),
  inDetail('tab.prev', (detail) => detail.tab(-1)),
] as const

const setSelectedStatus = <const Id extends string>(id: Id, way: 'enable' | 'disable') =>
  command({
    id,
    keywords: 'command.sub.words',
    section: 'selection',
    authority: ['normal'],
    permission: 'sub_update',
    conditions: ['list.open', 'list.subMerchants', 'selection.some', `selection.${way}`],
    // The bulk panel asks for confirmation.
    risk: 'none',
    run: ({ list }) => list?.runBulkAction(way),
  })

/** Commands for selecting rows, and for the selected rows. */
export const selectionCommands = [
  inSelection('sel.toggle', (list) => list.toggleSelected(), { conditions: ['row.here'] }),
  inSelection('sel.down', (list, times) => list.extendSelection(times), {
    listing: 'typed',
    repeatable: true,
  }),
  inSelection('sel.up', (list, times) => list.extendSelection(-times), {
    listing: 'typed',
    repeatable: true,
  }),
  inSelection('list.selectAll', (list) => list.selectAll()),
  inSelection('list.clearSelection', (list) => list.clearSelection(), {
    conditions: ['selection.some'],
  }),
  command({
    id: 'sum.solve',
    keywords: 'command.sum.solve.words',
    section: 'selection',
    conditions: ['list.open', 'list.amounts'],
    arguments: [
      {
        name: 'amount',
        prompt: 'argument.sum',
        ask: { amount: ({ list }) => list?.fractionDigits ?? 0, error: 'argument.sum.error' },
      },
    ],
    risk: 'none',
    run: ({ list }, { amount = '' }) => list?.selectSum(amount),
  }),
  inSelection('list.sum', (list) => list.toggleSums(), { conditions: ['selection.some'] }),
  command({
    id: 'list.notifySelected',
    keywords: 'command.notify.words',
    section: 'selection',
    authority: ['normal', 'subMerchant', 'umerchant'],
    permission: ['payin_notify', 'payout_notify'],
    conditions: ['list.open', 'list.notifiable', 'selection.some'],
    // The bulk panel shows what would be sent to how many merchants, and asks for confirmation.
    risk: 'none',
    run: ({ list }) => list?.runBulkAction('notify'),
  }),
  command({
    id: 'list.retrySelected',
    keywords: 'command.payout.retry.words',
    section: 'selection',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    conditions: ['list.open', 'list.retriable', 'selection.some'],
    // The bulk panel shows count and total amount, and asks for confirmation.
    risk: 'none',
    run: ({ list }) => list?.runBulkAction('retry'),
  }),
  command({
    id: 'list.reconcileSelected',
    keywords: 'command.review.words',
    section: 'selection',
    authority: ORDER_OWNERS,
    permission: ['payin_notify', 'payout_notify'],
    conditions: ['list.open', 'list.notifiable', 'selection.some'],
    risk: 'none',
    run: ({ list }) => list?.runBulkAction('reconcile'),
  }),
  setSelectedStatus('sub.enableSelected', 'enable'),
  setSelectedStatus('sub.disableSelected', 'disable'),
] as const
