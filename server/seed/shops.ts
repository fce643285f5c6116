import type { Currency } from '#contract/money.ts'
import { wibTime } from '../wib.ts'
import type { Chance } from './chance.ts'

/** The sales behaviour of a demo merchant: volume, hours, prices, channels and number format. */
export interface Shop {
  merchantNo: string
  /** The share of all orders. */
  share: number
  currency: Currency
  hours: readonly number[]
  /** The factor for Saturdays and Sundays. */
  weekend: number
  channels: Record<string, number>
  price: (chance: Chance) => number
  /** The merchant order number of the `n`-th order, created at `at`. */
  number: (n: number, at: number, chance: Chance) => string
  /** Expiry in minutes by method; 60 by default. */
  patience: Record<string, number>
  /** The share of orders that are never paid. */
  abandoned: number
}

// Weights by hour of the day, from midnight.
const ALL_DAY = [2, 1, 1, 1, 1, 2, 4, 7, 9, 11, 13, 14, 14, 12, 11, 11, 12, 13, 15, 17, 17, 14, 9, 5]
const EVENINGS = [6, 4, 2, 1, 1, 1, 2, 3, 4, 5, 6, 8, 9, 8, 8, 9, 11, 13, 16, 20, 22, 20, 15, 10]
const OFFICE = [0.3, 0.2, 0.1, 0.1, 0.1, 0.3, 1, 3, 10, 16, 17, 14, 8, 13, 16, 15, 12, 7, 4, 3, 2, 2, 1, 0.6]
const COFFEE = [0.2, 0.1, 0.1, 0.1, 0.3, 2, 8, 16, 15, 11, 10, 13, 15, 12, 11, 12, 13, 11, 9, 8, 7, 4, 2, 0.6]

const day = (at: number) => wibTime(at).slice(2, 10).replaceAll('-', '')
const padded = (n: number, width: number) => String(n).padStart(width, '0')

const VA = { VA_BCA: 30, VA_BRI: 17, VA_BNI: 13, VA_MANDIRI: 19, VA_PERMATA: 5, VA_CIMB: 4, VA_BSI: 6, VA_DANAMON: 2 }
const WALLETS = { EW_OVO: 6, EW_DANA: 9, EW_SHOPEEPAY: 8, EW_LINKAJA: 2, EW_GOPAY: 9 }
const KIOSKS = { RO_ALFAMART: 4, RO_INDOMARET: 5 }

const rounded = (price: number, to: number) => Math.max(Math.round(price / to), 1) * to

/** A round price, or one just below it. */
function tag(price: number, chance: Chance): number {
  const grain = price < 20_000 ? 500 : price < 200_000 ? 1_000 : price < 2_000_000 ? 5_000 : 50_000
  const whole = rounded(price, grain)
  return chance.hits(0.3) && whole > 10_000 ? whole - (chance.hits(0.7) ? 100 : 1_000) : whole
}

/** The price of a basket, sometimes with a delivery fee. */
const basket = (median: number, spread: number) => (chance: Chance) => {
  const price = tag(chance.lognormal(median, spread), chance)
  return chance.hits(0.6) ? price : price + tag(chance.between(8_000, 35_000), chance)
}

const TOP_UPS = [10, 20, 25, 50, 100, 150, 200, 300, 500, 1_000, 2_000, 5_000].map((thousands) => thousands * 1_000)
const topUp = (chance: Chance) => {
  const wish = chance.lognormal(75_000, 1.1)
  return TOP_UPS.find((sum) => sum >= wish) ?? TOP_UPS.at(-1)!
}

/** An invoice amount, sometimes with extra digits that identify the transfer. */
const invoice = (median: number, spread: number) => (chance: Chance) => {
  const price = rounded(chance.lognormal(median, spread), 2_500)
  return chance.hits(0.35) ? price + 1 + chance.below(999) : price
}

