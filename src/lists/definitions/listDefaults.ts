import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import { TABS } from '../../detail/tabs.ts'
import type { List } from '../list.ts'

/** Defaults of the fields that most lists do not use. */
export const LIST_DEFAULTS = {
  fractionDigits: FRACTION_DIGITS.IDR,
  hasPlainFilters: false,
  takesTrees: true,
  state: null,
  amount: null,
  fee: null,
  tabs: ['facts', 'raw'],
  trail: null,
  createWarnings: null,
  detailHeader: null,
  hasDetailRange: false,
  totals: [],
  direction: null,
  summary: null,
  export: null,
} as const satisfies Partial<List>

/** The part of a definition shared by all order lists of a kind. */
export function orderListDefaults(kind: OrderRowKind): Omit<List, 'columns' | 'filters' | 'fields'> {
  const { list, fractionDigits, trail, direction, merchants } = rowKinds[kind]
  return {
    ...LIST_DEFAULTS,
    id: kind,
    kind,
    call: list,
    fractionDigits,
    header: 'merchantOrderNo',
    state: 'status',
    amount: 'payAmount',
    fee: 'payFee',
    // Agents see no notes.
    tabs: trail === null ? TABS.filter((tab) => tab !== 'notes') : TABS,
    trail,
    direction,
    merchants,
  }
}
