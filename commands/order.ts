import type { PermissionKey } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { NOTIFIABLE } from '#contract/options.ts'
import type { NotifyResult } from '#contract/rows.ts'
import type { PayinAction, Simulate } from '#contract/shapes.ts'
import type { MessageKey } from '#locales/messages.ts'
import { type Argument, command } from './command.ts'
import { orderArgument, orderIn } from './orderArgument.ts'
import { orderKinds } from './orderKinds.ts'
import type { OrderKey, OrderKind, OrderRef, Said, Scope } from './scope.ts'

const PAYINS: readonly OrderKind[] = ['payin', 'usdtPayin', 'agentPayin']
const ANYBODY = ['normal', 'subMerchant', 'umerchant', 'delegate'] as const
const RUPIAH = ['normal', 'subMerchant'] as const

const isPending = ({ order }: OrderRef): boolean => order.status === 'PENDING'
const isNotifiable = ({ order }: OrderRef): boolean => NOTIFIABLE.includes(order.status)

/** What is on the screen of this order is read again. */
function touched({ list, detail }: Scope, { id }: OrderKey): void {
  list?.refreshOrder(id)
  if (detail?.order.order.id === id) detail.reload()
}

/** One delivery was tried at once, and this is how it went: a delivery that failed is an outcome too. */
function delivered({ number }: OrderKey, { attempt }: NotifyResult): Said {
  const { outcome, status, latency, error } = attempt
  if (outcome === 'ACKNOWLEDGED') return ['command.notify.acknowledged', { number, ms: latency ?? 0 }, 'done']
  if (status === null) return ['command.notify.notDelivered', { number, reason: error ?? outcome }, 'error']
  return ['command.notify.notAcknowledged', { number, status }, 'error']
}

/** Tells the merchant of one order again. */
async function notify(scope: Scope, order: OrderKey): Promise<Said | undefined> {
  const call = orderKinds[order.kind].notify
  if (call === null) return undefined
  const result = await scope.call(call, { id: order.id, trigger: 'manual' })
  touched(scope, order)
  return delivered(order, result)
}

async function act(scope: Scope, order: OrderKey, action: PayinAction['action']): Promise<Said> {
  const { status } = await scope.call(calls.payinAction, { id: order.id, action })
  touched(scope, order)
  return statusSaid(scope, order, status)
}

function statusSaid({ app }: Scope, { number }: OrderKey, status: string): Said {
  const word = app.options('PayinOrderStatus').find(({ key }) => key === status)?.value ?? status
  return ['command.order.isNow', { number, status: word }, 'done']
}

const jump = <const Id extends string>(id: Id, title: MessageKey, key: readonly PermissionKey[]) =>
  command({
    id,
    title,
    words: 'command.order.jump.words',
    section: 'order',
    authority: ANYBODY,
    key,
    when: ['orders.visible'],
    arguments: [orderArgument({ kinds: PAYINS })],
    risk: 'none',
    run: ({ app }, { order }) => app.openOrder(orderIn(order)),
  })

// Outcomes the gateway's simulation knows; the usual one first.
const OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const satisfies Simulate['outcome'][]

const outcome: Argument = {
  name: 'outcome',
  prompt: 'argument.outcome',
  ask: { choices: () => OUTCOMES.map((value) => ({ value, title: { said: [`argument.outcome.${value}`] } })) },
}

/** What can be done with one order: by its number, or with the one under the cursor. */
export const orderCommands = [
  jump('order.jump', 'command.order.jump', ['payin', 'payout']),
  jump('order.jumpPayin', 'command.order.jumpPayin', ['payin']),
  command({
    id: 'order.byVa',
    title: 'command.order.byVa',
    section: 'order',
    authority: RUPIAH,
    key: 'va_lookup',
    arguments: [orderArgument({ kinds: ['payin'], by: 'account', prompt: 'argument.vaNumber' })],
    risk: 'none',
    run: ({ app }, { order }) => app.openOrder(orderIn(order)),
  }),
  command({
    id: 'payin.notify',
    title: 'command.payin.notify',
    words: 'command.notify.words',
    section: 'order',
    authority: RUPIAH,
    key: 'payin_notify',
    arguments: [orderArgument({ kinds: ['payin'], fits: isNotifiable })],
    risk: 'outward',
    run: (scope, { order }) => notify(scope, orderIn(order)),
  }),
  command({
    id: 'usdt.payin.notify',
    title: 'command.usdt.payin.notify',
    words: 'command.notify.words',
    section: 'order',
    authority: ['umerchant'],
    key: 'payin_notify',
    arguments: [orderArgument({ kinds: ['usdtPayin'], fits: isNotifiable })],
    risk: 'outward',
    run: (scope, { order }) => notify(scope, orderIn(order)),
  }),
  command({
    id: 'payin.check',
    title: 'command.payin.check',
    section: 'order',
    authority: RUPIAH,
    key: 'payin_action',
    arguments: [orderArgument({ kinds: ['payin'], fits: isPending })],
    risk: 'outward',
    run: (scope, { order }) => act(scope, orderIn(order), 'check'),
  }),
  command({
    id: 'payin.close',
    title: 'command.payin.close',
    section: 'order',
    authority: RUPIAH,
    key: 'payin_action',
    arguments: [orderArgument({ kinds: ['payin'], fits: isPending })],
    risk: 'outward',
    confirm: (_, { order }) => ['command.payin.close.confirm', { number: orderIn(order).number }],
    run: (scope, { order }) => act(scope, orderIn(order), 'close'),
  }),
  command({
    id: 'simulate.payin',
    title: 'command.simulate.payin',
    words: 'command.simulate.payin.words',
    section: 'order',
    authority: ['normal'],
    key: 'simulate_payin',
    arguments: [orderArgument({ kinds: ['payin', 'usdtPayin'], fits: isPending }), outcome],
    risk: 'outward',
    async run(scope, given) {
      const order = orderIn(given.order)
      // The platform's number: the merchant's own may belong to several merchants.
      const asked = { merchantOrderNo: order.number, outcome: given.outcome as NonNullable<Simulate['outcome']> }
      const { order: now } = await scope.call(calls.simulatePayin, asked)
      touched(scope, order)
      return statusSaid(scope, order, now.status)
    },
  }),
] as const
