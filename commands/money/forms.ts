import { calls } from '#contract/calls.ts'
import { PATTERNS } from '#contract/rules.ts'
import { allows } from '#contract/statuses.ts'
import { textArgument } from '../arguments.ts'
import { type Command, command } from '../command.ts'
import { type Condition, currentRow } from '../conditions.ts'
import type { Message } from '../message.ts'
import type { RouteId } from '../navigation/routes.ts'
import { mutateRows } from '../orders/mutateRows.ts'
import type { FormScope, Scope } from '../scope.ts'
import { formAddress } from './prefill.ts'

/** Asked only when the user presses Tab, because the form asks for it anyway. */
const defaultValue = () => ''
const amount = { ...textArgument('amount', 'argument.amount', /^\S.*$/, 'argument.sum.error'), defaultValue }
const receiver = { ...textArgument('to', 'argument.receiveMerchantNo', PATTERNS.merchantNo), defaultValue }

type FormCommand = Pick<Command, 'permission' | 'arguments'> & { route: RouteId; mode?: 'online' | 'offline' }

/** Opens a form with known values filled in. Only the last page of the form moves money. */
const formCommand = <const Id extends string>(id: Id, { route, mode, ...rest }: FormCommand) =>
  command({
    ...rest,
    id,
    keywords: 'command.money.words',
    section: 'account',
    authority: ['normal'],
    risk: 'money',
    run: ({ app }, args) => app.go(formAddress(route, { mode, ...args })),
  })

/** A key of the open form. */
const inForm = <const Id extends string>(id: Id, condition: Condition, run: (form: FormScope) => void) =>
  command({
    id,
    section: 'account',
    listing: 'key',
    conditions: [condition],
    risk: 'none',
    run: ({ form }) => (form === null ? undefined : run(form)),
  })

const CHECK_MESSAGES: Record<string, Message> = {
  SUCCESS: ['command.recharge.check.success', {}, 'done'],
  FAILED: ['command.recharge.check.failed', {}, 'error'],
  EXPIRED: ['command.recharge.check.expired', {}, 'error'],
}

/** The recharge in the scope that waits for money, if its arrival can be checked. */
function currentCheckableRecharge(scope: Scope): string | null {
  const { kind, row } = currentRow(scope) ?? {}
  return kind === 'recharge' && row !== undefined && allows(row.type, 'check', row.status) ? row.id : null
}

/** Commands for the forms that move money of the account, and for their follow-ups. */
export const moneyCommands = [
  formCommand('withdraw.start', {
    route: 'account.withdraw',
    permission: 'withdraw_submit',
    arguments: [amount],
  }),
  formCommand('transfer.start', {
    route: 'account.transfer',
    permission: 'transfer_submit',
    arguments: [receiver, amount],
  }),
  formCommand('recharge.online', {
    route: 'account.recharge',
    mode: 'online',
    permission: 'recharge_online',
    arguments: [amount],
  }),
  formCommand('recharge.offline', {
    route: 'account.recharge',
    mode: 'offline',
    permission: 'recharge_offline',
    arguments: [amount],
  }),
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
    risk: 'none',
    async run(scope, { id = '' }): Promise<Message> {
      const { call, idempotencyKey } = scope
      const rechargeId = id === '' ? (await call(calls.offlineRecharge, {})).record?.id : id
      if (rechargeId === undefined) return ['command.recharge.check.none']
      const { status } = await mutateRows(scope, [{ id: rechargeId }], () =>
        call(calls.checkRecharge, { id: rechargeId }, { idempotencyKey }),
      )
      return CHECK_MESSAGES[status] ?? ['command.recharge.check.pending']
    },
  }),
  command({
    id: 'hold.takeBack',
    keywords: 'command.hold.takeBack.words',
    section: 'account',
    authority: ['normal'],
    permission: ['withdraw_submit', 'transfer_submit'],
    conditions: ['hold.some'],
    risk: 'none',
    run: ({ app }) => app.cancelHeldMovement(),
  }),
  inForm('form.check', 'form.checks', (form) => form.check?.()),
  inForm('form.first', 'form.chooses', (form) => form.chooseOption?.(0)),
  inForm('form.second', 'form.chooses', (form) => form.chooseOption?.(1)),
] as const
