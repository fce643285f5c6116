import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { FRACTION_DIGITS } from '#contract/money.ts'
import { TABS } from '../../detail/tabs.ts'
import type { List } from '../list.ts'

/** Defaults of the fields that most lists do not use. */
export const LIST_DEFAULTS = {
  fractionDigits: FRACTION_DIGITS.IDR,
  state: null,
  amount: null,
  fee: null,
  tabs: ['facts', 'raw'],
  fetchTrail: null,
  createWarnings: null,
  detailHeader: null,
  hasDetailRange: false,
  totals: [],
  direction: null,
  summary: null,
  export: null,
} as const satisfies Partial<List>

/** The part of a definition that lists of one sort share. */
export type ListBase = Omit<List, 'columns' | 'filters' | 'fields'>

/** The part of a definition shared by all order lists of a kind. */
export function orderListDefaults(kind: OrderRowKind): ListBase {
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
    tabs: TABS,
    fetchTrail:
      trail === null
        ? null
        : async (api, { id }, signal) => {
            const { order, ...history } = await api.call(trail, { id }, { signal, quiet: true })
            return { row: order, trail: history }
          },
    direction,
    merchants,
  }
}
