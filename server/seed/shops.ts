import { wibTime } from '../wib.ts'
import { type Chance, TOKEN } from './chance.ts'

/** The sales behaviour of a demo merchant: volume, hours, prices, channels, number formats and payouts. */
export interface Shop {
  merchantNo: string
  /** The share of all orders. */
  share: number
  hours: readonly number[]
  /** The factor for Saturdays and Sundays. */
  weekend: number
  channels: Record<string, number>
  /** The price in rupiah or USDT (not minor units). */
  price: (chance: Chance) => number
  /** The merchant order number of the `n`-th order, created at `at`. */
  number: (n: number, at: number, chance: Chance) => string
  /** The share of orders that are never paid. */
  abandoned: number
  payouts?: Payouts
}

export interface Payouts {
  /** Payouts per sale. */
  share: number
  channels: Record<string, number>
  /** The amount in rupiah or USDT (not minor units). */
  amount: (chance: Chance) => number
  number: (n: number, at: number) => string
  remarks: readonly string[]
}

// When a kind of shop sells. The hours are weights from midnight.
const ALL_DAY = {
  hours: [2, 1, 1, 1, 1, 2, 4, 7, 9, 11, 13, 14, 14, 12, 11, 11, 12, 13, 15, 17, 17, 14, 9, 5],
  weekend: 1.3,
}
const EVENINGS = {
  hours: [6, 4, 2, 1, 1, 1, 2, 3, 4, 5, 6, 8, 9, 8, 8, 9, 11, 13, 16, 20, 22, 20, 15, 10],
  weekend: 1.35,
}
const OFFICE = {
  hours: [0.3, 0.2, 0.1, 0.1, 0.1, 0.3, 1, 3, 10, 16, 17, 14, 8, 13, 16, 15, 12, 7, 4, 3, 2, 2, 1, 0.6],
  weekend: 0.3,
}
const COFFEE = {
  hours: [0.2, 0.1, 0.1, 0.1, 0.3, 2, 8, 16, 15, 11, 10, 13, 15, 12, 11, 12, 13, 11, 9, 8, 7, 4, 2, 0.6],
  weekend: 1.2,
}

const day = (at: number) => wibTime(at).slice(2, 10).replaceAll('-', '')
const month = (at: number) => wibTime(at).slice(2, 7)
const padded = (n: number, width: number) => String(n).padStart(width, '0')

const VA = { VA_BCA: 30, VA_BRI: 17, VA_BNI: 13, VA_MANDIRI: 19, VA_PERMATA: 5, VA_CIMB: 4, VA_BSI: 6, VA_DANAMON: 2 }
const WALLETS = { EW_OVO: 6, EW_DANA: 10, EW_SHOPEEPAY: 8, EW_LINKAJA: 3, EW_GOPAY: 9 }
const KIOSKS = { RO_ALFAMART: 4, RO_INDOMARET: 5 }

/** Amounts around a median, in multiples of `grain`. */
const around = (median: number, spread: number, grain: number) => (chance: Chance) =>
  Math.max(Math.round(chance.lognormal(median, spread) / grain), 1) * grain

