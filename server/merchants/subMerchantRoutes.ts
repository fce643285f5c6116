import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { toText } from '#contract/money.ts'
import type { Merchant, SubMerchant } from '#contract/rows/merchants.ts'
import {
  AddSubMerchant,
  CreateSubMerchant,
  PagedSubMerchants,
  type SubMerchantFilter,
  UpdateSubMerchant,
} from '#contract/shapes/merchants.ts'
import { movesFrom } from '#contract/statuses.ts'
import { audit } from '../audit/audit.ts'
import { hashPassword } from '../auth/credentials.ts'
import { endSessions } from '../auth/sessions.ts'
import { readRange, withinDays } from '../dayRanges.ts'
import { allOf, given, matches, nameContains, ofMerchants } from '../db/conditions.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { type Sql, sql, trusted } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import type { Caller } from '../http/caller.ts'
import { type Page, type PageRequest, parseSort } from '../http/lists.ts'
import { serveMoney } from '../http/money.ts'
import { serveList } from '../http/serve.ts'
import { Refusal } from '../refusal.ts'
import { moveMerchant } from './merchantStatus.ts'
import { type Account, lockMerchant, MERCHANT_COLUMNS, type MerchantRow, merchantByNo, merchantView } from './merchants.ts'
import { addSubMerchant, applySubMerchantChange, type NewSubMerchant, validateNewSubMerchant } from './subMerchants.ts'

export function subMerchantRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db } = gateway

  for (const [call, shape] of [
    [calls.createSubMerchant, CreateSubMerchant],
    [calls.addSubMerchant, AddSubMerchant],
  ] as const) {
    serveMoney(app, gateway, call, shape, {
      prepare: (input, { merchant }) => validateNewSubMerchant(input, merchant, gateway.clock.now()),
      execute: (tx, _, caller, data) => create(tx, gateway, caller, data),
    })
  }

  serveList(app, calls.subMerchants, PagedSubMerchants, (filter, { merchant }, page) =>
    listSubMerchants(db, merchant, filter, page),
  )

  serveMoney(app, gateway, calls.updateSubMerchant, UpdateSubMerchant, {
    async prepare({ pwd, pwd2 }) {
      if (pwd !== pwd2) throw new Refusal('pwdCompareError')
      return pwd === undefined ? undefined : hashPassword(pwd)
    },
    async execute(tx, input, caller, passwordHash) {
      const { merchantNo } = input
      const before = await lockMerchant(tx, merchantNo, sql`parent_no = ${caller.merchant.merchantNo}`)
      const after = applySubMerchantChange(before, input)
      await moveMerchant(tx, before, after.status, 'parent')
      await save(tx, input, after, passwordHash ?? before.passwordHash)
      if (passwordHash !== undefined) await endSessions(tx, merchantNo)
      const { before: previous, after: changed } = differences(before, after)
      const detail = { before: previous, after: { ...changed, ...(passwordHash !== undefined && { password: '****' }) } }
      await audit(tx, gateway, caller, 'updateMerchant', { merchantNo, target: merchantNo, detail })
      return merchantView((await merchantByNo(tx, merchantNo))!)
    },
  })
}

async function create(tx: Transaction, gateway: Gateway, caller: Caller, data: NewSubMerchant): Promise<Merchant> {
  const merchantNo = await addSubMerchant(tx, caller.merchant, data, gateway.clock.now())
  const { passwordHash: _, nationalId, feeFixed, ...fields } = data
  const detail = { ...fields, feeFixed: feeFixed?.toString() ?? null, nationalId: nationalId && '****' }
  await audit(tx, gateway, caller, 'createMerchant', { merchantNo, target: merchantNo, detail })
  return merchantView((await merchantByNo(tx, merchantNo))!)
}

type SubMerchantFields = ReturnType<typeof applySubMerchantChange>

/** Saving an address re-enables its callbacks. */
const save = (
  tx: Transaction,
  { merchantNo, payinNotifyAddress, payoutNotifyAddress }: UpdateSubMerchant,
  after: SubMerchantFields,
  passwordHash: string,
): Promise<number> =>
  tx.run(sql`
    update merchant
       set name = ${after.name}, mobile = ${after.mobile}, fee_type = ${after.feeType}, fee_rate = ${after.feeRate},
           fee_fixed = ${after.feeFixed}, password_hash = ${passwordHash},
           payin_notify_address = ${after.payinNotifyAddress}, payout_notify_address = ${after.payoutNotifyAddress},
           notify_disabled = notify_disabled and ${payinNotifyAddress === undefined},
           payout_notify_disabled = payout_notify_disabled and ${payoutNotifyAddress === undefined}
     where merchant_no = ${merchantNo}`)

/** The fields whose values differ, for the audit event. */
function differences(before: MerchantRow, after: SubMerchantFields) {
  const changed = (Object.keys(after) as (keyof SubMerchantFields)[]).filter((name) => before[name] !== after[name])
  const of = (one: SubMerchantFields) => Object.fromEntries(changed.map((name) => [name, one[name]]))
  return { before: of(before), after: of(after) }
}

async function listSubMerchants(
  db: Queries,
  { merchantNo }: MerchantRow,
  filter: SubMerchantFilter,
  page: PageRequest,
): Promise<Page<SubMerchant>> {
  const condition = allOf([
    sql`parent_no = ${merchantNo}`,
    ...matches(filter, { merchantNo: sql`merchant_no`, status: sql`status`, type: sql`upper(kind)` }),
    ...given(filter.merchantName, nameContains(sql`name`)),
    ...given(filter.username, (part) => sql`position(lower(${part}) in username) > 0`),
    ...withinDays(sql`create_time`, readRange(filter)),
  ])
  // Without totals, one extra row shows that there is a next page.
  const rows = await db.all<MerchantRow>(sql`
    select ${MERCHANT_COLUMNS}
      from merchant
     where ${condition}
     order by ${orderBy(page.sort)}
     limit ${page.limit + (page.totals ? 0 : 1)} offset ${page.offset}`)
  const total = page.totals
    ? await db.one<{ n: number }>(sql`select count(*)::int as n from merchant where ${condition}`)
    : null
  const available = await availableOf(db, rows)
  return { rows: rows.map((row) => view(row, available.get(keyOf(row)))), totalCount: total?.n ?? null }
}

/** The available balance of each account, in minor units as text. */
async function availableOf(db: Queries, merchants: readonly MerchantRow[]): Promise<ReadonlyMap<string, string>> {
  const merchantNos = merchants.map(({ merchantNo }) => merchantNo)
  const rows = await db.all<Account & { available: string }>(sql`
    select merchant_no as "merchantNo", currency, available from account where ${ofMerchants(sql`merchant_no`, merchantNos)}`)
  return new Map(rows.map((row) => [keyOf(row), row.available]))
}

const keyOf = ({ merchantNo, currency }: Account): string => `${merchantNo} ${currency}`

const view = (merchant: MerchantRow, available = '0'): SubMerchant => ({
  ...merchantView(merchant),
  available: toText(BigInt(available), merchant.currency),
  moves: movesFrom(merchant.status, 'parent'),
})

const SORTED = { createTime: 'create_time', merchantNo: 'merchant_no', merchantName: 'name' } as const

function orderBy(sort = 'createTime.desc'): Sql {
  const { column, descending } = parseSort(sort, Object.keys(SORTED) as (keyof typeof SORTED)[])
  const direction = descending ? 'desc' : 'asc'
  return trusted(`${SORTED[column]} ${direction}, merchant_no ${direction}`)
}
