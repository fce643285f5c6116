import { type Currency, toText } from '#contract/money.ts'
import type { AccountInfo, Balance } from '#contract/rows/accounts.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { TERMS } from '../movements/terms.ts'
import type { Account, MerchantRow } from './merchants.ts'

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
export async function balanceOf(db: Queries, { merchantNo, currency }: Account): Promise<Complete<Balance>> {
  const row = await db.one<MinorBalances>(sql`
    select available, payin_freeze as "payinFreeze", payout_freeze as "payoutFreeze"
      from account
     where merchant_no = ${merchantNo} and currency = ${currency}`)
  return { currency, ...balanceTexts(row ?? { available: '0', payinFreeze: '0', payoutFreeze: '0' }, currency) }
}

export type MinorBalances = Record<'available' | 'payinFreeze' | 'payoutFreeze', string>

/** The balances before and after a ledger row `l`, and its currency. */
export const BALANCE_CHANGE = sql`
  l.currency, l.available_before as "beforeAvailable", l.available_after as "afterAvailable",
  l.payin_freeze_before as "beforePayinFreeze", l.payin_freeze_after as "afterPayinFreeze",
  l.payout_freeze_before as "beforePayoutFreeze", l.payout_freeze_after as "afterPayoutFreeze",
  l.available_before + l.payin_freeze_before + l.payout_freeze_before as "beforeTotal",
  l.available_after + l.payin_freeze_after + l.payout_freeze_after as "afterTotal"`

/** Minor units, as the driver returns them, as wire amounts. */
export const amountTexts = <Name extends string>(minor: Record<Name, string>, currency: Currency) =>
  Object.fromEntries(Object.entries<string>(minor).map(([name, value]) => [name, toText(BigInt(value), currency)])) as Record<
    Name,
    string
  >

export const balanceTexts = (minor: MinorBalances, currency: Currency): Omit<Complete<Balance>, 'currency'> => {
  const { available, payinFreeze, payoutFreeze } = minor
  const total = String(BigInt(available) + BigInt(payinFreeze) + BigInt(payoutFreeze))
  return amountTexts({ available, total, payinFreeze, payoutFreeze }, currency)
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
