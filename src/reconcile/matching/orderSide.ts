import { minorUnits } from '../amounts/decimalText.ts'
import { type ComparedOrder, isPaid, isReturned } from '../comparedOrder.ts'
import type { AmountBasis } from '../matchRule.ts'
import type { ReconcileSettings } from '../session.ts'
import type { StatementLine } from '../statementLine.ts'

/** An order as the matching compares it. Signed minor units: money out is negative. */
export interface OrderSide {
  readonly order: ComparedOrder
  readonly gross: bigint | null
  /** Less the fee; null when the fee is unknown. */
  readonly net: bigint | null
  /** Days since 1970; null when unknown. */
  readonly dayNumber: number | null
  readonly day: string | null
  /** Whether its money moved, so that a line is right about it. */
  readonly hasMoved: boolean
  /** Whether its day is one of the statement's. Earlier orders are found by number, by rule and by sum only: other statements have paid them. */
  readonly isInDays: boolean
  /** Whether a line must exist. */
  readonly isExpected: boolean
}

export function orderSide(order: ComparedOrder, scale: number, days: ReconcileSettings['days']): OrderSide {
  const units = minorUnits(order.amount, scale)
  const gross = units === null ? null : order.type === 'PAYOUT' ? -units : units
  const fee = minorUnits(order.fee, scale)
  const day = order.time?.slice(0, 10) ?? null
  const paid = isPaid(order)
  const isInDays = days === 'none' || days === null || day === null || (day >= days.from && day <= days.to)
  return {
    order,
    gross,
    net: gross === null || fee === null ? null : gross - fee,
    dayNumber: dayNumber(day),
    day,
    hasMoved: paid || isReturned(order),
    isInDays,
    isExpected: paid && days !== 'none' && isInDays,
  }
}

export function dayNumber(day: string | null): number | null {
  if (day === null) return null
  const [year, month, date] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  const at = Date.UTC(year, month - 1, date)
  return Number.isNaN(at) ? null : at / 86_400_000
}

export interface FitOptions {
  readonly basis: AmountBasis
  readonly tolerance: bigint
}

/** Whether an amount is that of orders with these sums, gross or net as asked. */
export function fits(amount: bigint, gross: bigint | null, net: bigint | null, { basis, tolerance }: FitOptions): boolean {
  const isNear = (other: bigint | null) => other !== null && (amount > other ? amount - other : other - amount) <= tolerance
  return (basis !== 'net' && isNear(gross)) || (basis !== 'gross' && isNear(net))
}

/** The sum of orders that a line is compared with: net when only net orders are expected, else gross, or net when that is exact. */
export function comparedSum(
  amount: bigint | null,
  gross: bigint | null,
  net: bigint | null,
  basis: AmountBasis,
): bigint | null {
  if (basis === 'gross') return gross
  if (basis === 'net') return net ?? gross
  return amount !== null && net === amount ? net : gross
}

/** The difference is the fee when one of gross and net is the amount, and the other was expected. */
export const isFeeDifference = (amount: bigint, { gross, net }: OrderSide): boolean => amount === gross || amount === net

export const hasSameDirection = ({ amount }: StatementLine, { gross }: OrderSide): boolean =>
  amount === null || gross === null || amount === 0n || amount > 0n === gross > 0n
