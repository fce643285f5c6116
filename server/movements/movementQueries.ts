import type { MovementType } from '#contract/options.ts'
import type { Movement, MovementTrail, OfflineRechargeInfo, ReceivingAccount } from '#contract/rows/movements.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { allows } from '#contract/statuses.ts'
import { perMerchant } from '../db/branches.ts'
import { ofMerchants } from '../db/conditions.ts'
import type { Queries } from '../db/database.ts'
import { type Sql, sql, unionAll } from '../db/sql.ts'
import { type Page, totalOf } from '../http/lists.ts'
import { isId } from '../ids.ts'
import type { Account } from '../merchants/merchants.ts'
import { instructionOf } from '../orders/channels.ts'
import { assertNumbersOf, type OrderNumbers } from '../orders/orderNumbers.ts'
import { parseOrderSort } from '../orders/orderPages.ts'
import { type OrderPage, preferExact } from '../orders/orderQueries.ts'
import { auditActions, movesOf, postingsOf } from '../orders/orderTrail.ts'
import { Refusal } from '../refusal.ts'
import type { Language } from '../texts/languages.ts'
import { failureReasonText } from '../texts/texts.ts'
import { type MovementScope, movementConditions, requestedMerchants } from './movementFilter.ts'
import { MOVEMENT_COLUMNS, type MovementRecord, type MovementRow, movementRecord, readMovements } from './movementRow.ts'
import type { MovementKey } from './movementStore.ts'
import { type ReceiptFile, receiptUrl } from './receipts.ts'

/** A page of the list. When the total is unknown (null), one row more than `limit` is returned if it exists. */
export async function listMovements(
  db: Queries,
  scope: MovementScope,
  filter: OrderFilter,
  { offset, limit, sort, totals = true }: OrderPage,
  language: Language,
): Promise<Page<Movement>> {
  const matching = movementConditions(scope, filter)
  const requested = { ...scope, merchantNos: requestedMerchants(scope, filter) }
  const { column, descending } = parseOrderSort(sort)
  const direction = descending ? sql`desc` : sql`asc`
  const order = sql`${SORTED[column]} ${direction} nulls last, r.id ${direction}, r.merchant_no`
  const part = sql`order by ${order} limit ${limit + 1} offset ${offset}`
  const rows = await (column === 'createTime'
    ? readMovements(db, firstOfEach(requested, matching, direction, offset + limit + 1), part, language)
    : readMovements(db, sql`record r`, sql`where ${matching} ${part}`, language))
  const matchingRows = sql`select 1 from record r where ${matching}`
  const totalCount = totals ? await totalOf(db, { offset, limit }, rows.length, matchingRows) : null
  return { rows: totalCount === null ? rows : rows.slice(0, limit), totalCount }
}

/**
 * The first `count` movements of each type of each merchant, read from sorted ranges of one index. Without this split the
 * database reads and sorts all movements of the merchants.
 */
function firstOfEach({ merchantNos, types }: MovementScope, matching: Sql, direction: Sql, count: number): Sql {
  const keys = types.flatMap((type) =>
    perMerchant(
      merchantNos,
      sql`r.merchant_no`,
      (ofMerchant) => sql`
        select r.merchant_no, r.id
          from record r
         where ${ofMerchant} and r.type = ${type} and ${matching}
         order by r.id ${direction}
         limit ${count}`,
      types.length,
    ),
  )
  const none = sql`select null as merchant_no, null::bigint as id where false`
  const ofScope = ofMerchants(sql`r.merchant_no`, merchantNos)
  return sql`
    (${keys.length === 0 ? none : unionAll(keys)}) key
      join record r on ${ofScope} and r.merchant_no = key.merchant_no and r.id = key.id`
}

const SORTED = { createTime: sql`r.id`, completeTime: sql`r.complete_time`, payAmount: sql`r.amount` } as const

export async function movementView(db: Queries, { merchantNo, id }: MovementKey, language: Language): Promise<Movement> {
  const key = sql`where r.merchant_no = ${merchantNo} and r.id = ${id}`
  const [movement] = await readMovements(db, sql`record r`, key, language)
  return movement!
}

