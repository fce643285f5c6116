import type { Currency } from '#contract/money.ts'

/** Between which amounts, and for what fee, an account may move its own money. Decimal text, as on the wire. */
export interface Terms {
  withdraw: { min: string; max: string; serviceFee: string }
  transfer: { min: string; max: string; transferFee: string }
  recharge: { min: string; max: string }
}

/** What holds where the operator has said nothing else. */
export const TERMS: Record<Currency, Terms> = {
  IDR: {
    withdraw: { min: '10000.00', max: '500000000.00', serviceFee: '5000.00' },
    transfer: { min: '10000.00', max: '500000000.00', transferFee: '0.00' },
    recharge: { min: '10000.00', max: '1000000000.00' },
  },
  VND: {
    withdraw: { min: '20000.00', max: '900000000.00', serviceFee: '10000.00' },
    transfer: { min: '20000.00', max: '900000000.00', transferFee: '0.00' },
    recharge: { min: '20000.00', max: '2000000000.00' },
  },
  USDT: {
    withdraw: { min: '1.0000', max: '100000.0000', serviceFee: '1.0000' },
    transfer: { min: '1.0000', max: '100000.0000', transferFee: '0.0000' },
    recharge: { min: '1.0000', max: '100000.0000' },
  },
}
