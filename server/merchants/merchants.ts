import type { AccountKind, Permission } from '#contract/authority.ts'
import type { Direction } from '#contract/kinds.ts'
import { type Currency, toText } from '#contract/money.ts'
import type { MerchantStatus } from '#contract/options.ts'
import type { WithFields } from '#contract/rows/complete.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { Merchant, MerchantBank, MerchantChoice, MerchantMethod } from '#contract/rows/merchants.ts'
import type { PayChannel } from '#contract/rows/orders.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { column, insertInto, insertNew, type RowOf, selectList } from '../db/rows.ts'
import { type Sql, sql, when } from '../db/sql.ts'
import type { Channel } from '../orders/channels.ts'
import { Refusal } from '../refusal.ts'
import { optionalWibTime, wibTime } from '../wib.ts'

/** The columns of `merchant`, except the rate. Amounts are minor units as text. */
const MERCHANT = {
  merchantNo: column.text,
  kind: column.of<AccountKind>(),
  parentNo: column.optionalText,
  agentNo: column.optionalText,
  name: column.text,
  mobile: column.optionalText,
  status: column.of<MerchantStatus>(),
  username: column.text,
  passwordHash: column.text,
  txnPasswordHash: column.optionalText,
  /** Null: all permissions of its kind. */
  permissionKeys: column.optional<Permission[]>(),
  otpEnabled: column.flag,
  otpSecret: column.optionalText,
  otpEnrolled: column.flag,
  locale: column.optionalText,
  currency: column.of<Currency>(),
  feeType: column.optional<FeeType>(),
  feeFixed: column.optionalText,
  feeMin: column.optionalText,
  feeMax: column.optionalText,
  settleDelayMinutes: column.number,
  settleBankCode: column.optionalText,
  settleAccountNumber: column.optionalText,
  settleAccountName: column.optionalText,
  payinNotifyAddress: column.optionalText,
  payoutNotifyAddress: column.optionalText,
  apiSecret: column.optionalText,
  apiWhiteIp: column.of<string[]>(),
  signatureHeaderRequired: column.flag,
  loginWhiteIp: column.of<string[]>(),
  createTime: column.time,
  lastLoginTime: column.optionalTime,
}

export type MerchantRow = RowOf<typeof MERCHANT> & { feeRate: string | null }

export type Account = Pick<MerchantRow, 'merchantNo' | 'currency'>

export const MERCHANT_COLUMNS = sql`${selectList('merchant', MERCHANT)}, trim_scale(fee_rate)::text as "feeRate"`

/** The account of a login name, ignoring case. */
export const merchantByUsername = (db: Queries, username: string): Promise<MerchantRow | undefined> =>
  db.one(sql`select ${MERCHANT_COLUMNS} from merchant where username = lower(${username})`)

export const merchantByNo = (db: Queries, merchantNo: string): Promise<MerchantRow | undefined> =>
  db.one(sql`select ${MERCHANT_COLUMNS} from merchant where merchant_no = ${merchantNo}`)

export const merchantsByNo = (db: Queries, merchantNos: readonly string[]): Promise<MerchantRow[]> =>
  db.all(sql`select ${MERCHANT_COLUMNS} from merchant where merchant_no = any (${merchantNos}::text[])`)

