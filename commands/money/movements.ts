import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type Command, command } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { RouteId } from '../navigation/routes.ts'
import { formAddress, type Prefill } from './prefill.ts'

/** Opens a form filled in from a movement. */
const formCommand = <const Id extends string>(
  id: Id,
  {
    route,
    fill,
    ...rest
  }: Pick<Command, 'permission' | 'conditions' | 'rowKinds' | 'keywords'> & {
    route: RouteId
    fill(row: ListedRow): Prefill
  },
) =>
  command({
    ...rest,
    id,
    section: 'row',
    authority: ['normal'],
    risk: 'money',
    run(scope) {
      const ref = currentRow(scope)
      if (ref !== null) scope.app.go(formAddress(route, fill(ref.row)))
    },
  })

/** Commands for a single movement. */
export const movementCommands = [
  formCommand('withdraw.repeat', {
    route: 'account.withdraw',
    permission: 'withdraw_submit',
    conditions: ['row.withdraw'],
    rowKinds: ['withdraw'],
    keywords: 'command.record.repeat.words',
    fill: ({ payAmount, bankCode, accountNumber, accountHoldName, remark }) => ({
      amount: payAmount,
      bankCode,
      accountNumber,
      accountHoldName,
      remark,
    }),
  }),
  formCommand('transfer.repeat', {
    route: 'account.transfer',
    permission: 'transfer_submit',
    conditions: ['row.transfer', 'transfer.sent'],
    rowKinds: ['transfer'],
    keywords: 'command.record.repeat.words',
    fill: ({ payAmount, receiveMerchantNo, remark }) => ({ amount: payAmount, to: receiveMerchantNo, remark }),
  }),
  formCommand('recharge.continue', {
    route: 'account.recharge',
    permission: ['recharge_online', 'recharge_offline'],
    conditions: ['row.recharge', 'recharge.open'],
    rowKinds: ['recharge'],
    fill: ({ id, type }) => ({ mode: type === 'RECHARGE_OFFLINE' ? 'offline' : 'online', record: id }),
  }),
  command({
    id: 'recharge.receipt',
    keywords: 'command.payout.receipt.words',
    section: 'row',
    authority: ['normal'],
    permission: 'recharge_list',
    conditions: ['row.recharge', 'recharge.receipt'],
    rowKinds: ['recharge'],
    risk: 'none',
    async run(scope) {
      const ref = currentRow(scope)
      if (ref === null) return undefined
      const { record, receipt } = await scope.call(calls.recordTrail, { id: ref.row.id })
      if (receipt === null) return ['command.recharge.receipt.none', { number: record.platOrderNo }]
      return scope.app.showUploadedReceipt({ number: record.platOrderNo, content: receipt })
    },
  }),
] as const
