import { isOrderKind, rowKinds, searchableKindsFor } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import type { Permissions } from '#contract/authority.ts'
import type { OrderKind } from '#contract/kinds.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import type { MatchRule } from '../../reconcile/matchRule.ts'
import type { ReconcileSettings } from '../../reconcile/session.ts'

/** How a statement is reconciled: with which list, which days, and how exactly. Kept as JSON. */
export interface WorkSettings extends Omit<ReconcileSettings, 'kind' | 'days'> {
  readonly list: OrderRowKind
  /** Empty for none: then only the numbers of the statement are looked up. */
  readonly startDate: string
  readonly endDate: string
  readonly rules: readonly MatchRule[]
}

/** The order lists of the account, payins first. */
export const orderListsFor = (permissions: Permissions): OrderRowKind[] => searchableKindsFor(permissions).filter(isOrderKind)

/** The kind of the orders in a list. */
export function orderKindOf(list: OrderRowKind): OrderKind {
  const { direction, fractionDigits } = rowKinds[list]
  if (fractionDigits !== FRACTION_DIGITS.USDT) return direction
  return direction === 'PAYIN' ? 'USDT_PAYIN' : 'USDT_PAYOUT'
}

/** The settings of the engine. */
export const engineSettings = ({
  list,
  startDate: from,
  endDate: to,
  basis,
  amountTolerance,
  dayTolerance,
}: WorkSettings): ReconcileSettings => ({
  kind: orderKindOf(list),
  basis,
  amountTolerance,
  dayTolerance,
  days: from === '' || to === '' ? 'none' : { from, to },
})
