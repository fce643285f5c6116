import type { ComparedOrder } from '../../src/reconcile/comparedOrder.ts'

/** What happened to the orders of the sample day, as any bank's statement tells it. */
export interface SampleLine {
  readonly is: 'right' | 'wrongAmount' | 'duplicate' | 'unknown' | 'unreadable' | 'refunded' | 'refund'
  readonly number: string
  readonly merchantNumber: string
  /** Whole rupiah; negative is money out. */
  readonly amount: number
  readonly name: string
  readonly time: string
  /** Whole rupiah after the line. */
  readonly balance: number
}

const OPENING = 5_000_000

const NUMBERS = {
  right: ['2611210815300010001', 'INV-2026-0001'],
  wrongAmount: ['2611210915300010002', 'INV-2026-0002'],
  duplicate: ['2611211015300010003', 'INV-2026-0003'],
  unreadable: ['2611211115300010004', 'INV-2026-0004'],
  refunded: ['2611211215300010005', 'INV-2026-0005'],
  noLine: ['2611211315300010006', 'INV-2026-0006'],
  unknown: ['2611211415300010999', 'INV-2026-0999'],
} as const

const order = (is: keyof typeof NUMBERS, amount: string, name: string, status = 'SUCCESS'): ComparedOrder => {
  const [platOrderNo, merchantOrderNo] = NUMBERS[is]
  return {
    id: platOrderNo,
    type: 'PAYIN',
    platOrderNo,
    merchantOrderNo,
    payOrderNo: null,
    account: null,
    name,
    channel: 'QRIS',
    currency: 'IDR',
    amount,
    fee: '500.00',
    status,
    time: `2026-11-21T${platOrderNo.slice(6, 8)}:${platOrderNo.slice(8, 10)}:${platOrderNo.slice(10, 12)}+07:00`,
    review: null,
    reviewNote: null,
    isAcknowledged: true,
  }
}

export const SAMPLE_ORDERS: readonly ComparedOrder[] = [
  order('right', '91000.00', 'Budi Santoso'),
  order('wrongAmount', '1150000.00', 'Siti Aminah'),
  order('duplicate', '250000.00', 'Agus Wijaya'),
  order('unreadable', '75000.00', 'Dewi Lestari'),
  order('refunded', '60000.00', 'Rina Kartika', 'REFUNDED'),
  order('noLine', '33000.00', 'Joko Susilo'),
]

const EVENTS: readonly (readonly [SampleLine['is'], keyof typeof NUMBERS, number, string])[] = [
  ['right', 'right', 91_000, 'BUDI SANTOSO'],
  ['wrongAmount', 'wrongAmount', 1_149_000, 'SITI AMINAH'],
  ['duplicate', 'duplicate', 250_000, 'AGUS WIJAYA'],
  ['duplicate', 'duplicate', 250_000, 'AGUS WIJAYA'],
  ['unknown', 'unknown', 47_000, 'MAYA SARI'],
  ['unreadable', 'unreadable', 75_000, 'DEWI LESTARI'],
  ['refunded', 'refunded', 60_000, 'RINA KARTIKA'],
  ['refund', 'refunded', -60_000, 'RINA KARTIKA'],
]

/** The lines of the sample day in the order of a statement. */
export const SAMPLE_LINES: readonly SampleLine[] = EVENTS.map(([is, of, amount, name], at) => ({
  is,
  number: NUMBERS[of][0],
  merchantNumber: NUMBERS[of][1],
  amount,
  name,
  time: `${String(8 + at).padStart(2, '0')}:15:30`,
  balance: OPENING + EVENTS.slice(0, at + 1).reduce((sum, [, , one]) => sum + one, 0),
}))
