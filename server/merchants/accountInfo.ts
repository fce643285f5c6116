import { toText } from '#contract/money.ts'
import type { AccountInfo, Balance } from '#contract/rows/accounts.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { TERMS } from '../movements/terms.ts'
import type { MerchantRow } from './merchants.ts'

/** The account's balance, the limits and fees of its movements, and its settlement bank account. */
export async function accountInfo(db: Queries, merchant: MerchantRow, terms = TERMS): Promise<AccountInfo> {
  const { withdraw, transfer, recharge } = terms[merchant.currency]
  return {
    ...(await balanceOf(db, merchant)),
    withdraw,
    transfer,
    recharge,
    settle: await settleAccount(db, merchant),
    txnPwdSet: merchant.txnPasswordHash !== null,
  }
}

/** The account's balance in its own currency; zero when it has no balance row. */
export async function balanceOf(
  db: Queries,
  { merchantNo, currency }: Pick<MerchantRow, 'merchantNo' | 'currency'>,
): Promise<Balance> {
  const row = await db.one<{ available: string; payinFreeze: string; payoutFreeze: string }>(sql`
    select available, payin_freeze as "payinFreeze", payout_freeze as "payoutFreeze"
      from account
     where merchant_no = ${merchantNo} and currency = ${currency}`)
  const [available, payinFreeze, payoutFreeze] = [row?.available, row?.payinFreeze, row?.payoutFreeze].map((minor) =>
    BigInt(minor ?? 0),
  ) as [bigint, bigint, bigint]
  return {
    currency,
    available: toText(available, currency),
    total: toText(available + payinFreeze + payoutFreeze, currency),
    payinFreeze: toText(payinFreeze, currency),
    payoutFreeze: toText(payoutFreeze, currency),
  }
}

async function settleAccount(db: Queries, merchant: MerchantRow): Promise<AccountInfo['settle']> {
  const { settleBankCode, settleAccountNumber, settleAccountName } = merchant
  if (settleBankCode === null || settleAccountNumber === null || settleAccountName === null) return null
  const bank = await db.one<{ name: string }>(sql`select name from bank where bank_code = ${settleBankCode}`)
  return {
    bankCode: settleBankCode,
    bankName: bank?.name ?? settleBankCode,
    accountNumber: settleAccountNumber,
    accountHoldName: settleAccountName,
  }
}
