import { type Command, command } from '../command.ts'
import { currentRow, sourceKindOf } from '../conditions.ts'
import { IDR_ACCOUNTS } from '../orders/mutateRows.ts'
import { identityOf, listAddress } from '../rows/rowKinds.ts'
import type { RowKind } from '../rows/rowRef.ts'

/** What a day is made of: a list with that day alone in it. */
const openDay = <const Id extends string>(
  id: Id,
  title: Command['title'],
  { kind, ...who }: Pick<Command, 'permission' | 'conditions'> & { kind: RowKind },
) =>
  command({
    ...who,
    id,
    title,
    section: 'row',
    authority: ['normal'],
    rowKinds: ['day'],
    risk: 'none',
    run(scope) {
      const date = currentRow(scope)?.row.date
      if (date === undefined) return
      // Whose days they are, theirs the rows are.
      const merchantNo = scope.list?.filterValue('merchantNo') ?? null
      const whose = merchantNo === null ? {} : { merchantNo }
      scope.app.go(listAddress(kind, scope.permissions, { startDate: date, endDate: date, ...whose }))
    },
  })

/** From the movements and the days of an account to what they are made of. */
export const statementCommands = [
  command({
    id: 'entry.openOrder',
    title: 'command.entry.openOrder',
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
  // An account's movements are shown to its owner alone.
  openDay('day.detail', 'command.day.detail', {
    kind: 'entry',
    permission: 'account_detail',
    conditions: ['row.day', 'days.own'],
  }),
  openDay('day.payin', 'command.day.payin', { kind: 'payin', permission: 'payin', conditions: ['row.day'] }),
  openDay('day.payout', 'command.day.payout', { kind: 'payout', permission: 'payout', conditions: ['row.day'] }),
] as const
