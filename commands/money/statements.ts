import { type Command, command } from '../command.ts'
import { currentRow, sourceKindOf } from '../conditions.ts'
import { IDR_ACCOUNTS } from '../orders/mutateRows.ts'
import { identityOf, listAddress } from '../rows/kinds.ts'
import type { RowKind } from '../rows/rowRef.ts'

/** Opens a list filtered to the day under the cursor. */
const openDay = <const Id extends string>(
  id: Id,
  { kind, ...who }: Pick<Command, 'permission' | 'conditions'> & { kind: RowKind },
) =>
  command({
    ...who,
    id,
    section: 'row',
    authority: ['normal'],
    rowKinds: ['day'],
    risk: 'none',
    run(scope) {
      const date = currentRow(scope)?.row.date
      if (date === undefined) return
      // The target list is filtered to the same merchant as the days.
      const merchantNo = scope.list?.filterValue('merchantNo') ?? null
      const merchantFilter = merchantNo === null ? {} : { merchantNo }
      scope.app.go(listAddress(kind, scope.permissions, { startDate: date, endDate: date, ...merchantFilter }))
    },
  })

/** Drill-down from ledger entries and days to the rows behind them. */
export const statementCommands = [
  command({
    id: 'entry.openOrder',
    keywords: 'command.order.jump.words',
    section: 'row',
    authority: IDR_ACCOUNTS,
    permission: 'account_detail',
    conditions: ['row.entry', 'entry.caused'],
    rowKinds: ['entry'],
    risk: 'none',
    run(scope) {
      const ref = currentRow(scope)
      const kind = sourceKindOf(ref, scope.permissions)
      if (ref === null || kind === null) return
      const { number } = identityOf(ref)
      scope.app.openRow({ kind, id: number, number })
    },
  }),
  // Ledger entries are visible for the user's own account only.
  openDay('day.detail', {
    kind: 'entry',
    permission: 'account_detail',
    conditions: ['row.day', 'days.own'],
  }),
  openDay('day.payin', { kind: 'payin', permission: 'payin', conditions: ['row.day'] }),
  openDay('day.payout', { kind: 'payout', permission: 'payout', conditions: ['row.day'] }),
] as const
