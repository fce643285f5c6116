import type { Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { Refusal } from '../refusal.ts'
import type { MerchantRow } from './merchants.ts'

export type NewMerchant = Partial<Omit<MerchantRow, 'merchantNo' | 'feeFixed'>> & {
  name: string
  username: string
  feeFixed?: bigint | null
  nationalId?: string | null
}

/**
 * Inserts the account under the next free number, with an empty balance if it sells, and returns the number. Throws
 * USERNAME_TAKEN, also when a concurrent request takes the name.
 */
export async function insertMerchant(tx: Transaction, columns: NewMerchant): Promise<string> {
  for (;;) {
    const next = await tx.one<{ no: string }>(sql`select 'M' || nextval('merchant_number') as no`)
    const row = { ...columns, merchantNo: next!.no }
    if ((await tx.run(insertInto('merchant', [row], sql`on conflict do nothing`))) === 1) {
      const { merchantNo, kind, currency = 'IDR' } = row
      if (kind !== 'delegate' && kind !== 'staff') await tx.run(insertInto('account', [{ merchantNo, currency }]))
      return merchantNo
    }
    // Either the name is taken, or the number was inserted by hand. In that case the next number is tried.
    if (await tx.one(sql`select merchant_no from merchant where username = ${columns.username}`)) {
      throw new Refusal('USERNAME_TAKEN', { fields: { username: 'rule.taken' } })
    }
  }
}