export const SHOPS: readonly Shop[] = [
  {
    merchantNo: 'M10000001',
    share: 0.46,
    currency: 'IDR',
    hours: ALL_DAY,
    weekend: 1.25,
    channels: { ...VA, QRIS: 62, ...WALLETS, ...KIOSKS },
    price: basket(165_000, 1.15),
    number: (n, at) => `INV-${day(at)}-${padded(n, 6)}`,
    patience: { VIRTUAL_ACCOUNT: 1_440, RETAIL: 1_440, QRIS: 30, EWALLET: 15 },
    abandoned: 0.13,
  },
  {
    merchantNo: 'M10000002',
    share: 0.1,
    currency: 'IDR',
    hours: ALL_DAY,
    weekend: 1.4,
    channels: { VA_BCA: 12, VA_BRI: 8, QRIS: 70, EW_DANA: 8, EW_GOPAY: 8 },
    price: basket(82_000, 0.8),
    number: (n, at) => `BDG${day(at)}${padded(n, 5)}`,
    patience: { VIRTUAL_ACCOUNT: 720 },
    abandoned: 0.1,
  },
  {
    merchantNo: 'M10000003',
    share: 0.07,
    currency: 'IDR',
    hours: EVENINGS,
    weekend: 1.3,
    channels: { VA_BCA: 10, VA_MANDIRI: 10, QRIS: 55, EW_SHOPEEPAY: 14, EW_OVO: 9 },
    price: basket(58_000, 0.7),
    number: (n) => `SBY-${padded(n, 7)}`,
    patience: {},
    abandoned: 0.1,
  },
  {
    merchantNo: 'M10000004',
    share: 0.08,
    currency: 'IDR',
    hours: EVENINGS,
    weekend: 1.6,
    channels: { ...VA, QRIS: 10, EW_OVO: 4, EW_GOPAY: 4 },
    price: invoice(2_350_000, 1.05),
    number: (n, at) => `TRX${at}${padded(n % 1_000, 3)}`,
    patience: { VIRTUAL_ACCOUNT: 180 },
    abandoned: 0.24,
  },
  {
    merchantNo: 'M10000005',
    share: 0.04,
    currency: 'USDT',
    hours: EVENINGS,
    weekend: 1,
    channels: { USDT_TRC20: 74, USDT_BEP20: 18, USDT_ERC20: 8 },
    price: (chance) => {
      const sum = Math.max(chance.lognormal(240, 1.3), 10)
      return chance.hits(0.6) ? rounded(sum, sum < 200 ? 10 : 50) : Math.round(sum * 100) / 100
    },
    number: (n, _at, chance) => `dep_${chance.token(5)}_${padded(n, 6)}`,
    patience: { CRYPTO: 120 },
    abandoned: 0.17,
  },
  {
    merchantNo: 'M10000007',
    share: 0.03,
    currency: 'IDR',
    hours: COFFEE,
    weekend: 1.2,
    channels: { QRIS: 90, EW_GOPAY: 6, EW_OVO: 4 },
    price: (chance) => tag(Math.max(chance.lognormal(34_000, 0.55), 1_500), chance),
    number: (n) => `KS${padded(n, 7)}`,
    patience: { QRIS: 10 },
    abandoned: 0.05,
  },
  {
    merchantNo: 'M10000008',
    share: 0.12,
    currency: 'IDR',
    hours: EVENINGS,
    weekend: 1.35,
    channels: { QRIS: 40, ...WALLETS, VA_BCA: 5, VA_BRI: 5 },
    price: topUp,
    number: (n, _at, chance) => `${chance.token(10)}-${padded(n, 6)}`,
    patience: { QRIS: 15, EWALLET: 10 },
    abandoned: 0.15,
  },
  {
    merchantNo: 'M10000009',
    share: 0.07,
    currency: 'IDR',
    hours: OFFICE,
    weekend: 0.25,
    channels: { ...VA, QRIS: 8, ...KIOSKS },
    price: invoice(640_000, 1.3),
    number: (n) => String(100_000_000_000 + n * 7 + 3),
    patience: { VIRTUAL_ACCOUNT: 2_880, RETAIL: 2_880 },
    abandoned: 0.2,
  },
  {
    merchantNo: 'M10000010',
    share: 0.03,
    currency: 'IDR',
    hours: OFFICE,
    weekend: 0.5,
    channels: { VA_BCA: 30, VA_MANDIRI: 30, VA_BSI: 20, QRIS: 40 },
    price: invoice(310_000, 0.9),
    number: (n, at) => `kelas-${wibTime(at).slice(2, 7)}-${padded(n, 5)}`,
    patience: { VIRTUAL_ACCOUNT: 4_320 },
    abandoned: 0.12,
  },
]
