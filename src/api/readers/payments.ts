import type { Direction } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import { REVIEWS } from '#contract/options.ts'
import type { PayinFigures, PayoutFigures } from '#contract/rows/dashboards.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { CheckoutOrder, PayinSummary, Payment, PayOrder, PayoutSummary, StatusMove } from '#contract/rows/orders.ts'
import { fixed, listOrNull, map, orElse, paymentIdentity, record } from './records.ts'
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

/** The order of a call: its direction and currency are those of the call. */
const orderFields = (type: Direction, currency: Currency) => ({
  ...payment(currency),
  payOrderNo: text,
  platAccountId: text,
  type: fixed('member', type),
  payMethod: text,
  payChannel: text,
  mobile: text,
  remark: text,
  paidAmount: amount,
  feeType: key<NonNullable<PayOrder['feeType']>>(),
  lateSuccess: mark,
  simulated: mark,
  notifyStatus: key<NonNullable<PayOrder['notifyStatus']>>(),
  notifyAttempts: number,
  lastNotifyTime: time,
  review: member(REVIEWS.filter((review) => review !== 'NONE')),
  reviewNote: text,
  assignedTo: text,
  notes: number,
  history: listOrNull(statusMove),
})

export const order = (type: Direction, currency: Currency = 'IDR') =>
  record<PayOrder>(orderFields(type, currency), { identity: paymentIdentity })

export const checkout = record<CheckoutOrder>(
  { ...orderFields('PAYIN', 'IDR'), checkoutUrl: text },
  { identity: paymentIdentity },
)

/** A movement of a call that lists only some types; null for a call of several. */
export const movementFields = (type: string | null) => ({
  ...payment('IDR'),
  type: type === null ? text : orElse(text, type),
  payOrderNo: text,
  transferFee: amount,
  payMethod: text,
  payChannel: text,
  receiveMerchantNo: text,
  holdUntil: time,
  remark: text,
})

export const movement = (type: string | null) => record<Movement>(movementFields(type), { identity: paymentIdentity })

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
