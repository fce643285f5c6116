import type { Permission } from '#contract/authority.ts'
import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { EntryExport } from '#contract/shapes/ledger.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import { type Argument, type Command, command } from '../command.ts'
import type { RangeName } from '../dateRange.ts'
import { IDR_ACCOUNTS, ORDER_OWNERS } from '../orders/mutateRows.ts'
import type { RowKind } from '../rows/rowRef.ts'
import type { Scope } from '../scope.ts'

const RANGES = ['last7', 'today', 'week', 'month', 'year'] as const satisfies RangeName[]

interface ExportOptions {
  authority: NonNullable<Command['authority']>
  /** Each user has access to one of these kinds only. */
  kinds: readonly RowKind[]
  call: Call<ExportQuery, Blob> | Call<EntryExport, Blob>
  permission: Permission
}

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

const exportCommand = <const Id extends string>(id: Id, { authority, kinds, call, permission }: ExportOptions) =>
  command({
    id,
    keywords: 'command.export.words',
    section: 'list',
    authority,
    permission,
    arguments: [rowsOf(kinds)],
    risk: 'outward',
    run({ list, app, download }, args) {
      if (args.rows === 'list') return list?.export()
      const days = app.days(args.rows as RangeName)
      return download(call, { ...days, locales: app.locale })
    },
  })

/** Commands that export lists to files. */
export const exportCommands = [
  exportCommand('export.payin', {
    authority: ORDER_OWNERS,
    kinds: ['payin', 'usdtPayin'],
    call: calls.exportPayin,
    permission: 'payin_export',
  }),
  exportCommand('export.payout', {
    authority: ORDER_OWNERS,
    kinds: ['payout', 'usdtPayout'],
    call: calls.exportPayout,
    permission: 'payout_export',
  }),
  exportCommand('export.detail', {
    authority: IDR_ACCOUNTS,
    kinds: ['entry'],
    call: calls.exportDetail,
    permission: 'detail_export',
  }),
  command({
    id: 'list.export',
    keywords: 'command.export.words',
    section: 'list',
    authority: ORDER_OWNERS,
    permission: ['payin_export', 'payout_export', 'detail_export'],
    conditions: ['list.open', 'list.exportable'],
    listing: 'typed',
    risk: 'outward',
    run: ({ list }) => list?.export(),
  }),
] as const
