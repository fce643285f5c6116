import { routes } from '#commands/navigation/routes.ts'
import { orderValue } from '#commands/orders/orderArgument.ts'
import { numberOf, routeFor, statusLabel } from '#commands/rows/kinds.ts'
import type { RowKind, SearchableKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import { taskOf } from '#commands/task.ts'
import type { Hit } from '#machines/palette/page.ts'
import { amountFormatter } from '../../format/amount.ts'
import type { Translate } from '../../i18n.ts'
import type { LookupRow, OrderRow, RecentRow, Row, RowInput } from './row.ts'

/** Found orders, and a row for a pending or failed lookup. */
export function orderRows({ page, lookup, scope, t }: RowInput): Row[] {
  const found = page.hits.map((hit) => orderRow(hit, scope, t))
  return lookup === 'settled' ? found : [...found, waitingRow(lookup, page.search?.text ?? page.text, t)]
}

const waitingRow = (kind: LookupRow['kind'], text: string, t: Translate): LookupRow => ({
  kind,
  id: 'lookup',
  title: t(kind === 'pending' ? 'palette.pending' : 'palette.retry', { text }),
  section: '',
})

function orderRow(hit: Hit<SearchableKind>, scope: Scope, t: Translate): OrderRow {
  const { kind, row } = hit
  const { currency = '', payAmount, status = '' } = row
  return {
    kind: 'order',
    id: hit.value,
    title: numberOf(hit),
    section: kindTitle(kind, scope, t),
    hit,
    amount: `${amountFormatter(currency)(payAmount)} ${currency}`,
    status: statusLabel(kind, status, scope.app),
  }
}

/** Recently opened orders. */
export const recentRows = ({ scope, registry, t }: RowInput): RecentRow[] =>
  scope.app.recents.map((order) => ({
    kind: 'recent',
    id: `recent ${orderValue(order)}`,
    title: order.number,
    section: kindTitle(order.kind, scope, t),
    task: taskOf(registry.get('order.jump'), scope, { given: { order: orderValue(order) } }),
  }))

/** Title of the list that shows this kind to the user. */
export const kindTitle = (kind: RowKind, { permissions }: Scope, t: Translate): string => {
  const routeId = routeFor(kind, permissions)
  return routeId === null ? '' : t(routes[routeId].title)
}
