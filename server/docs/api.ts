import type { TSchema } from 'typebox'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorCode } from '#contract/reply.ts'
import { CreatePayin, CreatePayout, OpenBalanceQuery, OpenOrderQuery } from '#contract/shapes/merchantApi.ts'
import { BalanceReply, OrderReply, PayinReply, PayoutReply } from '#contract/shapes/merchantReplies.ts'
import { GUEST_BODY_LIMIT } from '../http/createApp.ts'
import { INPUT_LIMITS } from '../http/input.ts'

export interface DocumentedCall {
  id: string
  title: string
  description: string
  call: AnyCall
  input: TSchema
  output: TSchema
  /**
   * Fields of the example, without merchant, time and signature. `$ORDER` is a unique order number. Payins and payouts of a
   * merchant share one number space.
   */
  example: Readonly<Record<string, string>>
  /** Error codes in addition to `COMMON_ERRORS`. */
  errors: readonly ErrorCode[]
}

/** What `fields` of an error says about a field. */
export const FIELD_RULES =
  'Each invalid field with its rule: rule.required, rule.format, rule.tooLong, or rule.unknown for a value that is not on offer'

/** What a call may send. */
export const CALL_LIMITS =
  `A call may have fields of your own: they are ignored, but signed. It can have up to ${INPUT_LIMITS.fields} fields in all, nested up to ` +
  `${INPUT_LIMITS.levels} levels deep, in a body of up to ${GUEST_BODY_LIMIT / 1_024} KiB.`

/** Error codes of every signed call. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'VALIDATION_FAILED',
  'SIGN_EXPIRED',
  'SIGN_INVALID',
  'SIGN_REPLAYED',
  'SIGN_HEADER_REQUIRED',
  'API_IP_DENIED',
  'ACCOUNT_DISABLED',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
]

/** Error codes of every call that creates an order, in addition to `COMMON_ERRORS`. */
const CREATION_ERRORS: readonly ErrorCode[] = [
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'AMOUNT_OUT_OF_RANGE',
  'DUPLICATE_ORDER_NO',
  'IDEMPOTENCY_MISMATCH',
  'REQUEST_RUNNING',
  'OUTCOME_UNKNOWN',
]

/** The calls of the merchant API in document order. */
export const API: readonly DocumentedCall[] = [
  {
    id: 'payin',
    title: 'Create a payin',
    description:
      'Gets payment details from the channel: a virtual account, a QR code or a payment page. The order stays open until it is ' +
      'paid or expires. Sending the same number and content again returns the existing order.',
    call: calls.openPayin,
    input: CreatePayin,
    output: PayinReply,
    example: { merchantOrderNo: '$ORDER', payAmount: '150000.00', payChannel: 'VA_BCA', payerName: 'Siti Rahma' },
    errors: CREATION_ERRORS,
  },
  {
    id: 'payout',
    title: 'Create a payout',
    description:
      'Freezes the amount and its fee, then sends the money to a bank account, a wallet or an address. Send an ' +
      'Idempotency-Key header: the same request with the same key never pays twice. Payins and payouts share one number ' +
      'space, so a payout can’t reuse the number of a payin.',
    call: calls.openPayout,
    input: CreatePayout,
    output: PayoutReply,
    example: {
      merchantOrderNo: '$ORDER-OUT',
      payAmount: '25000.00',
      bankCode: '014',
      receiveAccount: '1234567890',
      receiveName: 'Budi Santoso',
    },
    errors: [...CREATION_ERRORS, 'INSUFFICIENT_BALANCE'],
  },
  {
    id: 'order',
    title: 'Query an order',
    description: 'Finds an order by your number or by the gateway’s. Use it when a callback or a response is missing.',
    call: calls.openOrder,
    input: OpenOrderQuery,
    output: OrderReply,
    example: { merchantOrderNo: '$ORDER' },
    errors: ['ORDER_NOT_FOUND'],
  },
  {
    id: 'balance',
    title: 'Query the balance',
    description: 'Returns the four figures of your account. The total is always the sum of the other three.',
    call: calls.openBalance,
    input: OpenBalanceQuery,
    output: BalanceReply,
    example: {},
    errors: [],
  },
]
