import type { AccountKind } from '#contract/authority.ts'
import { openSession } from '../../server/auth/sessions.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import type { OrderScope } from '../../server/orders/orderFilter.ts'
import { visibleScope } from '../../server/orders/visibleOrders.ts'
import { demoAccounts } from '../../server/seed/seed.ts'

/** An account of the demo, with the list that its users look at. */
export interface Account {
  merchantNo: string
  list: 'payinList' | 'usdtPayinList' | 'agentPayinList'
  scope: OrderScope
}

/** The accounts of the demo that can sign in. */
export async function accountsOf(db: Database): Promise<Account[]> {
  const rows = await db.all<{ merchantNo: string; kind: AccountKind }>(sql`
    select merchant_no as "merchantNo", kind
      from merchant
     where username = any (${demoAccounts.map(({ username }) => username)}::text[])
     order by merchant_no`)
  return Promise.all(
    rows.map(async ({ merchantNo, kind }) => {
      const merchant = (await merchantByNo(db, merchantNo))!
      const list = kind === 'umerchant' ? 'usdtPayinList' : kind === 'delegate' ? 'agentPayinList' : 'payinList'
      return { merchantNo, list, scope: await visibleScope(db, merchant, kind === 'umerchant' ? 'USDT_PAYIN' : 'PAYIN') }
    }),
  )
}

export interface User {
  account: Account
  token: string
}

/** So many users with a session each, spread over the accounts. Without passwords: their hashes would take a minute. */
export const openUsers = (db: Database, accounts: readonly Account[], count: number): Promise<User[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const account = accounts[n % accounts.length]!
      const { merchantNo } = account
      const token = await openSession(db, { merchantNo, stage: 'full', address: '127.0.0.1', now: Date.now() })
      return { account, token }
    }),
  )

/** The merchants that sell, with the currency of their orders. */
export const sellersOf = (db: Database): Promise<{ merchantNo: string; currency: string }[]> =>
  db.all(sql`
    select merchant_no as "merchantNo", currency from merchant where kind not in ('delegate', 'staff') order by merchant_no`)