/** Reads and locks the merchant. Throws MERCHANT_NOT_FOUND unless it meets the condition. */
export async function lockMerchant(tx: Transaction, merchantNo: string, condition: Sql): Promise<MerchantRow> {
  const row = await tx.one<MerchantRow>(sql`
    select ${MERCHANT_COLUMNS} from merchant where merchant_no = ${merchantNo} and ${condition} for update`)
  if (row === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return row
}

/** The merchants that an account can see: itself and its sub-merchants, an agent's merchants, or all for staff. */
export type VisibleMerchants = string[] | 'all'

export const scopeOf = async (db: Queries, merchant: MerchantRow): Promise<VisibleMerchants> =>
  (await scopesOf(db, [merchant])).get(merchant.merchantNo)!

/** What each of the accounts can see, by its number, in one statement. */
export async function scopesOf(
  db: Queries,
  accounts: readonly Pick<MerchantRow, 'merchantNo' | 'kind'>[],
): Promise<ReadonlyMap<string, VisibleMerchants>> {
  const {
    staff = [],
    delegate: agents = [],
    owner: owners = [],
  } = Object.groupBy(accounts, ({ kind }) => (kind === 'staff' || kind === 'delegate' ? kind : 'owner'))
  const rows =
    accounts.length === staff.length
      ? []
      : await db.all<{ account: string; no: string }>(sql`
    select merchant_no as account, merchant_no as no from merchant where merchant_no = any (${numbersOf(owners)}::text[])
     union all
    select parent_no, merchant_no from merchant where parent_no = any (${numbersOf(owners)}::text[])
     union all
    select agent_no, merchant_no from merchant where agent_no = any (${numbersOf(agents)}::text[])
     order by no`)
  const visible = Map.groupBy(rows, ({ account }) => account)
  return new Map(
    accounts.map(({ merchantNo, kind }) => [
      merchantNo,
      kind === 'staff' ? 'all' : (visible.get(merchantNo) ?? []).map(({ no }) => no),
    ]),
  )
}

const numbersOf = (accounts: readonly Pick<MerchantRow, 'merchantNo'>[]): string[] =>
  accounts.map(({ merchantNo }) => merchantNo)

/**
 * The merchants that the account may filter by or transfer to, itself first: its sub-merchants and the receivers of its
 * earlier transfers, or every merchant for staff.
 */
export async function merchantChoices(db: Queries, merchant: MerchantRow): Promise<MerchantChoice[]> {
  const { merchantNo, kind, currency } = merchant
  const rows = await db.all<Omit<MerchantChoice, 'type'> & { kind: AccountKind }>(sql`
    select merchant_no as "merchantNo", name as "merchantName", kind, merchant_no = ${merchantNo} as self,
           ${kind !== 'staff'} and merchant_no <> ${merchantNo} and status = 'ACTIVE' and currency = ${currency}
             as transferable
      from merchant
     where ${kind === 'staff' ? sql`kind in ('normal', 'subMerchant', 'umerchant')` : relatedMerchants(merchantNo)}
     order by self desc, merchant_no`)
  return rows.map(({ kind: rowKind, ...row }) => ({ ...row, type: typeOf(rowKind) }))
}

const relatedMerchants = (merchantNo: string) => sql`
  merchant_no = ${merchantNo} or parent_no = ${merchantNo}
  or merchant_no in (
    select receive_merchant_no from record
     where merchant_no = ${merchantNo} and type = 'TRANSFER_OUT' and status = 'SUCCESS'
  )`

export async function agentMerchants(db: Queries, agentNo: string): Promise<OwnMerchant[]> {
  const rows = await db.all<MerchantRow>(sql`
    select ${MERCHANT_COLUMNS} from merchant where agent_no = ${agentNo} order by merchant_no`)
  return rows.map((row) => ({ ...merchantView(row), payinNotifyAddress: null, payoutNotifyAddress: null }))
}

/** The channels available to the account: those of its currency, or all for staff. */
export async function channelsOf(db: Queries, merchant: MerchantRow, direction: Direction): Promise<PayChannel[]> {
  const rows = await availableChannels(db, merchant, sql`and direction = ${direction}`)
  return rows.map((row) => ({ ...limits(row), name: row.name }))
}

/** The channels available to the account with their fees. */
export async function methodsOf(db: Queries, merchant: MerchantRow): Promise<MerchantMethod[]> {
  const rows = await availableChannels(db, merchant)
  return rows.map((row) => ({
    ...limits(row),
    type: row.direction,
    feeType: merchant.feeType ?? 'FIXED',
    feeRate: merchant.feeRate,
    merchantFee: merchant.feeType === null ? toText(0n, row.currency) : feeText(merchant),
    status: 'ACTIVE',
  }))
}

/** The banks for payouts of the account; none for currencies other than IDR. */
export async function banksOf(db: Queries, { currency }: MerchantRow): Promise<MerchantBank[]> {
  const rows = await db.all<Omit<MerchantBank, 'status'>>(sql`
    select bank_code as "bankCode", name as "bankName" from bank where ${currency} = 'IDR' order by bank_code`)
  return rows.map((row) => ({ ...row, status: 'ACTIVE' }))
}

type ChannelRow = Pick<Channel, 'channel' | 'method' | 'currency'> &
  Record<'name' | 'min' | 'max', string> & { direction: Direction }

const availableChannels = (db: Queries, { kind, currency }: MerchantRow, condition = sql``): Promise<ChannelRow[]> =>
  db.all(sql`
    select channel, name, method, currency, direction, min_amount as min, max_amount as max
      from pay_channel
     where active ${when(kind !== 'staff', sql`and currency = ${currency}`)} ${condition}
     order by position`)

const limits = ({ channel, method, currency, min, max }: ChannelRow) => ({
  payChannel: channel,
  payMethod: method,
  minAmount: toText(BigInt(min), currency),
  maxAmount: toText(BigInt(max), currency),
})

const typeOf = (kind: AccountKind): string => kind.toUpperCase()

const feeText = ({ feeFixed, currency }: MerchantRow) => (feeFixed === null ? null : toText(BigInt(feeFixed), currency))

/** A merchant as this gateway serves it. */
export type OwnMerchant = WithFields<Merchant, 'merchantNo' | 'merchantName'>

export const merchantView = (merchant: MerchantRow): OwnMerchant => ({
  merchantNo: merchant.merchantNo,
  merchantName: merchant.name,
  username: merchant.username,
  mobile: merchant.mobile,
  type: typeOf(merchant.kind),
  status: merchant.status,
  feeType: merchant.feeType,
  feeRate: merchant.feeRate,
  merchantFee: feeText(merchant),
  payinNotifyAddress: merchant.payinNotifyAddress,
  payoutNotifyAddress: merchant.payoutNotifyAddress,
  otpEnabled: merchant.otpEnabled,
  createTime: wibTime(merchant.createTime),
  lastLoginTime: optionalWibTime(merchant.lastLoginTime),
})

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
    if ((await insertNew(tx, 'merchant', [row])) === 1) {
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
