import { toText } from '#contract/money.ts'
import type { SubMerchant } from '#contract/rows/merchants.ts'
import type { SubMerchantFilter } from '#contract/shapes/merchants.ts'
import { movesFrom } from '#contract/statuses.ts'
import { readRange } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { nameContains } from '../db/nameSearch.ts'
import { type Sql, sql, trusted, when } from '../db/sql.ts'
import type { Page, PageRequest } from '../http/lists.ts'
import { asArray } from '../orders/orderFilter.ts'
import { Refusal } from '../refusal.ts'
import { addDays, startOfDay } from '../wib.ts'
import { MERCHANT_COLUMNS, type MerchantRow, merchantView } from './merchants.ts'

type Row = MerchantRow & { available: string | null }

/** A page of the merchant's sub-merchants with their available balances. */
export async function listSubMerchants(
  db: Queries,
  { merchantNo }: MerchantRow,
  filter: SubMerchantFilter,
  page: PageRequest,
): Promise<Page<SubMerchant>> {
  const condition = sql`parent_no = ${merchantNo} ${conditions(filter)}`
  // Without totals, one extra row shows that there is a next page.
  const rows = await db.all<Row>(sql`
    select ${MERCHANT_COLUMNS},
           (select a.available from account a where a.merchant_no = merchant.merchant_no and a.currency = merchant.currency) as available
      from merchant
     where ${condition}
     order by ${orderBy(page.sort)}
     limit ${page.limit + (page.totals ? 0 : 1)} offset ${page.offset}`)
  const total = page.totals
    ? await db.one<{ n: number }>(sql`select count(*)::int as n from merchant where ${condition}`)
    : null
  return { rows: rows.map(view), totalCount: total?.n ?? null }
}

const view = ({ available, ...merchant }: Row): SubMerchant => ({
  ...merchantView(merchant),
  available: toText(BigInt(available ?? 0), merchant.currency),
  moves: movesFrom(merchant.status, 'parent'),
})

function conditions({ merchantName, username, ...filter }: SubMerchantFilter): Sql {
  const { merchantNo, notMerchantNo, status, notStatus, type, notType, ...range } = filter
  const { first, last } = readRange(range)
  const [from, until] = [first, last === null ? null : addDays(last, 1)].map((day) => day && new Date(startOfDay(day)))
  return sql`
    ${when(merchantNo, sql`and merchant_no = any (${asArray(merchantNo ?? [])}::text[])`)}
    ${when(notMerchantNo, sql`and merchant_no <> all (${asArray(notMerchantNo ?? [])}::text[])`)}
    ${when(merchantName, sql`and ${nameContains(sql`name`, merchantName ?? '')}`)}
    ${when(username, sql`and position(lower(${username}) in username) > 0`)}
    ${when(status, sql`and status = any (${asArray(status ?? [])}::text[])`)}
    ${when(notStatus, sql`and status <> all (${asArray(notStatus ?? [])}::text[])`)}
    ${when(type, sql`and upper(kind) = any (${asArray(type ?? [])}::text[])`)}
    ${when(notType, sql`and upper(kind) <> all (${asArray(notType ?? [])}::text[])`)}
    ${when(from, sql`and create_time >= ${from}`)} ${when(until, sql`and create_time < ${until}`)}`
}

const SORTABLE: Record<string, string> = { createTime: 'create_time', merchantNo: 'merchant_no', merchantName: 'name' }

/** Throws VALIDATION_FAILED for a column that cannot be sorted by. */
function orderBy(sort = 'createTime.desc'): Sql {
  const [name = '', direction] = sort.split('.')
  if (!Object.hasOwn(SORTABLE, name)) throw new Refusal('VALIDATION_FAILED', { fields: { sort: 'rule.unknown' } })
  const order = direction === 'asc' ? 'asc' : 'desc'
  return trusted(`${SORTABLE[name]} ${order}, merchant_no ${order}`)
}
