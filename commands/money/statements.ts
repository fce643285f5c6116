import type { CommandOptions } from '../command.ts'
import { sourceKindOf } from '../conditions.ts'
import { IDR_ACCOUNTS } from '../orders/mutateRows.ts'
import { identityOf } from '../rows/kinds.ts'
import { drillDown, onRowOf } from '../rows/rowCommand.ts'
import type { RowKind } from '../rows/rowRef.ts'

/** Opens a list filtered to the day under the cursor. */
const openDay = <const Id extends string>(
  id: Id,
  list: RowKind,
  { conditions = [], ...rest }: Pick<CommandOptions, 'permission' | 'conditions'>,
) =>
  drillDown(id, {
    ...rest,
    authority: ['normal'],
    conditions: ['row.day', ...conditions],
    rowKinds: ['day'],
    list,
    filter({ row: { date } }, scope): Record<string, string> {
      // The target list is filtered to the same merchant as the days.
      const merchantNo = scope.list?.filterValue('merchantNo') ?? null
      return { ...(date == null ? {} : { startDate: date, endDate: date }), ...(merchantNo === null ? {} : { merchantNo }) }
    },
  })

/** Drill-down from ledger entries and days to the rows behind them. */
export const statementCommands = [
  onRowOf(
    'entry.openOrder',
    'entry',
    (ref, { app, permissions }) => {
      const kind = sourceKindOf(ref, permissions)
      const { number } = identityOf(ref)
      if (kind !== null) app.openRow({ kind, id: number, number })
    },
    {
      keywords: 'command.order.jump.words',
      authority: IDR_ACCOUNTS,
      permission: 'account_detail',
      conditions: ['entry.caused'],
    },
  ),
  // Ledger entries are visible for the user's own account only.
  openDay('day.detail', 'entry', { permission: 'account_detail', conditions: ['days.own'] }),
  openDay('day.payin', 'payin', { permission: 'payin' }),
  openDay('day.payout', 'payout', { permission: 'payout' }),
] as const
