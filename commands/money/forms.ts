import { calls } from '#contract/calls.ts'
import { PATTERNS } from '#contract/rules.ts'
import { mayAllow } from '#contract/statuses.ts'
import { textArgument } from '../arguments.ts'
import { type CommandOptions, command, commandsFor } from '../command.ts'
import { currentRow } from '../conditions.ts'
import type { Message } from '../message.ts'
import type { RouteId } from '../navigation/routes.ts'
import { mutateRows } from '../orders/mutateRows.ts'
import type { Scope } from '../scope.ts'
import { formAddress } from './prefill.ts'

/** Asked only when the user presses Tab, because the form asks for it anyway. */
const defaultValue = () => ''
const amount = { ...textArgument('amount', 'argument.amount', /^\S.*$/, 'argument.sum.error'), defaultValue }
const receiver = { ...textArgument('to', 'argument.receiveMerchantNo', PATTERNS.merchantNo), defaultValue }

/** Opens a form with known values filled in. Only the last page of the form moves money. */
const formCommand = <const Id extends string>(id: Id, route: RouteId, rest: CommandOptions, mode?: 'online' | 'offline') =>
  command({
    ...rest,
    id,
    keywords: 'command.money.words',
    section: 'account',
    authority: ['normal'],
    opens: [route],
    run: ({ app }, args) => app.go(formAddress(route, { mode, ...args })),
  })

/** A key of the open form. */
const inForm = commandsFor('form', { section: 'account', listing: 'key' })

const CHECK_MESSAGES: Record<string, Message> = {
  SUCCESS: ['command.recharge.check.success', {}, 'done'],
  FAILED: ['command.recharge.check.failed', {}, 'error'],
  EXPIRED: ['command.recharge.check.expired', {}, 'error'],
  CANCELLED: ['command.recharge.check.cancelled', {}, 'error'],
}

/** The recharge in the scope that waits for money, if its arrival can be checked. */
function currentCheckableRecharge(scope: Scope): string | null {
  const { kind, row } = currentRow(scope) ?? {}
  return kind === 'recharge' && row !== undefined && mayAllow(row.type, 'check', row.status) ? row.id : null
}

/** Commands for the forms that move money of the account, and for their follow-ups. */
export const moneyCommands = [
  formCommand('withdraw.start', 'account.withdraw', {
    label: 'action.withdraw',
    permission: 'withdraw_submit',
    arguments: [amount],
  }),
  formCommand('transfer.start', 'account.transfer', {
    label: 'action.transfer',
    permission: 'transfer_submit',
    arguments: [receiver, amount],
  }),
  formCommand(
    'recharge.online',
    'account.recharge',
    { label: 'action.recharge', permission: 'recharge_online', arguments: [amount] },
    'online',
  ),
  formCommand('recharge.offline', 'account.recharge', { permission: 'recharge_offline', arguments: [amount] }, 'offline'),
  command({
    id: 'recharge.check',
    keywords: 'command.money.words',
    section: 'account',
    authority: ['normal'],
    permission: 'recharge_offline',
    rowKinds: ['recharge'],
    arguments: [
      {
        ...textArgument('id', 'argument.recharge', PATTERNS.orderNumber),
        // Empty means the open recharge of the account.
        defaultValue: (scope) => currentCheckableRecharge(scope) ?? '',
      },
    ],
    async run(scope, { id = '' }): Promise<Message> {
      const { call, idempotencyKey } = scope
      const rechargeId = id === '' ? (await call(calls.offlineRecharge, {})).record?.id : id
      if (rechargeId === undefined) return ['command.recharge.check.none']
      const { status } = await mutateRows(scope, [{ id: rechargeId }], () =>
        call(calls.checkRecharge, { id: rechargeId }, { idempotencyKey }),
      )
      return CHECK_MESSAGES[status ?? ''] ?? ['command.recharge.check.open']
    },
  }),
  command({
    id: 'hold.takeBack',
    keywords: 'command.hold.takeBack.words',
    section: 'account',
    authority: ['normal'],
    permission: ['withdraw_submit', 'transfer_submit'],
    feature: 'holds',
    conditions: ['hold.some'],
    run: ({ app }) => app.cancelHeldMovement(),
  }),
  inForm('form.check', (form) => form.check?.(), { conditions: ['form.checks'] }),
  inForm('form.first', (form) => form.chooseOption?.(0), { conditions: ['form.chooses'] }),
  inForm('form.second', (form) => form.chooseOption?.(1), { conditions: ['form.chooses'] }),
  inForm('form.refill', (form) => form.refill?.(), { conditions: ['form.refills'] }),
] as const