/** The movements of the merchant and types that are still on hold, oldest first. */
export const heldMovements = (
  db: Queries,
  { merchantNo, types }: { merchantNo: string; types: readonly MovementType[] },
  language: Language,
): Promise<Movement[]> =>
  readMovements(
    db,
    sql`record_due waiting join record r on r.merchant_no = waiting.merchant_no and r.id = waiting.record_id`,
    sql`where waiting.merchant_no = ${merchantNo} and r.type = any(${types}::text[]) and r.status = 'CREATED' order by r.id`,
    language,
  )

/**
 * Finds a movement in the scope by its platform number or its merchant order number. Throws ORDER_NOT_FOUND, or
 * ORDER_AMBIGUOUS when several merchants use the number.
 */
export async function findMovement(db: Queries, scope: MovementScope, number: string): Promise<MovementRecord> {
  const byId = isId(number) ? await findMatching(db, scope, { platOrderNo: number }) : []
  const found = byId.length > 0 ? byId : await findMatching(db, scope, { merchantOrderNo: number })
  const [movement, ...others] = preferExact(found, number)
  if (movement === undefined) throw new Refusal('ORDER_NOT_FOUND')
  // When both sides of a transfer are in scope, the sender's side wins.
  if (others.some(({ id }) => id !== movement.id)) throw new Refusal('ORDER_AMBIGUOUS')
  return movementRecord(movement)
}

/** Finds a movement by one or both of its numbers. Throws as above, and as `assertNumbersOf`. */
export async function findNumberedMovement(db: Queries, scope: MovementScope, numbers: OrderNumbers): Promise<MovementRecord> {
  const movement = await findMovement(db, scope, numbers.platOrderNo ?? numbers.merchantOrderNo)
  await assertNumbersOf(movement, numbers, (number) => findMatching(db, scope, { merchantOrderNo: number }))
  return movement
}

const findMatching = (db: Queries, scope: MovementScope, filter: OrderFilter): Promise<MovementRow[]> =>
  db.all(sql`
    select ${MOVEMENT_COLUMNS} from record r where ${movementConditions(scope, filter)} order by r.type desc limit 3`)

/** The full history of a movement, each part oldest first. */
export async function movementTrail(db: Queries, movement: MovementRecord, language: Language): Promise<MovementTrail> {
  const moves = await movesOf(db, movement)
  return {
    record: await movementView(db, movement, language),
    moves: moves.map((move) => ({ ...move, text: failureReasonText(move.text, language) })),
    postings: await postingsOf(db, movement),
    actions: await auditActions(db, movement),
    receipt: movement.receipt ? await receiptOf(db, movement) : null,
    instruction: allows(movement.type, 'pay', movement.status)
      ? instructionOf({ ...movement, method: movement.method! })
      : null,
  }
}

async function receiptOf(db: Queries, { merchantNo, id }: MovementKey): Promise<string | null> {
  const file = await db.one<ReceiptFile>(sql`
    select type, content from record_receipt where merchant_no = ${merchantNo} and record_id = ${id}`)
  return file === undefined ? null : receiptUrl(file)
}

/** The accounts for offline recharges, and the open offline recharge of the merchant. */
export async function offlineRechargeInfo(
  db: Queries,
  { merchantNo, currency }: Account,
  language: Language,
): Promise<OfflineRechargeInfo> {
  const accounts = await db.all<ReceivingAccount>(sql`
    select a.bank_code as "bankCode", b.name as "bankName", a.account_number as "receiveAccount", a.account_name as "receiveName"
      from recharge_account a
      join bank b on b.bank_code = a.bank_code
     where a.currency = ${currency} and a.active
     order by a.position`)
  const open = await db.one<{ id: string }>(sql`
    select record_id as id from open_recharge where merchant_no = ${merchantNo}`)
  return { accounts, record: open === undefined ? null : await movementView(db, { merchantNo, id: open.id }, language) }
}
