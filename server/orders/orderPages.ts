import { join, type Sql, sql, trusted } from '../db/sql.ts'
import { parseSort } from '../http/lists.ts'
import type { Id } from '../ids.ts'
import { figures } from './figures.ts'
import { filterConditions, idRange, type ParsedFilter, rowConditions } from './orderFilter.ts'

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

const BEFORE_ALL: Id = '0'
const AFTER_ALL: Id = '9223372036854775807'

/** The ids of a page in order of creation, within a range of ids: one index range per merchant, merged. */
export function scannedPart(parsed: ParsedFilter, sort: Sort, part: Part, between = idRange(parsed.days)): Sql {
  const { first, end } = between
  const ranges = sql`select ${first ?? BEFORE_ALL}::bigint as first, ${end ?? AFTER_ALL}::bigint as "end"`
  return sql`
    with here as (${ranges})
    ${merged(parsed, sort, sql`${part.offset + part.count}::bigint`)}
     limit ${part.count} offset ${part.offset}`
}

/**
 * The ids of a page in order of creation, for a filter that the counters cover. Their running totals locate the days of the
 * page, so days before it and days without a match are not read.
 */
export function countedPart(parsed: ParsedFilter, sort: Sort, { offset, count }: Part): Sql {
  const direction = trusted(sort.descending ? 'desc' : 'asc')
  return sql`
    with figure as (
      select day, sum(n) as n from (${figures(parsed)}) f group by day having sum(n) > 0
    ), reached as (
      select day, n, sum(n) over (order by day ${direction}) as upto from figure
    ), here as (
      select (to_char(day, 'YYMMDD') || '0000000000000')::bigint as first,
             (to_char(day + 1, 'YYMMDD') || '0000000000000')::bigint as "end", upto - n as before
        from reached
       where upto > ${offset} and upto - n < ${offset + count}
    ), skip as (
      select (${offset} - coalesce(min(before), 0))::bigint as rows from here
    )
    ${merged(parsed, sort, sql`(select rows from skip) + ${count}`)}
     limit ${count} offset (select rows from skip)`
}

/** Up to this many merchants are separate `union all` branches; more are joined laterally. */
const BRANCHES = 8

/** For each range of `here`: the first ids of each merchant, already sorted, merged. */
function merged(parsed: ParsedFilter, sort: Sort, limit: Sql): Sql {
  const { merchantNos } = parsed.scope
  const order = trusted(sort.descending ? 'desc' : 'asc')
  const branch = (merchant: Sql) => sql`
    select o.id
      from orders o
     where ${merchant} ${rowConditions(parsed)} and o.id >= here.first and o.id < here."end"
     order by o.id ${order}
     limit ${limit}`
  const inOrder = () => {
    if (merchantNos === 'all') return branch(sql``)
    if (merchantNos.length > BRANCHES) {
      return sql`
        select one.id
          from unnest(${merchantNos}::text[]) merchant (no)
         cross join lateral (${branch(sql`o.merchant_no = merchant.no and`)}) one`
    }
    return join(
      merchantNos.map((no) => sql`(${branch(sql`o.merchant_no = ${no} and`)})`),
      sql` union all `,
    )
  }
  return sql`select k.id from here cross join lateral (${inOrder()}) k order by k.id ${order}`
}
