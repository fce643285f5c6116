/** The buckets in the order of the keys 1 to 8. Every line and every order is in exactly one. */
export const BUCKETS = [
  'matched',
  'amountDiffers',
  'statusDiffers',
  'duplicate',
  'statementOnly',
  'ordersOnly',
  'suggested',
  'notRead',
] as const

export type Bucket = (typeof BUCKETS)[number]

/** Why an entry is in its bucket. */
export type EntryReason =
  // matched
  | 'number'
  /** The number agrees, and the statement has no amounts to compare. */
  | 'numberOnly'
  | 'account'
  /** One order in several lines. */
  | 'parts'
  /** Several orders in one line. */
  | 'several'
  | 'rule'
  | 'refund'
  /** A suggestion or a set that the user accepted. */
  | 'accepted'
  // amountDiffers
  | 'amount'
  /** The difference is exactly the fee. */
  | 'feeExplains'
  // statusDiffers
  | 'status'
  /** Money went back, and the order is not refunded. */
  | 'notRefunded'
  // duplicate
  | 'sameOrder'
  // statementOnly
  | 'unknownNumber'
  | 'noPartner'
  /** No partner, and the money went against the orders: a bank fee in a statement of payins. */
  | 'otherDirection'
  // ordersOnly
  | 'noLine'
  // suggested
  | 'similar'
  /** Several orders have the number, and the amount does not decide. */
  | 'ambiguous'
  /** A rule found the orders of the line, and their sum differs. */
  | 'ruleDiffers'
  /** Part of the order was refunded, and the gateway does not say how much. */
  | 'partialRefund'
  // notRead
  | 'amountUnreadable'
  | 'amountMissing'
  | 'otherCurrency'
  | 'digitsLost'

/** The count and the exact sums of a bucket, as decimal text; positive is money in. */
export interface BucketTotals {
  readonly entries: number
  readonly lines: number
  readonly orders: number
  /** Of the lines with an amount. */
  readonly lineSum: string
  readonly orderSum: string
  /** Entries that still need a decision of the user. */
  readonly open: number
}

export interface Equation {
  /** Of all lines with an amount, summed while they were read, independently of the buckets. */
  readonly lineTotal: string
  /** The total less the sums of the buckets: `0.00`, or the product has a fault. */
  readonly lineRest: string
  readonly orderTotal: string
  readonly orderRest: string
  /** `lineTotal` less `orderTotal`: what the buckets explain. */
  readonly difference: string
  /** Lines whose amount is in no sum because it is unread. While there are any, the result is incomplete. */
  readonly unreadLines: number
  /** False for a list of numbers: nothing but numbers was compared. */
  readonly hasAmounts: boolean
}

/** Whether the lines lead from the opening to the closing balance that the file states. Null without balances. */
export type BalanceCheck = { readonly isRight: boolean; readonly difference: string } | null

export interface ReconcileSummary {
  readonly buckets: Readonly<Record<Bucket, BucketTotals>>
  readonly lines: number
  readonly orders: number
  readonly equation: Equation
  readonly balance: BalanceCheck
  /** Entries decided by the user, and those that need a decision. */
  readonly decided: number
  readonly open: number
}
