import type { Member } from '#contract/options.ts'

/** Brand or network names of channels, the same in every language. */
export const CHANNEL_NAMES = {
  VA_BCA: 'BCA VA',
  VA_BRI: 'BRI VA',
  VA_BNI: 'BNI VA',
  VA_MANDIRI: 'Mandiri VA',
  VA_PERMATA: 'Permata VA',
  VA_CIMB: 'CIMB Niaga VA',
  VA_BSI: 'BSI VA',
  VA_DANAMON: 'Danamon VA',
  QRIS: 'QRIS',
  EW_OVO: 'OVO',
  EW_DANA: 'DANA',
  EW_SHOPEEPAY: 'ShopeePay',
  EW_LINKAJA: 'LinkAja',
  EW_GOPAY: 'GoPay',
  RO_ALFAMART: 'Alfamart',
  RO_INDOMARET: 'Indomaret',
  VN_VIETQR: 'VietQR',
  VN_MOMO: 'MoMo',
  VN_ZALOPAY: 'ZaloPay',
  USDT_TRC20: 'USDT TRC20',
  USDT_ERC20: 'USDT ERC20',
  USDT_BEP20: 'USDT BEP20',
} as const satisfies Record<Exclude<Member<'PayChannel'>, 'BANK_ID' | 'BANK_VN'>, string>
