import Type, { type Static, type TSchema } from 'typebox'
import { LIVE_LIST_NAMES } from './liveLists.ts'
import { NOTIFY_STATUSES, REVIEWS } from './options.ts'
import { MAX_ORDER_NUMBERS, PATTERNS } from './rules.ts'

/** Shapes of what is sent. One value checks the call, types both sides and writes the document; text of a query stays text. */

export const pattern = (regex: RegExp, options = {}) => Type.String({ pattern: regex.source, ...options })
export const amount = pattern(/^\d{1,16}(\.\d{1,6})?$/, { description: 'Decimal text, such as 150000.00' })
export const day = pattern(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, {
  description: 'A day in UTC+7, such as 2026-11-21',
})
export const sha256 = pattern(/^[0-9a-f]{64}$/, { description: 'SHA-256 of the typed text, lower-case hex' })
export const orderTail = pattern(/^[\w-]{4,64}$/, {
  description: 'Last characters of the merchant or platform number, at least 4; days are ignored',
})
export const orderNumber = pattern(PATTERNS.orderNumber, { maxLength: 64 })
export const oneOrMany = <Shape extends TSchema>(shape: Shape, most = 50) =>
  Type.Union([shape, Type.Array(shape, { maxItems: most })])
export const optionKey = Type.String({ minLength: 1, maxLength: 40 })

/** What a signed request carries beside its content. */
export const signed = {
  _timestamp: pattern(/^\d{13}$/, { description: 'Milliseconds since 1970' }),
  _sign: pattern(/^[0-9A-F]{64}$/, { description: 'SHA-256, upper-case hex' }),
}

/** Of a call that takes nothing. */
export const NoInput = Type.Unsafe<Record<string, never>>(Type.Object({}))

export const Credentials = Type.Object({ username: Type.String({ minLength: 1, maxLength: 64 }), password: sha256 })

export const Passcode = Type.Object({ otp: pattern(PATTERNS.passcode) })

export const Locales = Type.Object({ locales: Type.Optional(Type.String({ maxLength: 10 })) })

export const Locale = Type.Object({ locale: Type.Enum(['id', 'zh', 'en', 'vi', 'es', 'mx']) })

const list = pattern(/^[A-Za-z]{1,32}$/, { description: 'The kind of rows it lists' })
const viewName = pattern(PATTERNS.viewName)

/** A view is known by its list and name: saving one under a name that is there already replaces it. */
export const SaveView = Type.Object({
  list,
  name: viewName,
  query: Type.String({ maxLength: 2_000, description: 'As it stands in the address of the list' }),
  formerly: Type.Optional(Type.String({ maxLength: 60, description: 'The name it had until now' })),
})

export const ViewName = Type.Object({ list, name: viewName })

export const Paging = Type.Object({
  offset: Type.Optional(pattern(/^\d{1,12}$/, { default: '0', description: 'Rows before the first one, from 0' })),
  limit: Type.Optional(pattern(/^([1-9]\d{0,2}|1000)$/, { default: '10', description: '1 to 1000' })),
  page: Type.Optional(pattern(/^[1-9]\d{0,11}$/, { description: 'Only used when offset is absent' })),
  sort: Type.Optional(pattern(/^[A-Za-z]{1,40}\.(asc|desc)$/, { default: 'createTime.desc' })),
})

/**
 * Which orders. All conditions must hold; unknown fields are ignored, so that older consoles keep working. Several values of a
 * field are alternatives, and a field that begins with `not` leaves out what has one of its values.
 */
export const OrderFilter = Type.Object({
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  dateField: Type.Optional(Type.Enum(['createTime', 'completeTime'])),
  orderNo: Type.Optional(
    oneOrMany(
      pattern(PATTERNS.orderNumber, { maxLength: 64, description: 'Any of the three numbers, exactly; days are ignored' }),
      MAX_ORDER_NUMBERS,
    ),
  ),
  orderTail: Type.Optional(oneOrMany(orderTail)),
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
  merchantNo: Type.Optional(oneOrMany(pattern(PATTERNS.word, { maxLength: 20 }))),
  notMerchantNo: Type.Optional(oneOrMany(pattern(PATTERNS.word, { maxLength: 20 }))),
})

export const PagedOrders = Type.Interface([Paging, OrderFilter], {})

export const ExportQuery = Type.Interface([OrderFilter], {
  sort: Type.Optional(pattern(/^[A-Za-z]{1,40}\.(asc|desc)$/)),
  locales: Type.Optional(Type.String({ maxLength: 10 })),
  format: Type.Optional(Type.Enum(['spreadsheet', 'raw'])),
})

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

export const ReviewOrder = Type.Object({
  id: orderNumber,
  review: Type.Enum([...REVIEWS]),
  note: Type.Optional(Type.String({ maxLength: 140, description: 'What does not agree' })),
})

export const PayinAction = Type.Object({ id: orderNumber, action: Type.Enum(['check', 'close']) })

export const SIMULATED_PAYIN_OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const

export const Simulate = Type.Object({
  merchantOrderNo: orderNumber,
  outcome: Type.Optional(Type.Enum([...SIMULATED_PAYIN_OUTCOMES])),
  notify: Type.Optional(Type.Enum(['ok', 'noAck', 'error500', 'timeout'])),
})

export const ClearNotices = Type.Object({ type: Type.String({ minLength: 1, maxLength: 32 }) })

export const PageView = Type.Object({
  path: Type.String({ maxLength: 256 }),
  title: Type.String({ maxLength: 256 }),
  at: Type.String({ maxLength: 40 }),
})

export const ClientError = Type.Object({
  message: Type.String({ maxLength: 4096 }),
  stack: Type.Optional(Type.String({ maxLength: 12_288 })),
  path: Type.String({ maxLength: 256 }),
  version: Type.String({ maxLength: 20 }),
  build: Type.String({ maxLength: 20 }),
  host: Type.Optional(Type.String({ maxLength: 256 })),
})

export const ExceptionCode = Type.Object({ code: Type.String({ maxLength: 20 }) })

export const CreatePayin = Type.Object({
  merchantNo: pattern(PATTERNS.merchantNo),
  merchantOrderNo: orderNumber,
  payAmount: amount,
  payChannel: optionKey,
  payerName: Type.Optional(pattern(PATTERNS.personName)),
  mobile: Type.Optional(Type.String({ maxLength: 24 })),
  expiryPeriod: Type.Optional(pattern(/^[1-9]\d{0,4}$/, { description: 'Minutes; 60 when absent' })),
  remark: Type.Optional(Type.String({ maxLength: 140 })),
  ...signed,
})

export type Credentials = Static<typeof Credentials>
export type Passcode = Static<typeof Passcode>
export type SaveView = Static<typeof SaveView>
export type ViewName = Static<typeof ViewName>
export type Paging = Static<typeof Paging>
export type OrderFilter = Static<typeof OrderFilter>
export type PagedOrders = Static<typeof PagedOrders>
export type ExportQuery = Static<typeof ExportQuery>
export type ChangesQuery = Static<typeof ChangesQuery>
export type VaNumber = Static<typeof VaNumber>
export type ChannelQuery = Static<typeof ChannelQuery>
export type NotifyOrder = Static<typeof NotifyOrder>
export type ReviewOrder = Static<typeof ReviewOrder>
export type PayinAction = Static<typeof PayinAction>
export type Simulate = Static<typeof Simulate>
export type CreatePayin = Static<typeof CreatePayin>
