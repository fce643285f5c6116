import type { GivenState } from '#commands/appScope.ts'
import { isSearchableKind, numberOf, rowKinds } from '#commands/rows/kinds.ts'
import type { RowKind } from '#commands/rows/rowRef.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import type { TaskHost } from './bulkTasks.ts'

type Host = Pick<TaskHost, 'api' | 'features' | 'marks'>

/** Rows of a reply to as many numbers: merchants may use the same ones. */
const MOST_ROWS = 1_000

/** The rows as the gateway has them now, and as they are where it does not find them. */
export async function refreshedRows(
  host: Host,
  rows: readonly ListedRow[],
  kind: RowKind,
  signal: AbortSignal,
): Promise<ListedRow[]> {
  const current = new Map((await currentRows(host, rows, kind, signal)).map((row) => [row.id, row]))
  return rows.map((row) => current.get(row.id) ?? row)
}

/** The rows that still have what a run gave them, as far as the gateway tells. */
export async function untouchedRows(
  host: Host,
  rows: readonly ListedRow[],
  { kind, isUnchanged }: GivenState,
  signal?: AbortSignal,
): Promise<ListedRow[]> {
  const current = await currentRows(host, rows, kind, signal)
  const changed = new Set(current.filter((row) => !isUnchanged(row)).map(({ id }) => id))
  return rows.filter(({ id }) => !changed.has(id))
}

/** The rows as the gateway has them now; none where it does not find several numbers at once. */
async function currentRows(
  { api, features, marks }: Host,
  rows: readonly ListedRow[],
  kind: RowKind,
  signal?: AbortSignal,
): Promise<ListedRow[]> {
  if (!isSearchableKind(kind) || !features.has('filters')) return []
  // A plan shows itself that it failed.
  const options = signal === undefined ? {} : { quiet: true, signal }
  const current: ListedRow[] = []
  for (let from = 0; from < rows.length; from += MAX_ORDER_NUMBERS) {
    const orderNo = rows.slice(from, from + MAX_ORDER_NUMBERS).map((row) => numberOf({ kind, row }))
    const input = { orderNo, limit: String(MOST_ROWS), offset: '0' }
    current.push(...((await api.rows(rowKinds[kind].list, input, options)).rows as ListedRow[]))
  }
  return features.has('reviews') ? current : current.map(marks.annotate)
}
