import { join, type Sql, sql, trusted } from '../db/sql.ts'
import type { Id } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import { figures } from './figures.ts'
import { filterConditions, idRange, type ParsedFilter, rowConditions } from './orderFilter.ts'

/** The columns a list may be sorted by. Ids are in the order of creation. */
const SORTABLE = { createTime: 'o.id', completeTime: 'o.complete_time', payAmount: 'o.amount' } as const

export interface Sort {
  column: keyof typeof SORTABLE
  descending: boolean
}

/** Reads `payAmount.asc`; newest first when absent. Refuses any other column with VALIDATION_FAILED. */
export function parseSort(text = 'createTime.desc'): Sort {
  const [column = '', direction] = text.split('.')
  if (!Object.hasOwn(SORTABLE, column)) throw new Refusal('VALIDATION_FAILED', { fields: { sort: 'rule.unknown' } })
  return { column: column as Sort['column'], descending: direction !== 'asc' }
}

/** Orders `o` in the order of the list. What has no value yet comes last either way. */
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

/** The ids of a part of the list, for whatever filter and sort. It costs what lies before it. */
export const sortedPart = (wanted: ParsedFilter, sort: Sort, { offset, count }: Part): Sql => sql`
  select o.id from orders o where ${filterConditions(wanted)} order by ${orderBy(sort)} limit ${count} offset ${offset}`

const BEFORE_ALL: Id = '0'
const AFTER_ALL: Id = '9223372036854775807'

/** The ids of a part of the list in order of creation, between ids: a range of an index, merged from one per merchant. */
export function scannedPart(wanted: ParsedFilter, sort: Sort, part: Part, between = idRange(wanted.days)): Sql {
  const { first, end } = between
  const here = sql`select ${first ?? BEFORE_ALL}::bigint as first, ${end ?? AFTER_ALL}::bigint as "end"`
  return sql`
    with here as (${here})
    ${merged(wanted, sort, sql`${part.offset + part.count}::bigint`)}
     limit ${part.count} offset ${part.offset}`
}

/**
 * The ids of a part of the list in order of creation, when the counters know the filter: their running totals tell which
 * days hold the part, so nothing is read of the days before it, nor of days that have no match at all.
 */
export function countedPart(wanted: ParsedFilter, sort: Sort, { offset, count }: Part): Sql {
  const direction = trusted(sort.descending ? 'desc' : 'asc')
  return sql`
    with figure as (
      select day, sum(n) as n from (${figures(wanted)}) f group by day having sum(n) > 0
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
    ${merged(wanted, sort, sql`(select rows from skip) + ${count}`)}
     limit ${count} offset (select rows from skip)`
}

/** Beyond this many, merchants are a list that is looped over instead of branches that are written out. */
const BRANCHES = 8

/** Per range of `here`: the first ids of each merchant, already in order, merged. */
function merged(wanted: ParsedFilter, sort: Sort, limit: Sql): Sql {
  const { merchantNos } = wanted.scope
  const order = trusted(sort.descending ? 'desc' : 'asc')
  const branch = (merchant: Sql) => sql`
    select o.id
      from orders o
     where ${merchant} ${rowConditions(wanted)} and o.id >= here.first and o.id < here."end"
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
