import type { CommonKey } from '#locales/messages.ts'
import { textArgument } from '../arguments.ts'
import { type CommandOptions, command, commandsFor } from '../command.ts'
import type { Condition } from '../conditions.ts'
import { IDR_ACCOUNTS, ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { BulkAction, CopyTarget } from '../scope.ts'
import { onList } from './list.ts'

const onRow = commandsFor('list', { section: 'row', conditions: ['list.open', 'row.here'] })
const inDetail = commandsFor('detail', { section: 'row', conditions: ['detail.open'], listing: 'typed' })
const inSelection = commandsFor('list', { section: 'selection', conditions: ['list.open'] })

/** Copies from the open detail, else from the row or the selection. */
const copyCommand = <const Id extends string>(
  id: Id,
  what: CopyTarget,
  condition: Condition = 'row.here',
  label: CommonKey | null = null,
) =>
  command({
    id,
    ...(label === null ? {} : { label }),
    section: 'row',
    conditions: [condition],
    dotRepeat: true,
    async run({ list, detail }) {
      if (detail !== null && (what === 'orderNo' || what === 'row' || what === 'link')) await detail.copy(what)
      else await list?.copy(what)
    },
  })

/** Commands for the row under the cursor or the open detail. */
export const rowCommands = [
  onList('row.open', (list) => list.open('detail'), { section: 'row', conditions: ['row.near'] }),
  onRow('row.openTab', (list) => list.open('tab')),
  onRow('row.peek', (list) => list.peek(), { conditions: ['list.served'] }),
  command({
    id: 'row.actions',
    section: 'row',
    conditions: ['row.here', 'list.served'],
    run: ({ list, detail }) => (detail === null ? list?.openRowMenu() : detail.openMenu()),
  }),
  onRow('cell.enter', (list) => list.enterCell(), { listing: 'typed' }),
  onRow('row.filterLike', (list) => list.filterByCell('only'), { conditions: ['column.filterable'], dotRepeat: true }),
  onRow('row.filterUnlike', (list) => list.filterByCell('without'), { conditions: ['column.excludable'], dotRepeat: true }),
  copyCommand('row.copyOrderNo', 'orderNo', 'row.order'),
  copyCommand('row.copyNumber', 'orderNo', 'row.other'),
  copyCommand('row.copyRow', 'row'),
  // Without a row, the link to the filtered list.
  copyCommand('copy.link', 'link', 'list.open'),
  copyCommand('copy.cell', 'cell'),
  copyCommand('copy.smart', 'smart', 'row.here', 'action.copy'),
  command({
    id: 'speak.where',
    section: 'row',
    conditions: ['row.here'],
    run: ({ list, detail }) => (detail === null ? list?.announcePosition() : detail.announce()),
  }),
  command({
    id: 'repeat',
    section: 'row',
    conditions: ['repeat.some', 'row.here'],
    subtitle: ({ app }) => app.repeatLabel,
    run: ({ app }) => app.repeat(),
  }),
  inDetail('detail.next', (detail, times) => detail.next(times), { repeatable: true }),
  inDetail('detail.prev', (detail, times) => detail.next(-times), { repeatable: true }),
  inDetail('detail.full', (detail) => detail.toggleFull()),
  inDetail('tab.next', (detail) => detail.tab(1)),
  inDetail('tab.prev', (detail) => detail.tab(-1)),
] as const

/** Runs an action on the selected rows. The bulk panel shows what it would do, and asks for confirmation. */
const bulkCommand = <const Id extends string>(id: Id, action: BulkAction, rest: CommandOptions) =>
  inSelection(id, (list) => list.runBulkAction(action), {
    ...rest,
    subtitle: ({ list }) => (list === null ? null : ['command.selected', { n: list.selectedCount }]),
  })

const setSelectedStatus = <const Id extends string>(id: Id, way: 'enable' | 'disable') =>
  bulkCommand(id, way, {
    label: `action.${way}`,
    keywords: 'command.sub.words',
    authority: ['normal'],
    permission: 'sub_update',
    conditions: ['list.subMerchants', 'selection.some', `selection.${way}`],
  })

const ofNotifiable = {
  authority: ORDER_OWNERS,
  permission: ['payin_notify', 'payout_notify'],
  conditions: ['list.notifiable', 'selection.some'],
} as const

const extending = { listing: 'typed', repeatable: true } as const

/** Commands for selecting rows, and for the selected rows. */
export const selectionCommands = [
  inSelection('sel.toggle', (list) => list.toggleSelected(), { conditions: ['row.here'] }),
  inSelection('sel.down', (list, times) => list.extendSelection(times), extending),
  inSelection('sel.up', (list, times) => list.extendSelection(-times), extending),
  inSelection('list.selectAll', (list) => list.selectAll()),
  inSelection('list.invertSelection', (list) => list.invertSelection(), { conditions: ['list.served'] }),
  inSelection('list.selectLike', (list, _, { pattern = '' }) => list.selectLike(pattern), {
    conditions: ['list.served'],
    arguments: [textArgument('pattern', 'argument.rowText', /\S/)],
  }),
  inSelection('list.compare', (list) => list.compareSelected(), {
    conditions: ['list.served', 'selection.two'],
    subtitle: ({ list }) => (list?.selected.length === 2 ? ['command.selected', { n: 2 }] : null),
  }),
  inSelection('list.clearSelection', (list) => list.clearSelection(), {
    label: 'action.clear',
    conditions: ['selection.some'],
  }),
  inSelection('sum.solve', (list, _, { amount = '' }) => list.selectSum(amount), {
    label: 'action.sumTo',
    keywords: 'command.sum.solve.words',
    conditions: ['list.amounts'],
    arguments: [
      {
        name: 'amount',
        prompt: 'argument.sum',
        ask: { amount: ({ list }) => list?.fractionDigits ?? 0, error: 'argument.sum.error' },
      },
    ],
  }),
  inSelection('sum.next', (list) => list.walkSums(1), { conditions: ['list.sums'], listing: 'typed' }),
  inSelection('sum.prev', (list) => list.walkSums(-1), { conditions: ['list.sums'], listing: 'typed' }),
  inSelection('sel.only', (list) => list.showSelected(), {
    label: 'action.onlyThese',
    conditions: ['list.served', 'selection.some', 'selection.few'],
  }),
  inSelection('list.sum', (list) => list.toggleSums(), { label: 'action.sum', conditions: ['list.served', 'selection.some'] }),
  bulkCommand('list.notifySelected', 'notify', { label: 'action.notify', ...ofNotifiable, keywords: 'command.notify.words' }),
  bulkCommand('list.retrySelected', 'retry', {
    label: 'action.retry',
    keywords: 'command.payout.retry.words',
    authority: IDR_ACCOUNTS,
    permission: 'payout_action',
    conditions: ['list.retriable', 'selection.some'],
  }),
  bulkCommand('list.reconcileSelected', 'reconcile', {
    label: 'action.mark',
    ...ofNotifiable,
    keywords: 'command.review.words',
  }),
  setSelectedStatus('sub.enableSelected', 'enable'),
  setSelectedStatus('sub.disableSelected', 'disable'),
] as const
