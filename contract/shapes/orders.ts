import Type, { type Static } from 'typebox'
import { MAX_TREE_TEXT } from '../filterTree.ts'
import { NOTIFY_STATUSES, REVIEWS } from '../options.ts'
import { LIVE_LIST_NAMES } from '../rows/liveLists.ts'
import { MAX_ORDER_NUMBERS, MAX_PLANNED_ORDERS, PATTERNS } from '../rules.ts'
import {
  amount,
  days,
  exportSettings,
  oneOrMany,
  optionKey,
  orderNumber,
  orderNumbers,
  orderTail,
  Paging,
  pattern,
} from './fields.ts'
import { assignee } from './notes.ts'

/**
 * Filter of orders. All conditions must match; unknown fields are ignored, so that older consoles keep working. Several values of a
 * field are alternatives, and a field that begins with `not` excludes its values.
 */
export const OrderFilter = Type.Object({
  ...days,
  createdFrom: Type.Optional(pattern(PATTERNS.minute, { description: 'In UTC+7, in addition to the days: 2026-11-26T14:00' })),
  createdBefore: Type.Optional(pattern(PATTERNS.minute, { description: 'The same; orders of this very second are left out' })),
  completedFrom: Type.Optional(pattern(PATTERNS.minute)),
  completedBefore: Type.Optional(pattern(PATTERNS.minute)),
  dateField: Type.Optional(Type.Enum(['createTime', 'completeTime'])),
  orderNo: Type.Optional(
    oneOrMany(
      pattern(PATTERNS.orderNumber, { maxLength: 64, description: 'Any of the three numbers, exactly; days are ignored' }),
      MAX_ORDER_NUMBERS,
    ),
  ),
  orderTail: Type.Optional(oneOrMany(orderTail)),
  orderPattern: Type.Optional(
    oneOrMany(
      pattern(PATTERNS.orderPattern, { description: 'Any of the three numbers; * stands for any characters: INV-2611*' }),
    ),
  ),
  merchantOrderNo: Type.Optional(oneOrMany(orderNumber)),
  platOrderNo: Type.Optional(oneOrMany(orderNumber)),
  payOrderNo: Type.Optional(oneOrMany(Type.String({ minLength: 1, maxLength: 128 }))),
  accountNumber: Type.Optional(oneOrMany(pattern(PATTERNS.digits, { maxLength: 34 }))),
  payerName: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'A part of it; case and accents do not count' }),
  ),
  notPayerName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  receiveAccount: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  receiveName: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  accountHoldName: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Of withdraws' })),
  receiveMerchantNo: Type.Optional(pattern(PATTERNS.word, { maxLength: 20, description: 'Of transfers' })),
  bankCode: Type.Optional(oneOrMany(optionKey)),
  status: Type.Optional(oneOrMany(optionKey)),
  notStatus: Type.Optional(oneOrMany(optionKey)),
  payMethod: Type.Optional(oneOrMany(optionKey)),
  notPayMethod: Type.Optional(oneOrMany(optionKey)),
  payChannel: Type.Optional(oneOrMany(optionKey)),
  notPayChannel: Type.Optional(oneOrMany(optionKey)),
  type: Type.Optional(oneOrMany(optionKey)),
  notType: Type.Optional(oneOrMany(optionKey)),
  minAmount: Type.Optional(amount),
  maxAmount: Type.Optional(amount),
  notifyStatus: Type.Optional(oneOrMany(Type.Enum([...NOTIFY_STATUSES]))),
  notNotifyStatus: Type.Optional(oneOrMany(Type.Enum([...NOTIFY_STATUSES]))),
  review: Type.Optional(oneOrMany(Type.Enum([...REVIEWS]))),
  notReview: Type.Optional(oneOrMany(Type.Enum([...REVIEWS]))),
  assignedTo: Type.Optional(oneOrMany(assignee)),
  notAssignedTo: Type.Optional(oneOrMany(assignee)),
  has: Type.Optional(oneOrMany(Type.Enum(['NOTES']))),
  notHas: Type.Optional(oneOrMany(Type.Enum(['NOTES']))),
  merchantNo: Type.Optional(oneOrMany(pattern(PATTERNS.word, { maxLength: 20 }))),
  notMerchantNo: Type.Optional(oneOrMany(pattern(PATTERNS.word, { maxLength: 20 }))),
  where: Type.Optional(
    Type.String({
      maxLength: MAX_TREE_TEXT,
      description:
        'Alternatives and groups of these conditions as JSON, in addition to the others: {"any":[{"is":{"status":"FAILED"}},{"not":{"is":{"minAmount":"1000"}}}]}; also all. Up to 6 levels and 50 conditions',
    }),
  ),
})

export const PagedOrders = Type.Interface([Paging, OrderFilter], {})

export const ExportQuery = Type.Interface([OrderFilter], exportSettings)

const mark = Type.String({ maxLength: 40_000, pattern: '^([A-Za-z0-9_-]{1,20}:\\d{1,18}(,|$))*$' })

export const ChangesQuery = Type.Interface([OrderFilter], {
  list: Type.Enum(LIVE_LIST_NAMES),
  since: Type.Optional(mark),
  told: Type.Optional(mark),
})

export const VaNumber = Type.Object({ accountNumber: pattern(PATTERNS.digits, { maxLength: 34 }) })

export const ChannelQuery = Type.Object({ type: Type.Optional(Type.Enum(['PAYIN', 'PAYOUT'])) })

export const OrderId = Type.Object({ id: orderNumber })

export const NotifyOrder = Type.Object({ id: orderNumber, trigger: Type.Optional(Type.Enum(['manual', 'bulk'])) })

/** Orders of a bulk notify: the listed numbers, or all orders that match the filter. */
export const NotifyPlanQuery = Type.Interface([ExportQuery], {
  kind: Type.Enum(['payin', 'usdtPayin', 'payout', 'usdtPayout']),
  ids: Type.Optional(Type.Array(orderNumber, { maxItems: MAX_PLANNED_ORDERS })),
})

export const ReviewOrder = Type.Object({
  id: orderNumber,
  review: Type.Enum([...REVIEWS]),
  note: Type.Optional(Type.String({ maxLength: 140, description: 'What does not agree' })),
})

export const PayinAction = Type.Object({ id: orderNumber, action: Type.Enum(['check', 'close']) })

export const PayinDecision = Type.Object({ id: orderNumber, action: Type.Enum(['accept', 'reject']) })

export const PayoutAction = Type.Object({ id: orderNumber, action: Type.Enum(['check', 'cancel', 'retry']) })

export const ReceiptQuery = Type.Object(orderNumbers)

export type OrderFilter = Static<typeof OrderFilter>
export type PagedOrders = Static<typeof PagedOrders>
export type ExportQuery = Static<typeof ExportQuery>
export type ChangesQuery = Static<typeof ChangesQuery>
export type VaNumber = Static<typeof VaNumber>
export type ChannelQuery = Static<typeof ChannelQuery>
export type NotifyOrder = Static<typeof NotifyOrder>
export type NotifyPlanQuery = Static<typeof NotifyPlanQuery>
export type ReviewOrder = Static<typeof ReviewOrder>
export type PayinAction = Static<typeof PayinAction>
export type PayinDecision = Static<typeof PayinDecision>
export type PayoutAction = Static<typeof PayoutAction>
export type ReceiptQuery = Static<typeof ReceiptQuery>
