import { calls } from '#contract/calls.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { CommandOptions } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { RouteId } from '../navigation/routes.ts'
import { mutateRows } from '../orders/mutateRows.ts'
import { onRowOf } from '../rows/rowCommand.ts'
import { formAddress, type Prefill } from './prefill.ts'

interface Refill extends CommandOptions {
  route: RouteId
  fill(row: ListedRow): Prefill
}

/** Opens a form filled in from a movement. */
const formCommand = <const Id extends string>(
  id: Id,
  kind: 'withdraw' | 'transfer' | 'recharge',
  { route, fill, ...rest }: Refill,
) =>
  onRowOf(id, kind, ({ row }, { app }) => app.go(formAddress(route, fill(row))), {
    ...rest,
    authority: ['normal'],
    opens: [route],
  })

const numberOf = ({ platOrderNo, id }: ListedRow): string => platOrderNo ?? id

export const movementCommands = [
  formCommand('withdraw.repeat', 'withdraw', {
    label: 'action.repeat',
    route: 'account.withdraw',
    permission: 'withdraw_submit',
    keywords: 'command.record.repeat.words',
    fill: ({ payAmount, bankCode, accountNumber, accountHoldName, remark }) => ({
      amount: payAmount,
      bankCode,
      accountNumber,
      accountHoldName,
      remark,
    }),
  }),
  formCommand('transfer.repeat', 'transfer', {
    label: 'action.repeat',
    route: 'account.transfer',
    permission: 'transfer_submit',
    conditions: ['transfer.sent'],
    keywords: 'command.record.repeat.words',
    fill: ({ payAmount, receiveMerchantNo, remark }) => ({ amount: payAmount, to: receiveMerchantNo, remark }),
  }),
  formCommand('recharge.continue', 'recharge', {
    label: 'action.continue',
    route: 'account.recharge',
    permission: ['recharge_online', 'recharge_offline'],
    conditions: ['recharge.open'],
    fill: ({ id, type }) => ({ mode: type === 'RECHARGE_OFFLINE' ? 'offline' : 'online', record: id }),
  }),
  onRowOf(
    'recharge.cancel',
    'recharge',
    async ({ row }, scope) => {
      const { call, idempotencyKey } = scope
      await mutateRows(scope, [row], () => call(calls.cancelRecord, { id: row.id }, { idempotencyKey }))
      return ['command.recharge.cancel.done', { number: numberOf(row) }, 'done']
    },
    {
      label: 'action.cancel',
      authority: ['normal'],
      permission: 'recharge_offline',
      feature: 'holds',
      conditions: ['recharge.cancellable'],
      confirm(scope) {
        const ref = currentRow(scope)
        return ref && ['command.recharge.cancel.confirm', { number: numberOf(ref.row) }]
      },
    },
  ),
  onRowOf(
    'recharge.receipt',
    'recharge',
    async ({ row }, { call, app }) => {
      const { record, receipt } = await call(calls.recordTrail, { id: row.id })
      const number = record.platOrderNo ?? row.id
      if (receipt === null) return ['command.recharge.receipt.none', { number }]
      return app.showUploadedReceipt({ number, content: receipt })
    },
    {
      label: 'action.receipt',
      keywords: 'command.payout.receipt.words',
      authority: ['normal'],
      permission: 'recharge_list',
      feature: 'trails',
      conditions: ['recharge.receipt'],
    },
  ),
] as const
