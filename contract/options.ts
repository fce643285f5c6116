/** Option lists with the members of our gateway. The console reads names and texts from the enums call. */
export const OPTION_MEMBERS = {
  PayinOrderStatus: [
    'CREATED',
    'PENDING',
    'CONFIRMING',
    'SUCCESS',
    'FAILED',
    'EXPIRED',
    'CLOSED',
    'EXCEPTION',
    'PARTIAL_REFUND',
    'REFUNDED',
  ],
  PayoutOrderStatus: ['CREATED', 'PROCESSING', 'SUCCESS', 'FAILED', 'CANCELLED', 'REVERSED', 'UNKNOWN'],
  RecordType: ['RECHARGE_ONLINE', 'RECHARGE_OFFLINE', 'WITHDRAW', 'TRANSFER_OUT', 'TRANSFER_IN'],
  RecordStatus: ['CREATED', 'PENDING_CHECK', 'PROCESSING', 'SUCCESS', 'FAILED', 'EXPIRED', 'CANCELLED'],
  MerchantStatus: ['PENDING', 'ACTIVE', 'PAYOUT_SUSPENDED', 'SUSPENDED', 'FROZEN', 'CLOSED'],
  MerchantType: ['NORMAL', 'SUBMERCHANT', 'UMERCHANT', 'DELEGATE'],
  PayChannel: [
    'VA_BCA',
    'VA_BRI',
    'VA_BNI',
    'VA_MANDIRI',
    'VA_PERMATA',
    'VA_CIMB',
    'VA_BSI',
    'VA_DANAMON',
    'QRIS',
    'EW_OVO',
    'EW_DANA',
    'EW_SHOPEEPAY',
    'EW_LINKAJA',
    'EW_GOPAY',
    'RO_ALFAMART',
    'RO_INDOMARET',
    'BANK_ID',
    'VN_VIETQR',
    'VN_MOMO',
    'VN_ZALOPAY',
    'BANK_VN',
    'USDT_TRC20',
    'USDT_ERC20',
    'USDT_BEP20',
  ],
  DetailType: [
    'PAYIN',
    'PAYIN_FEE',
    'PAYIN_SETTLE',
    'PAYIN_REFUND',
    'PAYOUT_FREEZE',
    'PAYOUT',
    'PAYOUT_FEE',
    'PAYOUT_UNFREEZE',
    'PAYOUT_REVERSAL',
    'RECHARGE',
    'WITHDRAW_FREEZE',
    'WITHDRAW',
    'WITHDRAW_FEE',
    'WITHDRAW_UNFREEZE',
    'TRANSFER_FREEZE',
    'TRANSFER_OUT',
    'TRANSFER_FEE',
    'TRANSFER_UNFREEZE',
    'TRANSFER_IN',
    'COMMISSION',
    'ADJUST',
  ],
} as const

export type OptionList = keyof typeof OPTION_MEMBERS
export type Member<List extends OptionList> = (typeof OPTION_MEMBERS)[List][number]

export type PayinOrderStatus = Member<'PayinOrderStatus'>
export type MovementType = Member<'RecordType'>
export type MovementStatus = Member<'RecordStatus'>
export type PayoutOrderStatus = Member<'PayoutOrderStatus'>
export type DetailType = Member<'DetailType'>
export type MerchantStatus = Member<'MerchantStatus'>
export type MerchantType = Member<'MerchantType'>

/** Reply of the enums call: list -> member -> text in the requested language. Other gateways may send fewer or other lists. */
export type OptionTexts = Partial<Record<OptionList, Record<string, string>>>

export const PAY_METHODS = ['VIRTUAL_ACCOUNT', 'QRIS', 'EWALLET', 'RETAIL', 'BANK_TRANSFER', 'CRYPTO'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** Callback status of a final order: PENDING is due or being retried, FAILED was given up. */
export const NOTIFY_STATUSES = ['NONE', 'PENDING', 'SUCCESS', 'FAILED'] as const
export type NotifyStatus = (typeof NOTIFY_STATUSES)[number]

/** Outcomes that a simulated payer or bank can produce, the most common first. */
export const PAYIN_OUTCOMES = ['success', 'failed', 'expired', 'underpaid', 'overpaid', 'late'] as const
export const PAYOUT_OUTCOMES = ['success', 'failed', 'unknown', 'reversed'] as const

export const REVIEWS = ['NONE', 'RECONCILED', 'DISCREPANT'] as const
export type Review = (typeof REVIEWS)[number]
