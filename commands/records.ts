import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import { type Command, command } from './command.ts'
import { rowHere } from './facts.ts'
import { type Brought, formAddress } from './moneyForms.ts'
import type { PlaceId } from './places.ts'

/** Opens a form with what a record says in it. */
const form = <const Id extends string>(
  id: Id,
  title: Command['title'],
  {
    place,
    fill,
    ...rest
  }: Pick<Command, 'key' | 'when' | 'about' | 'words'> & {
    place: PlaceId
    fill(row: ListedRow): Brought
  },
) =>
  command({
    ...rest,
    id,
    title,
    section: 'row',
    authority: ['normal'],
    risk: 'money',
    run(scope) {
      const ref = rowHere(scope)
      if (ref !== null) scope.app.go(formAddress(place, fill(ref.row)))
    },
  })

/** What is done with one record of money that came, went or changed hands. */
export const recordCommands = [
  form('withdraw.repeat', 'command.withdraw.repeat', {
    place: 'account.withdraw',
    key: 'withdraw_submit',
    when: ['row.withdraw'],
    about: ['withdraw'],
    words: 'command.record.repeat.words',
    fill: ({ payAmount, bankCode, accountNumber, accountHoldName, remark }) => ({
      amount: payAmount,
      bankCode,
      accountNumber,
      accountHoldName,
      remark,
    }),
  }),
  form('transfer.repeat', 'command.transfer.repeat', {
    place: 'account.transfer',
    key: 'transfer_submit',
    when: ['row.transfer', 'transfer.sent'],
    about: ['transfer'],
    words: 'command.record.repeat.words',
    fill: ({ payAmount, receiveMerchantNo, remark }) => ({ amount: payAmount, to: receiveMerchantNo, remark }),
  }),
  form('recharge.continue', 'command.recharge.continue', {
    place: 'account.recharge',
    key: ['recharge_online', 'recharge_offline'],
    when: ['row.recharge', 'recharge.open'],
    about: ['recharge'],
    fill: ({ id, type }) => ({ mode: type === 'RECHARGE_OFFLINE' ? 'offline' : 'online', record: id }),
  }),
  command({
    id: 'recharge.receipt',
    title: 'command.recharge.receipt',
    words: 'command.payout.receipt.words',
    section: 'row',
    authority: ['normal'],
    key: 'recharge_list',
    when: ['row.recharge', 'recharge.receipt'],
    about: ['recharge'],
    risk: 'none',
    async run(scope) {
      const ref = rowHere(scope)
      if (ref === null) return undefined
      const { record, receipt } = await scope.call(calls.recordTrail, { id: ref.row.id })
      if (receipt === null) return ['command.recharge.receipt.none', { number: record.platOrderNo }]
      return scope.app.showHandedIn({ number: record.platOrderNo, content: receipt })
    },
  }),
] as const
