import type { Direction } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import { REVIEWS } from '#contract/options.ts'
import type { Balance } from '#contract/rows/accounts.ts'
import type { CallbackAttempt, NotifyResult } from '#contract/rows/callbacks.ts'
import type { PayinFigures, PayoutFigures } from '#contract/rows/dashboards.ts'
import type { Posting } from '#contract/rows/ledger.ts'
import type {
  CheckoutOrder,
  OrderTrail,
  PayChannel,
  PayinSummary,
  Payment,
  PayOrder,
  PayoutSummary,
  Receipt,
  SimulationResult,
  StatusMove,
  UserAction,
} from '#contract/rows/orders.ts'
import { always, fixed, identityBy, list, listOrNull, map, paymentIdentity, record } from './records.ts'
import { amount, key, mark, member, number, presence, type Reader, text, time } from './values.ts'

/** The currency as it came, else that of the call. */
export const currencyOf = (usual: Currency): Reader<Currency> => ({
  kind: 'text',
  read: (value) => (text.read(value)?.toUpperCase() as Currency | undefined) ?? usual,
})

/** The fields that orders and movements have in common. */
export const payment = (currency: Currency) =>
  ({
    merchantNo: text,
    merchantName: text,
    merchantOrderNo: text,
    platOrderNo: text,
    currency: currencyOf(currency),
    bankCode: text,
    bankName: text,
    accountNumber: text,
    accountHoldName: text,
    payerName: text,
    payerAccountNumber: text,
    receiveName: text,
    receiveAccount: text,
    payAmount: amount,
    payFee: amount,
    serviceFee: amount,
    status: text,
    expiryPeriod: number,
    responseMessage: text,
    receipt: presence,
    createTime: time,
    updateTime: time,
    completeTime: time,
  }) satisfies { [Name in Exclude<keyof Payment, 'id'>]: Reader<Payment[Name]> }

export const statusMove = record<StatusMove>({ time, status: text, text })

export const userAction = record<UserAction>({ time, actor: text, action: text, text })

/** The order of a call: its direction and currency are those of the call. */
const orderFields = (type: Direction, currency: Currency) => ({
  ...payment(currency),
  payOrderNo: text,
  platAccountId: text,
  type: fixed('member', type),
  payMethod: text,
  payChannel: text,
  mobile: text,
  paidAmount: amount,
  feeType: key<NonNullable<PayOrder['feeType']>>(),
  lateSuccess: mark,
  simulated: mark,
  notifyStatus: key<NonNullable<PayOrder['notifyStatus']>>(),
  notifyAttempts: number,
  lastNotifyTime: time,
  review: member(REVIEWS.filter((review) => review !== 'NONE')),
  reviewNote: text,
  history: listOrNull(statusMove),
})

export const order = (type: Direction, currency: Currency = 'IDR') =>
  record<PayOrder>(orderFields(type, currency), { identity: paymentIdentity })

export const checkout = record<CheckoutOrder>(
  { ...orderFields('PAYIN', 'IDR'), checkoutUrl: text },
  { identity: paymentIdentity },
)

/** Balances before and after. */
export const balanceChange = {
  currency: currencyOf('IDR'),
  beforeAvailable: amount,
  afterAvailable: amount,
  beforeTotal: amount,
  afterTotal: amount,
  beforePayinFreeze: amount,
  afterPayinFreeze: amount,
  beforePayoutFreeze: amount,
  afterPayoutFreeze: amount,
}

export const balances = { available: amount, total: amount, payinFreeze: amount, payoutFreeze: amount }

export const balance = (currency: Currency) => record<Balance>({ ...balances, currency: currencyOf(currency) })

export const posting = record<Posting>({ ...balanceChange, time, seq: text, type: text, amount })

export const attempt = record<CallbackAttempt, 'outcome'>(
  {
    number,
    eventId: text,
    trigger: key<NonNullable<CallbackAttempt['trigger']>>(),
    actor: text,
    address: text,
    time,
    outcome: key<CallbackAttempt['outcome']>(),
    status: number,
    latency: number,
    error: text,
    requestHeaders: map(text),
    requestBody: text,
    response: text,
    nextTime: time,
  },
  { requires: ['outcome'] },
)

export const orderTrail = (type: Direction) =>
  record<OrderTrail>({
    order: always(order(type)),
    notifyAddress: text,
    moves: list(statusMove),
    postings: list(posting),
    attempts: list(attempt),
    actions: list(userAction),
  })

export const notifyResult = record<NotifyResult>(
  {
    notifyStatus: key<NonNullable<PayOrder['notifyStatus']>>(),
    notifyAttempts: number,
    lastNotifyTime: time,
    responseMessage: text,
    attempt,
  },
  { identity: identityBy('id') },
)

export const payinFigures = {
  totalPayinCount: number,
  totalPayinAmount: amount,
  successPayinCount: number,
  successPayinAmount: amount,
  payinFee: amount,
} satisfies { [Name in keyof PayinFigures]: Reader<PayinFigures[Name]> }

export const payoutFigures = {
  totalPayoutCount: number,
  totalPayoutAmount: amount,
  successPayoutCount: number,
  successPayoutAmount: amount,
  payoutFee: amount,
} satisfies { [Name in keyof PayoutFigures]: Reader<PayoutFigures[Name]> }

const byStatus = map(record<{ count: number | null; amount: string | null }>({ count: number, amount }))

export const payinSummary = record<PayinSummary>({ ...payinFigures, byStatus })
export const payoutSummary = record<PayoutSummary>({ ...payoutFigures, byStatus })

/** A channel without a key cannot be chosen. */
export const payChannel = record<PayChannel, 'payChannel'>(
  { payChannel: text, name: text, payMethod: text, minAmount: amount, maxAmount: amount },
  { requires: ['payChannel'] },
)

export const receipt = record<Receipt>({
  merchantOrderNo: text,
  platOrderNo: text,
  merchantName: text,
  bankName: text,
  receiveName: text,
  receiveAccount: text,
  currency: currencyOf('IDR'),
  payAmount: amount,
  payFee: amount,
  status: text,
  completeTime: time,
  receipt: text,
})

export const simulationResult = (type: Direction) =>
  record<SimulationResult>({
    before: text,
    order: always(order(type)),
    notify: record<NonNullable<SimulationResult['notify']>>({
      notifyStatus: key<NonNullable<PayOrder['notifyStatus']>>(),
      notifyAttempts: number,
    }),
  })
