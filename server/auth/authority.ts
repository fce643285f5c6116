import { backOff } from '../backOff.ts'
import type { Database, Transaction } from '../db/database.ts'
import { exactly, insertWith } from '../db/rows.ts'
import { join, type Sql, sql, when } from '../db/sql.ts'
import { type MerchantRow, merchantByNo } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'

/** A status, session, permission or key changed after the request was judged. The request is judged again from the start. */
export class AuthorityChanged extends Refusal {
  constructor() {
    super('UNAVAILABLE')
  }
}

/** What a transaction relies on: conditions by merchant, in locking order, and the caller's session. */
interface Authority {
  merchants: Map<string, Sql>
  session: Judged['session']
  /** Whether all of it is locked and as it was. */
  isConfirmed: boolean
}

/** The identity that a request was judged with. */
export interface Judged {
  merchant: MerchantRow
  /** The condition on `session s` that the caller is still signed in; null for the merchant API, which is bound by its key. */
  session: (() => Sql) | null
}

const authorities = new WeakMap<Transaction, Authority>()

/** Transactions whose last statement locks what the work relied on, and throws AuthorityChanged when it is no longer so. */
export const confirmed = (db: Pick<Database, 'tx'>, judged?: Judged): Pick<Database, 'tx'> => ({
  tx: (work, options) =>
    db.tx(
      async (tx) => {
        const merchants = new Map(judged && [[judged.merchant.merchantNo, conditionOf(judged)]])
        authorities.set(tx, { merchants, session: judged?.session ?? null, isConfirmed: false })
        const result = await work(tx)
        await confirmAuthority(tx)
        return result
      },
      { ...options, isOptimistic: true },
    ),
})

/** The key, its use and the address list bind the merchant API only; a console call may change its own. */
const conditionOf = ({ merchant, session }: Judged): Sql => sql`
  ${hasStatus(merchant)} and m.permission_keys is not distinct from ${merchant.permissionKeys}::text[]
  ${when(
    session === null,
    sql`and m.api_secret = ${merchant.apiSecret} and m.api_white_ip = ${merchant.apiWhiteIp}::text[]
    and m.signature_header_required = ${merchant.signatureHeaderRequired}`,
  )}`

const hasStatus = ({ merchantNo, status }: MerchantRow): Sql => sql`m.merchant_no = ${merchantNo} and m.status = ${status}`

/** Reads a merchant whose status decides what the transaction does. The row is locked and compared before the commit. */
export async function reliedMerchant(tx: Transaction, merchantNo: string): Promise<MerchantRow | undefined> {
  const merchant = await merchantByNo(tx, merchantNo)
  const authority = authorities.get(tx)
  if (merchant !== undefined && authority !== undefined) {
    const known = authority.merchants.get(merchantNo)
    authority.merchants.set(merchantNo, known === undefined ? hasStatus(merchant) : sql`${known} and ${hasStatus(merchant)}`)
    authority.isConfirmed = false
  }
  return merchant
}

/**
 * Locks what the transaction relied on, and reads it: the caller, its session, then other merchants. Runs by itself before
 * the commit, unless it was called since the last `reliedMerchant`: where the work ends the caller's own session, and by
 * `insertConfirmed`. A waiting change of these rows is then either committed and seen here, or answered after this transaction. All
 * statements are sent at once.
 */
export async function confirmAuthority(tx: Transaction): Promise<void> {
  const authority = authorities.get(tx)
  if (authority === undefined || authority.isConfirmed || authority.merchants.size === 0) return
  const { merchants, session } = authority
  const nos = [...merchants.keys()]
  const conditions = join(
    [...merchants.values()].map((condition) => sql`(${condition})`),
    sql` or `,
  )
  // Each number is a value of its own: the server plans a statement with an array again each time, which takes longer than it runs.
  const numbers = join(
    nos.map((no) => sql`${no}`),
    sql`, `,
  )
  authority.isConfirmed = true
  const hasAdvisoryLocks = locksByNumber(tx)
  // A statement of its own: the next one reads what was committed until the locks were granted.
  const locking = hasAdvisoryLocks
    ? tx.run(sql`select pg_advisory_xact_lock_shared(${LOCK_CLASS}, hashtext(no)) from unnest(${nos}::text[]) no`)
    : null
  // The rows are locked in the order of the result, and for each the merchant before the session.
  const reading = sql`
    select 1
      from merchant m ${when(session, sql`join session s on ${session?.()}`)}
     where m.merchant_no in (${numbers}) and (${conditions})
     ${when(nos.length > 1, sql`order by array_position(array[${numbers}]::text[], m.merchant_no::text)`)}
       ${when(!hasAdvisoryLocks, sql`for share of m`)} ${when(session, sql`for key share of s`)}`
  if (tx.isOptimistic) return tx.presume(exactly(nos.length, reading))
  const [, found] = await Promise.all([locking, tx.run(reading)])
  if (found !== nos.length) throw new AuthorityChanged()
}

/** A rollback to a savepoint has released the locks, so the transaction confirms again. */
export function releaseAuthority(tx: Transaction): void {
  const authority = authorities.get(tx)
  if (authority !== undefined) authority.isConfirmed = false
}

/**
 * `insertWith`, and confirms the authority in the same round trip: after what `rest` sends, so that accounts are locked before
 * merchants.
 */
export async function insertConfirmed<Row extends object>(
  tx: Transaction,
  table: string,
  row: Row,
  rest: () => Promise<unknown>,
): Promise<boolean> {
  const isNew = await insertWith(tx, table, row, async () => {
    const sent = rest()
    const confirming = confirmAuthority(tx)
    // Skipped when a statement before it fails, whose error counts.
    confirming.catch(() => {})
    await sent
    await confirming
  })
  if (!isNew) releaseAuthority(tx)
  return isNew
}

/**
 * Writes fields of a merchant that `confirmAuthority` compares, and waits for the transactions that have confirmed the old ones.
 * Returns 0 when the merchant does not meet the condition. Sessions are ended after it, as they are locked after their merchant.
 */
export async function changeAuthority(
  tx: Transaction,
  merchantNo: string,
  fields: Sql,
  condition = sql`true`,
): Promise<number> {
  const changed = await tx.run(sql`update merchant set ${fields} where merchant_no = ${merchantNo} and ${condition}`)
  // After the write, which Citus lets one transaction at a time do: changes cannot wait for each other in a circle.
  if (changed > 0 && locksByNumber(tx)) await tx.run(sql`select pg_advisory_xact_lock(${LOCK_CLASS}, hashtext(${merchantNo}))`)
  return changed
}

/**
 * Whether advisory locks on the coordinator stand for the rows of merchants. Citus locks the whole of a copied table on its nodes
 * when one row of it is locked, in no fixed order, so that requests of different merchants would end in deadlocks.
 */
const locksByNumber = ({ product }: Transaction): boolean => product === 'citus'

/** Keeps these locks apart from other advisory locks of the database. */
const LOCK_CLASS = 0x706179

/** With pauses of 1.3 s at most. */
const MAX_JUDGEMENTS = 8

/** Runs the work again when an authority changed meanwhile. The work judges it anew each time; `isRepeated` from the second. */
export async function judgedAgain<Result>(work: (isRepeated: boolean) => Promise<Result>): Promise<Result> {
  for (let judgements = 1; ; judgements++) {
    try {
      return await work(judgements > 1)
    } catch (error) {
      if (!(error instanceof AuthorityChanged) || judgements === MAX_JUDGEMENTS) throw error
      await backOff(judgements)
    }
  }
}
