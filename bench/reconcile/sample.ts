import type { ComparedOrder } from '../../src/reconcile/comparedOrder.ts'

const digits = (n: number, length: number) => String(n).padStart(length, '0')
const numberOf = (n: number) =>
  `261121${digits(Math.floor(n / 3_600) % 24, 2)}${digits(Math.floor(n / 60) % 60, 2)}${digits(n % 60, 2)}300${digits(n % 10_000, 4)}`
const rupiahOf = (n: number) => 10_000 + ((n * 7_919) % 900_000)

export const sampleOrders = (count: number): ComparedOrder[] =>
  Array.from({ length: count }, (_, n) => ({
    id: String(n),
    type: 'PAYIN',
    platOrderNo: numberOf(n),
    merchantOrderNo: `INV-${digits(n, 8)}`,
    payOrderNo: null,
    account: `8808${digits(n, 10)}`,
    name: `Payer ${n}`,
    channel: 'QRIS',
    currency: 'IDR',
    amount: `${rupiahOf(n)}.00`,
    fee: '500.00',
    status: 'SUCCESS',
    time: '2026-11-21T08:15:30+07:00',
    review: null,
    reviewNote: null,
    isAcknowledged: true,
  }))

/** A bank's file: every third line names the merchant's number, every fiftieth has another amount, every hundredth no number. */
export function sampleStatement(orders: readonly ComparedOrder[]): string {
  const english = (n: number) => n.toLocaleString('en')
  const lines = orders.map(({ platOrderNo, merchantOrderNo, name }, n) => {
    const number = n % 100 === 99 ? '' : n % 3 === 0 ? merchantOrderNo : platOrderNo
    return `21/11/2026,"TRSF E-BANKING CR 2111/FTSCY/WS95031 ${number} ${name}",0000,"${english(rupiahOf(n) + (n % 50 === 0 ? 1 : 0))}.00",CR,"${english(n * 1_000)}.00"`
  })
  return ['Tanggal,Keterangan,Cabang,Jumlah,D/K,Saldo', ...lines].join('\r\n')
}

const AMOUNTS = 20
const DAYS = 30
const amountOf = (n: number) => 10_000 * (1 + (n % AMOUNTS))
const dayOf = (n: number) => `2026-11-${digits(1 + (Math.floor(n / AMOUNTS) % DAYS), 2)}`
const nameOf = (n: number) => `Budi ${String.fromCharCode(65 + (n % 26))}santoso Wijaya`

/** Orders of round amounts in a month: many have the amount and the day of a line. */
export const roundOrders = (count: number): ComparedOrder[] =>
  sampleOrders(count).map((order, n) => ({
    ...order,
    name: nameOf(n),
    amount: `${amountOf(n)}.00`,
    time: `${dayOf(n)}T08:15:30+07:00`,
  }))

/** Their lines, which name no number. */
export const unnumberedStatement = (count: number): string =>
  [
    'Date,Description,Amount',
    ...Array.from({ length: count }, (_, n) => `${dayOf(n)},TRANSFER DARI ${nameOf(n).slice(0, 12)},${amountOf(n)}.00`),
  ].join('\n')
