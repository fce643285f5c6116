import type { Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { inThousands } from '#contract/money.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { StatusAction } from '#contract/statuses.ts'
import type { CommonKey } from '#locales/messages.ts'
import { type CommandOptions, command } from '../command.ts'
import { orderAllows } from '../rows/kinds.ts'
import type { OrderRef, OrderRowKind } from '../rows/rowRef.ts'
import { callByNumber, otherOrderError } from './callByNumber.ts'
import { IDR_ACCOUNTS, loadedOrder, mutateRows, notify, ORDER_OWNERS, statusChanged } from './mutateRows.ts'
import { orderArgument, parseOrderValue } from './orderArgument.ts'

/** Sends the callback of an order again. */
const notifyCommand = <const Id extends string>(
  id: Id,
  kind: OrderRowKind,
  who: Pick<CommandOptions, 'authority' | 'permission'>,
) =>
  command({
    authority: IDR_ACCOUNTS,
    ...who,
    id,
    label: 'action.notify',
    keywords: 'command.notify.words',
    section: 'order',
    arguments: [orderArgument({ kinds: [kind], fits: orderAllows('notify') })],
    dotRepeat: true,
    hasOutsideEffect: true,
    run: (scope, { order }) => notify(scope, parseOrderValue(order)),
  })

interface ActionCommand<Action> extends CommandOptions {
  kinds: readonly OrderRowKind[]
  call: Call<{ id: string; action: Action }, PayOrder>
  action: Action
  /** Which orders it is offered for; by default those whose status allows the action. */
  fits?(ref: OrderRef): boolean
  /** Asked before it runs, about the number of the order and the parameters of `about`. */
  question?: CommonKey
  about?(row: ListedRow | undefined): Readonly<Record<string, string | null>>
}

/** Runs an action on an order and shows its new status. */
const actionCommand = <const Id extends string, Action extends StatusAction>(
  id: Id,
  { kinds, call, action, fits = orderAllows(action), question, about, ...rest }: ActionCommand<Action>,
) =>
  command({
    authority: IDR_ACCOUNTS,
    ...rest,
    id,
    section: 'order',
    arguments: [orderArgument({ kinds, fits })],
    ...(question && {
      confirm(scope, { order }) {
        const identity = parseOrderValue(order)
        return [question, { number: identity.number, ...about?.(loadedOrder(scope, identity)) }]
      },
    }),
    hasOutsideEffect: true,
    async run(scope, args) {
      const order = parseOrderValue(args.order)
      const { status } = await mutateRows(scope, [order], () =>
        scope.call(call, { id: order.id, action }, { idempotencyKey: scope.idempotencyKey }),
      )
      return statusChanged(scope, order, status)
    },
  })

const payin = { kinds: ['payin'], permission: 'payin_action', call: calls.payinAction } as const
const payout = { kinds: ['payout'], permission: 'payout_action', call: calls.payoutAction } as const

const exception = {
  kinds: ['payin', 'usdtPayin'],
  authority: ORDER_OWNERS,
  permission: 'plat_payin_exception',
  feature: 'payin-exceptions',
  call: calls.decidePayin,
  movesMoney: true,
  about: (row: ListedRow | undefined) => ({ paid: amountOf(row, row?.paidAmount), amount: amountOf(row, row?.payAmount) }),
} as const

/** `135,000.00 IDR`; a dash where the order is not loaded. */
const amountOf = (row: ListedRow | undefined, text: string | null | undefined): string =>
  row === undefined || text == null ? '–' : `${text.replace(/^\d+/, inThousands)} ${row.currency}`

/** A payout in CREATED was not sent yet: its check would find nothing. */
const isSent = (ref: OrderRef): boolean => orderAllows('check')(ref) && ref.order.status !== 'CREATED'

/** Commands for the order under the cursor, or for an order found by its number. */
export const orderActionCommands = [
  notifyCommand('payin.notify', 'payin', { permission: 'payin_notify' }),
  notifyCommand('usdt.payin.notify', 'usdtPayin', { permission: 'payin_notify', authority: ['umerchant'] }),
  actionCommand('payin.check', { ...payin, label: 'action.check', action: 'check', dotRepeat: true }),
  actionCommand('payin.close', {
    ...payin,
    label: 'action.close',
    action: 'close',
    question: 'command.payin.close.confirm',
    dotRepeat: true,
  }),
  actionCommand('payin.accept', {
    ...exception,
    label: 'action.accept',
    action: 'accept',
    question: 'command.payin.accept.confirm',
  }),
  actionCommand('payin.reject', {
    ...exception,
    label: 'action.reject',
    action: 'reject',
    question: 'command.payin.reject.confirm',
  }),
  notifyCommand('payout.notify', 'payout', { permission: 'payout_notify' }),
  notifyCommand('usdt.payout.notify', 'usdtPayout', { permission: 'payout_notify', authority: ['umerchant'] }),
  actionCommand('payout.check', { ...payout, label: 'action.check', action: 'check', fits: isSent, dotRepeat: true }),
  actionCommand('payout.cancel', {
    ...payout,
    label: 'action.cancel',
    action: 'cancel',
    movesMoney: true,
    question: 'command.payout.cancel.confirm',
  }),
  actionCommand('payout.retry', {
    ...payout,
    label: 'action.retry',
    action: 'retry',
    movesMoney: true,
    keywords: 'command.payout.retry.words',
    question: 'command.payout.retry.confirm',
  }),
  command({
    id: 'payout.receipt',
    label: 'action.receipt',
    keywords: 'command.payout.receipt.words',
    section: 'order',
    authority: IDR_ACCOUNTS,
    permission: 'payout_receipt',
    arguments: [orderArgument({ kinds: ['payout'], fits: (ref) => ref.order.receipt || orderAllows('receipt')(ref) })],
    dotRepeat: true,
    async run(scope, args) {
      const order = parseOrderValue(args.order)
      const receipt = await callByNumber(scope, calls.payoutReceipt, order, {})
      const error = otherOrderError(order, receipt)
      if (error !== null) return error
      scope.app.showReceipt(receipt)
      return undefined
    },
  }),
] as const
