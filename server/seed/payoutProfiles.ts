import { wibTime } from '../wib.ts'
import type { Chance } from './chance.ts'

/** The payout behaviour of a demo merchant: frequency, amounts, channels and number format. */
export interface PayoutProfile {
  /** Payouts per sale. */
  share: number
  channels: Record<string, number>
  /** The amount in rupiah or USDT (not minor units). */
  sum: (chance: Chance) => number
  /** The merchant order number of the `n`-th payout, created at `at`. */
  number: (n: number, at: number) => string
  remarks: readonly string[]
}

const padded = (n: number, width: number) => String(n).padStart(width, '0')
const day = (at: number) => wibTime(at).slice(2, 10).replaceAll('-', '')
const around = (median: number, spread: number, grain: number) => (chance: Chance) =>
  Math.max(Math.round(chance.lognormal(median, spread) / grain), 1) * grain

const WALLETS = { EW_OVO: 6, EW_DANA: 12, EW_SHOPEEPAY: 7, EW_LINKAJA: 4, EW_GOPAY: 9 }

/** Profiles by merchant number. Merchants without a profile make no payouts. */
export const PAYOUT_PROFILES: Readonly<Record<string, PayoutProfile>> = {
  M10000001: {
    share: 0.11,
    channels: { BANK_ID: 74, ...WALLETS },
    sum: around(380_000, 1.2, 1_000),
    number: (n, at) => `PO-${day(at)}-${padded(n, 5)}`,
    remarks: ['Supplier invoice', 'Courier', 'Refund to customer', 'Marketing partner'],
  },
  M10000002: {
    share: 0.08,
    channels: { BANK_ID: 80, EW_DANA: 12, EW_GOPAY: 8 },
    sum: around(210_000, 0.8, 500),
    number: (n) => `BDG-OUT-${padded(n, 5)}`,
    remarks: ['Courier', 'Daily wages', 'Packaging'],
  },
  M10000003: {
    share: 0.08,
    channels: { BANK_ID: 60, EW_DANA: 20, EW_SHOPEEPAY: 20 },
    sum: around(150_000, 0.7, 500),
    number: (n) => `SBYP${padded(n, 6)}`,
    remarks: ['Courier', 'Daily wages'],
  },
  M10000004: {
    share: 0.12,
    channels: { BANK_ID: 1 },
    sum: around(3_900_000, 1, 2_500),
    number: (n, at) => `WDR${at}${padded(n % 1_000, 3)}`,
    remarks: ['Hotel', 'Airline', 'Guide', 'Cancelled booking'],
  },
  M10000005: {
    share: 0.3,
    channels: { USDT_TRC20: 80, USDT_BEP20: 15, USDT_ERC20: 5 },
    sum: (chance) => Math.max(Math.round(chance.lognormal(310, 1.1) * 100) / 100, 10),
    number: (n) => `wd_${padded(n, 7)}`,
    remarks: [],
  },
  M10000008: {
    share: 0.25,
    channels: { ...WALLETS, BANK_ID: 10 },
    sum: around(60_000, 0.9, 5_000),
    number: (n, at) => `PRIZE-${day(at)}-${padded(n, 5)}`,
    remarks: ['Tournament prize', 'Daily quest', 'Referral'],
  },
  M10000009: {
    share: 0.1,
    channels: { BANK_ID: 1 },
    sum: around(1_450_000, 1.2, 1),
    number: (n) => String(700_000_000_000 + n * 11 + 5),
    remarks: ['Wholesale order', 'Salary'],
  },
  M10000010: {
    share: 0.06,
    channels: { BANK_ID: 1 },
    sum: around(900_000, 0.6, 10_000),
    number: (n, at) => `guru-${wibTime(at).slice(2, 7)}-${padded(n, 5)}`,
    remarks: ['Teaching fee'],
  },
}

/** The share of receiver accounts by bank code, in percent. */
export const BANK_SHARES: Readonly<Record<string, number>> = {
  '014': 34,
  '002': 19,
  '008': 16,
  '009': 11,
  '451': 5,
  '013': 4,
  '022': 4,
  '535': 4,
  '542': 3,
}
