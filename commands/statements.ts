import { RUPIAH } from './acting.ts'
import { type Command, command } from './command.ts'
import { causeOf, rowHere } from './facts.ts'
import { keyOf, listAddress } from './rowKinds.ts'
import type { RowKind } from './scope.ts'

/** What a day is made of: a list with that day alone in it. */
const ofDay = <const Id extends string>(
  id: Id,
  title: Command['title'],
  { kind, ...who }: Pick<Command, 'key' | 'when'> & { kind: RowKind },
) =>
  command({
    ...who,
    id,
    title,
    section: 'row',
    authority: ['normal'],
    about: ['day'],
    risk: 'none',
    run(scope) {
      const date = rowHere(scope)?.row.date
      if (date === undefined) return
      // Whose days they are, theirs the rows are.
      const merchantNo = scope.list?.asked('merchantNo') ?? null
      const whose = merchantNo === null ? {} : { merchantNo }
      scope.app.go(listAddress(kind, scope.permissions, { startDate: date, endDate: date, ...whose }))
    },
  })

/** From the movements and the days of an account to what they are made of. */
export const statementCommands = [
  command({
    id: 'entry.openOrder',
    title: 'command.entry.openOrder',
    words: 'command.order.jump.words',
    section: 'row',
    authority: RUPIAH,
    key: 'account_detail',
    when: ['row.entry', 'entry.caused'],
    about: ['entry'],
    risk: 'none',
    run(scope) {
      const ref = rowHere(scope)
      const kind = causeOf(ref, scope.permissions)
      if (ref === null || kind === null) return
      const { number } = keyOf(ref)
      scope.app.openRow({ kind, id: number, number })
    },
  }),
  // An account's movements are shown to its owner alone.
  ofDay('day.detail', 'command.day.detail', { kind: 'entry', key: 'account_detail', when: ['row.day', 'days.own'] }),
  ofDay('day.payin', 'command.day.payin', { kind: 'payin', key: 'payin', when: ['row.day'] }),
  ofDay('day.payout', 'command.day.payout', { kind: 'payout', key: 'payout', when: ['row.day'] }),
] as const
