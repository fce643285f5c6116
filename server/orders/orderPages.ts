import { perMerchant } from '../db/branches.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, trusted, unionAll } from '../db/sql.ts'
import { parseSort } from '../http/lists.ts'
import { firstIdOf, type Id } from '../ids.ts'
import { addDays } from '../wib.ts'
import { figures } from './figures.ts'
import { filterConditions, idRange, inMerchants, type ParsedFilter, rowConditions } from './orderFilter.ts'

const SORTABLE = { createTime: 'o.id', completeTime: 'o.complete_time', payAmount: 'o.amount' } as const

export type Sort = ReturnType<typeof parseOrderSort>

/** The sort of a list of orders or movements; newest first when absent. */
export const parseOrderSort = (text = 'createTime.desc') => parseSort(text, ['createTime', 'completeTime', 'payAmount'])

/** The `order by` of orders `o`. NULLs come last in both directions. */
export const orderBy = ({ column, descending }: Sort): Sql => {
  const direction = descending ? 'desc' : 'asc'
  return trusted(
    column === 'createTime' ? `o.id ${direction}` : `${SORTABLE[column]} ${direction} nulls last, o.id ${direction}`,
  )
}

export interface Part {
  offset: number
  count: number
}

/** The ids of a page for any filter and sort. The cost grows with the offset. */
export const sortedPart = (parsed: ParsedFilter, sort: Sort, { offset, count }: Part): Sql => sql`
  select o.id from orders o where ${filterConditions(parsed)} order by ${orderBy(sort)} limit ${count} offset ${offset}`

interface IdRange {
  first: Id
  end: Id
}

const BEFORE_ALL: Id = '0'
const AFTER_ALL: Id = '9223372036854775807'

/** The ids of a page in order of creation, within a range of ids: one index range per merchant, merged. */
export function scannedPart(parsed: ParsedFilter, sort: Sort, part: Part, between = idRange(parsed.days)): Sql {
  const range = { first: between.first ?? BEFORE_ALL, end: between.end ?? AFTER_ALL }
  return merged(parsed, sort, [range], part)
}

/** The same as rows, without looking up each id. For one merchant or all. */
export const scannedRows = (
  parsed: ParsedFilter,
  sort: Sort,
  count: number,
  { first, end }: ReturnType<typeof idRange>,
): Sql => sql`
  select o.*
    from orders o
   where ${inMerchants('o', parsed.scope.merchantNos)} and ${rowConditions(parsed)}
     and o.id >= ${first ?? BEFORE_ALL} and o.id < ${end ?? AFTER_ALL}
   order by o.id ${direction(sort)}
   limit ${count}`

/** Days that follow each other, each with a match. */
interface Run extends IdRange {
  /** Rows of the run and of earlier runs. */
  upto: number
  rows: number
}

/**
 * The ids of a page in order of creation, for a filter that the counters cover. Their running totals locate the days of the
 * page, so days before it and days without a match are not read.
 */
export async function countedPart(db: Queries, parsed: ParsedFilter, sort: Sort, { offset, count }: Part): Promise<Sql> {
  const days = await db.all<{ day: string; n: number }>(sql`
    select day, sum(n)::float8 as n from (${figures(parsed)}) f group by day having sum(n) > 0
     order by day ${direction(sort)}`)
  const runs: Run[] = []
  let upto = 0
  for (const { day, n } of days) {
    upto += n
    if (upto <= offset) continue
    if (upto - n >= offset + count) break
    const range = { first: firstIdOf(day), end: firstIdOf(addDays(day, 1)) }
    const run = runs.at(-1)
    if (run !== undefined && (run.first === range.end || run.end === range.first)) {
      Object.assign(run, sort.descending ? { first: range.first } : { end: range.end }, { upto, rows: run.rows + n })
    } else runs.push({ ...range, upto, rows: n })
  }
  const [start] = runs
  const skipped = start === undefined ? 0 : offset - (start.upto - start.rows)
  return merged(parsed, sort, runs, { offset: skipped, count })
}

const direction = ({ descending }: Sort): Sql => (descending ? sql`desc` : sql`asc`)

/** The first ids of each range and each merchant, already sorted, merged. */
function merged(parsed: ParsedFilter, sort: Sort, ranges: readonly IdRange[], { offset, count }: Part): Sql {
  const order = direction(sort)
  const branches = ranges.flatMap(({ first, end }) =>
    perMerchant(
      parsed.scope.merchantNos,
      sql`o.merchant_no`,
      (ofMerchant) => sql`
        select o.id
          from orders o
         where ${ofMerchant} and ${rowConditions(parsed)} and o.id >= ${first} and o.id < ${end}
         order by o.id ${order}
         limit ${offset + count}`,
      ranges.length,
    ),
  )
  if (branches.length === 0) return sql`select null::bigint as id where false`
  return sql`select k.id from (${unionAll(branches)}) k order by k.id ${order} limit ${count} offset ${offset}`
}