export const SHOPS: readonly Shop[] = [
  {
    merchantNo: 'M10000001',
    share: 0.46,
    ...ALL_DAY,
    channels: { ...VA, QRIS: 62, ...WALLETS, ...KIOSKS },
    price: around(165_000, 1.15, 500),
    number: (n, at) => `INV-${day(at)}-${padded(n, 6)}`,
    abandoned: 0.13,
    payouts: {
      share: 0.11,
      channels: { BANK_ID: 74, ...WALLETS },
      amount: around(380_000, 1.2, 1_000),
      number: (n, at) => `PO-${day(at)}-${padded(n, 5)}`,
      remarks: ['Supplier invoice', 'Courier', 'Refund to customer', 'Marketing partner'],
    },
  },
  {
    merchantNo: 'M10000002',
    share: 0.1,
    ...ALL_DAY,
    channels: { VA_BCA: 12, VA_BRI: 8, QRIS: 70, EW_DANA: 8, EW_GOPAY: 8 },
    price: around(82_000, 0.8, 500),
    number: (n, at) => `BDG${day(at)}${padded(n, 5)}`,
    abandoned: 0.1,
    payouts: {
      share: 0.08,
      channels: { BANK_ID: 80, EW_DANA: 12, EW_GOPAY: 8 },
      amount: around(210_000, 0.8, 500),
      number: (n) => `BDG-OUT-${padded(n, 5)}`,
      remarks: ['Courier', 'Daily wages', 'Packaging'],
    },
  },
  {
    merchantNo: 'M10000003',
    share: 0.07,
    ...EVENINGS,
    channels: { VA_BCA: 10, VA_MANDIRI: 10, QRIS: 55, EW_SHOPEEPAY: 14, EW_OVO: 9 },
    price: around(58_000, 0.7, 500),
    number: (n) => `SBY-${padded(n, 7)}`,
    abandoned: 0.1,
    payouts: {
      share: 0.08,
      channels: { BANK_ID: 60, EW_DANA: 20, EW_SHOPEEPAY: 20 },
      amount: around(150_000, 0.7, 500),
      number: (n) => `SBYP${padded(n, 6)}`,
      remarks: ['Courier', 'Daily wages'],
    },
  },
  {
    merchantNo: 'M10000004',
    share: 0.08,
    ...EVENINGS,
    channels: { ...VA, QRIS: 10, EW_OVO: 4, EW_GOPAY: 4 },
    price: around(2_350_000, 1.05, 2_500),
    number: (n, at) => `TRX${at}${padded(n % 1_000, 3)}`,
    abandoned: 0.24,
    payouts: {
      share: 0.12,
      channels: { BANK_ID: 1 },
      amount: around(3_900_000, 1, 2_500),
      number: (n, at) => `WDR${at}${padded(n % 1_000, 3)}`,
      remarks: ['Hotel', 'Airline', 'Guide', 'Cancelled booking'],
    },
  },
  {
    merchantNo: 'M10000005',
    share: 0.04,
    ...EVENINGS,
    channels: { USDT_TRC20: 74, USDT_BEP20: 18, USDT_ERC20: 8 },
    price: around(240, 1.3, 10),
    number: (n, _at, chance) => `dep_${chance.text(TOKEN, 5)}_${padded(n, 6)}`,
    abandoned: 0.17,
    payouts: {
      share: 0.3,
      channels: { USDT_TRC20: 80, USDT_BEP20: 15, USDT_ERC20: 5 },
      amount: around(310, 1.1, 0.01),
      number: (n) => `wd_${padded(n, 7)}`,
      remarks: [],
    },
  },
  {
    merchantNo: 'M10000007',
    share: 0.03,
    ...COFFEE,
    channels: { QRIS: 90, EW_GOPAY: 6, EW_OVO: 4 },
    price: around(34_000, 0.55, 500),
    number: (n) => `KS${padded(n, 7)}`,
    abandoned: 0.05,
  },
  {
    merchantNo: 'M10000008',
    share: 0.12,
    ...EVENINGS,
    channels: { QRIS: 40, ...WALLETS, VA_BCA: 5, VA_BRI: 5 },
    price: around(75_000, 1.1, 5_000),
    number: (n, _at, chance) => `${chance.text(TOKEN, 10)}-${padded(n, 6)}`,
    abandoned: 0.15,
    payouts: {
      share: 0.25,
      channels: { ...WALLETS, BANK_ID: 10 },
      amount: around(60_000, 0.9, 5_000),
      number: (n, at) => `PRIZE-${day(at)}-${padded(n, 5)}`,
      remarks: ['Tournament prize', 'Daily quest', 'Referral'],
    },
  },
  {
    merchantNo: 'M10000009',
    share: 0.07,
    ...OFFICE,
    channels: { ...VA, QRIS: 8, ...KIOSKS },
    price: around(640_000, 1.3, 1),
    number: (n) => String(100_000_000_000 + n * 7 + 3),
    abandoned: 0.2,
    payouts: {
      share: 0.1,
      channels: { BANK_ID: 1 },
      amount: around(1_450_000, 1.2, 1),
      number: (n) => String(700_000_000_000 + n * 11 + 5),
      remarks: ['Wholesale order', 'Salary'],
    },
  },
  {
    merchantNo: 'M10000010',
    share: 0.03,
    ...OFFICE,
    channels: { VA_BCA: 30, VA_MANDIRI: 30, VA_BSI: 20, QRIS: 40 },
    price: around(310_000, 0.9, 2_500),
    number: (n, at) => `kelas-${month(at)}-${padded(n, 5)}`,
    abandoned: 0.12,
    payouts: {
      share: 0.06,
      channels: { BANK_ID: 1 },
      amount: around(900_000, 0.6, 10_000),
      number: (n, at) => `guru-${month(at)}-${padded(n, 5)}`,
      remarks: ['Teaching fee'],
    },
  },
]

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
