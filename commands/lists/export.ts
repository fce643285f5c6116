import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { EntryExport } from '#contract/shapes/ledger.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import type { Exported } from '../appScope.ts'
import { choiceArgument } from '../arguments.ts'
import { type Argument, type CommandOptions, command } from '../command.ts'
import { RANGES, type RangeName } from '../dateRange.ts'
import { IDR_ACCOUNTS, ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { RowKind } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'
import { onList } from './list.ts'

/** Which rows to export: those of the open list if its kind fits, or all rows of a date range. */
function rowsOf(kinds: readonly RowKind[]): Argument {
  const isShown = ({ list }: Scope): boolean => list !== null && kinds.includes(list.kind) && list.canExport
  return {
    name: 'rows',
    prompt: 'argument.rows',
    ask: {
      choices: (scope) => [
        ...(isShown(scope) ? [{ value: 'list', title: { message: ['argument.rows.list'] as const } }] : []),
        ...RANGES.map((value) => ({ value, title: { message: [`range.${value}`] as const } })),
      ],
    },
    defaultValue: (scope) => (isShown(scope) ? 'list' : 'last7'),
  }
}

/** Exports one of these kinds; each user has access to one of them only. */
const exportCommand = <const Id extends string>(
  id: Id,
  kinds: readonly RowKind[],
  call: Call<ExportQuery, Blob> | Call<EntryExport, Blob>,
  who: Pick<CommandOptions, 'authority' | 'permission'>,
) =>
  command({
    ...who,
    id,
    keywords: 'command.export.words',
    section: 'list',
    arguments: [rowsOf(kinds)],
    hasOutsideEffect: true,
    run({ list, app, download }, args) {
      if (args.rows === 'list') return list?.export('list')
      const days = app.days(args.rows as RangeName)
      return download(call, { ...days, locales: app.locale })
    },
  })

/** Asked once, the first time that rows are selected. Tab in the palette asks again. */
const exported: Argument = {
  ...choiceArgument('exported', 'argument.exported', ['selection', 'list']),
  defaultValue: ({ list, app }) => (list === null || list.selectedCount === 0 ? 'list' : app.exported),
}

/** A list without a call that exports it needs no permission: its rows are read as they are shown. */
const EXPORT_OF_LIST = {
  keywords: 'command.export.words',
  authority: ORDER_OWNERS,
  permission: ['payin_export', 'payout_export', 'detail_export'],
  isFree: ({ list }) => list?.exportsRows === true,
  hasOutsideEffect: true,
} as const satisfies CommandOptions

export const exportCommands = [
  exportCommand('export.payin', ['payin', 'usdtPayin'], calls.exportPayin, {
    authority: ORDER_OWNERS,
    permission: 'payin_export',
  }),
  exportCommand('export.payout', ['payout', 'usdtPayout'], calls.exportPayout, {
    authority: ORDER_OWNERS,
    permission: 'payout_export',
  }),
  exportCommand('export.detail', ['entry'], calls.exportDetail, { authority: IDR_ACCOUNTS, permission: 'detail_export' }),
  onList(
    'list.export',
    (list, _times, { exported }, { app }) => {
      if (list.selectedCount === 0) return list.export('list')
      const what: Exported = exported === 'selection' ? 'selection' : 'list'
      app.rememberExport(what)
      return list.export(what)
    },
    { ...EXPORT_OF_LIST, label: 'action.export', conditions: ['list.exportable'], listing: 'typed', arguments: [exported] },
  ),
  onList('list.exportSelected', (list) => list.export('selection'), {
    ...EXPORT_OF_LIST,
    label: 'action.exportSelected',
    conditions: ['list.exportable', 'selection.some'],
  }),
] as const
