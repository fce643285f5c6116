import type { MessageKey } from '#locales/messages.ts'
import { RUPIAH } from './acting.ts'
import { type Command, command } from './command.ts'
import type { Fact } from './facts.ts'
import type { Copied, DetailScope, ListScope } from './scope.ts'

type RowCommand = Pick<Command, 'listing' | 'moves' | 'words'> & { when?: readonly Fact[] }

const onRow = <const Id extends string>(
  id: Id,
  title: MessageKey,
  run: (list: ListScope) => void,
  { when = [], ...rest }: RowCommand = {},
) =>
  command({
    ...rest,
    id,
    title,
    section: 'row',
    when: ['list.open', 'row.here', ...when],
    risk: 'none',
    run: ({ list }) => (list === null ? undefined : run(list)),
  })

const inDetail = <const Id extends string>(
  id: Id,
  title: MessageKey,
  run: (detail: DetailScope, times: number) => void,
  rest: RowCommand = {},
) =>
  command({
    ...rest,
    id,
    title,
    section: 'row',
    when: ['detail.open'],
    listing: 'typed',
    risk: 'none',
    run: ({ detail }, { count }) => (detail === null ? undefined : run(detail, Number(count ?? 1))),
  })

const inSelection = <const Id extends string>(
  id: Id,
  title: MessageKey,
  run: (list: ListScope, times: number) => void,
  { when = [], ...rest }: RowCommand = {},
) =>
  command({
    ...rest,
    id,
    title,
    section: 'selection',
    when: ['list.open', ...when],
    risk: 'none',
    run: ({ list }, { count }) => (list === null ? undefined : run(list, Number(count ?? 1))),
  })

/** Copies from the open record where there is one, else from the row or the selection. */
const copying = <const Id extends string>(id: Id, title: MessageKey, what: Copied) =>
  command({
    id,
    title,
    section: 'row',
    when: ['row.here'],
    risk: 'none',
    async run({ list, detail }) {
      if (detail !== null && (what === 'orderNo' || what === 'row' || what === 'link')) await detail.copy(what)
      else await list?.copy(what)
    },
  })

/** What is done with the row under the cursor, or with the record that is open. */
export const rowCommands = [
  onRow('row.open', 'command.row.open', (list) => list.open('detail')),
  onRow('row.openTab', 'command.row.openTab', (list) => list.open('tab')),
  onRow('row.peek', 'command.row.peek', (list) => list.peek()),
  command({
    id: 'row.actions',
    title: 'command.row.actions',
    section: 'row',
    when: ['row.here'],
    risk: 'none',
    run: ({ list, detail }) => (detail === null ? list?.openRowMenu() : detail.openMenu()),
  }),
  onRow('cell.enter', 'command.cell.enter', (list) => list.enterCell(), { listing: 'typed' }),
  onRow('row.filterLike', 'command.row.filterLike', (list) => list.filterByCell('only'), { when: ['column.filterable'] }),
  onRow('row.filterUnlike', 'command.row.filterUnlike', (list) => list.filterByCell('without'), {
    when: ['column.excludable'],
  }),
  copying('row.copyOrderNo', 'command.row.copyOrderNo', 'orderNo'),
  copying('row.copyRow', 'command.row.copyRow', 'row'),
  copying('copy.link', 'command.copy.link', 'link'),
  copying('copy.cell', 'command.copy.cell', 'cell'),
  copying('copy.smart', 'command.copy.smart', 'smart'),
  command({
    id: 'speak.where',
    title: 'command.speak.where',
    section: 'row',
    when: ['row.here'],
    risk: 'none',
    run: ({ list, detail }) => (detail === null ? list?.speakWhere() : detail.speak()),
  }),
  inDetail('detail.next', 'command.detail.next', (detail, times) => detail.next(times), { moves: true }),
  inDetail('detail.prev', 'command.detail.prev', (detail, times) => detail.next(-times), { moves: true }),
  inDetail('detail.full', 'command.detail.full', (detail) => detail.toggleFull()),
  inDetail('tab.next', 'command.tab.next', (detail) => detail.tab(1)),
  inDetail('tab.prev', 'command.tab.prev', (detail) => detail.tab(-1)),
] as const

/** Choosing rows, and what is done with the chosen ones. */
export const selectionCommands = [
  inSelection('sel.toggle', 'command.sel.toggle', (list) => list.toggleSelected(), { when: ['row.here'] }),
  inSelection('sel.down', 'command.sel.down', (list, times) => list.extendSelection(times), { listing: 'typed', moves: true }),
  inSelection('sel.up', 'command.sel.up', (list, times) => list.extendSelection(-times), { listing: 'typed', moves: true }),
  inSelection('list.selectAll', 'command.list.selectAll', (list) => list.selectAll()),
  inSelection('list.clearSelection', 'command.list.clearSelection', (list) => list.clearSelection(), {
    when: ['selection.some'],
  }),
  inSelection('list.sum', 'command.list.sum', (list) => list.sumSelection(), { when: ['selection.some'] }),
  command({
    id: 'list.notifySelected',
    title: 'command.list.notifySelected',
    words: 'command.notify.words',
    section: 'selection',
    authority: ['normal', 'subMerchant', 'umerchant'],
    key: ['payin_notify', 'payout_notify'],
    when: ['list.open', 'list.notifiable', 'selection.some'],
    // Its panel says what it would send, to how many, and asks.
    risk: 'none',
    run: ({ list }) => list?.runOverSelection('notify'),
  }),
  command({
    id: 'list.retrySelected',
    title: 'command.list.retrySelected',
    words: 'command.payout.retry.words',
    section: 'selection',
    authority: RUPIAH,
    key: 'payout_action',
    when: ['list.open', 'list.retriable', 'selection.some'],
    // As above: how many, and how much money, is asked there.
    risk: 'none',
    run: ({ list }) => list?.runOverSelection('retry'),
  }),
] as const
