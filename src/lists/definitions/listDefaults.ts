import { rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind } from '#commands/rows/rowRef.ts'
import { TABS } from '../../detail/tabs.ts'
import type { List } from '../list.ts'

/** Defaults of the fields that most lists do not use. */
export const LIST_DEFAULTS = {
  createWarnings: null,
  detailHeader: null,
  hasDetailRange: false,
  totals: [],
} as const satisfies Partial<List>

type SameForOrders = Pick<
  List,
  | keyof typeof LIST_DEFAULTS
  | 'kind'
  | 'call'
  | 'fractionDigits'
  | 'header'
  | 'state'
  | 'amount'
  | 'fee'
  | 'tabs'
  | 'fetchTrail'
  | 'direction'
  | 'merchants'
>

/** The part of a definition shared by all order lists of a kind. */
export function orderListDefaults(kind: OrderRowKind): SameForOrders {
  const { list, fractionDigits, trail, direction, merchants } = rowKinds[kind]
  return {
    ...LIST_DEFAULTS,
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
