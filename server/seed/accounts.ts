import { randomBytes } from 'node:crypto'
import type { AccountKind, Permission } from '#contract/authority.ts'
import type { Currency } from '#contract/money.ts'
import type { FeeType } from '#contract/rows/fees.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import { hashPassword, sha256 } from '../auth/credentials.ts'
import { accountPermissions } from '../auth/permissions.ts'
import type { Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { DAY } from '../wib.ts'

const PASSWORD = 'Paydesk-Demo1'
const TXN_PASSWORD = 'Paydesk-Money1'
/** The secret of an authenticator that is already set up. */
const OTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

interface Account {
  merchantNo: string
  kind: AccountKind
  name: string
  /** Published together with the password; null for accounts without sign-in. */
  username: string | null
  parentNo?: string
  agentNo?: string
  currency?: Currency
  otpSecret?: string
  permissionKeys?: Permission[]
  fee?: { type: FeeType; rate?: string; fixed?: bigint; min?: bigint; max?: bigint }
  settleDelayMinutes?: number
  settle?: { bankCode: string; accountNumber: string }
  /** False for an account without callback addresses. */
  notified?: boolean
  /** Age in days at the time of the demo. */
  age: number
}

const AGENT = 'M80000001'
const SHOP = 'M10000001'

const ACCOUNTS: readonly Account[] = [
  {
    merchantNo: SHOP,
    kind: 'normal',
    name: 'Toko Nusantara',
    username: 'merchant',
    agentNo: AGENT,
    fee: { type: 'MIXED', rate: '0.006', fixed: 150_000n, max: 2_500_000n },
    settle: { bankCode: '014', accountNumber: '5271038864' },
    age: 412,
  },
  {
    merchantNo: 'M10000004',
    kind: 'normal',
    name: 'Pesona Bali Travel',
    username: 'merchant.otp',
    otpSecret: OTP_SECRET,
    fee: { type: 'FIXED', fixed: 400_000n },
    settle: { bankCode: '008', accountNumber: '1450019982731' },
    age: 365,
  },
  {
    merchantNo: 'M10000002',
    kind: 'subMerchant',
    name: 'Toko Nusantara Bandung',
    username: 'submerchant',
    parentNo: SHOP,
    fee: { type: 'RATE', rate: '0.007', min: 20_000n },
    settleDelayMinutes: 24 * 60,
    age: 280,
  },
  {
    merchantNo: 'M10000005',
    kind: 'umerchant',
    name: 'Selat Digital',
    username: 'usdt',
    currency: 'USDT',
    fee: { type: 'RATE', rate: '0.0085', min: 500_000n },
    age: 190,
  },
  { merchantNo: AGENT, kind: 'delegate', name: 'Mitra Jaya Pembayaran', username: 'agent', age: 430 },
  {
    merchantNo: 'M90000001',
    kind: 'staff',
    name: 'Paydesk',
    username: 'staff',
    // All staff permissions, and `plat_merchant_status`, which staff do not have by default.
    permissionKeys: [...accountPermissions({ kind: 'staff', permissionKeys: null }), 'plat_merchant_status'],
    age: 500,
  },
  {
    merchantNo: 'M10000007',
    kind: 'normal',
    name: 'Kopi Senja',
    username: 'restricted',
    permissionKeys: ['transaction', 'payin', 'va_lookup'],
    fee: { type: 'RATE', rate: '0.007' },
    age: 150,
  },
  {
    merchantNo: 'M10000003',
    kind: 'subMerchant',
    name: 'Toko Nusantara Surabaya',
    username: null,
    parentNo: SHOP,
    fee: { type: 'RATE', rate: '0.007', min: 20_000n },
    age: 210,
  },
  {
    merchantNo: 'M10000008',
    kind: 'normal',
    name: 'Garuda Game',
    username: null,
    agentNo: AGENT,
    fee: { type: 'RATE', rate: '0.0125' },
    age: 330,
  },
  {
    merchantNo: 'M10000009',
    kind: 'normal',
    name: 'Sinar Listrik',
    username: null,
    agentNo: AGENT,
    fee: { type: 'MIXED', rate: '0.003', fixed: 250_000n, max: 1_500_000n },
    age: 300,
  },
  {
    merchantNo: 'M10000010',
    kind: 'normal',
    name: 'Kelas Cendekia',
    username: null,
    agentNo: AGENT,
    fee: { type: 'FIXED', fixed: 350_000n },
    notified: false,
    age: 120,
  },
]

/** The merchant with the username `merchant`. */
export const DEMO_MERCHANT_NO = SHOP

/** The API secret of a demo merchant. */
export const demoSecret = (merchantNo: string): string => sha256(`demo secret of ${merchantNo}`)

export const DEMO_MERCHANT_NOS: readonly string[] = ACCOUNTS.map(({ merchantNo }) => merchantNo)

/** The demo accounts with published credentials. */
export const demoAccounts: DemoAccount[] = ACCOUNTS.flatMap(({ username, kind, otpSecret = null }) =>
  username === null ? [] : { username, password: PASSWORD, kind, otpSecret },
)

// Replaced by the real address at every start.
const NOTIFY_ADDRESS = 'http://127.0.0.1:4180/demo-merchant/payin'
const PAYOUT_NOTIFY_ADDRESS = 'http://127.0.0.1:4180/demo-merchant/payout'

/** Inserts the accounts with create times relative to `now`. */
export async function addAccounts(tx: Transaction, now: number): Promise<void> {
  const passwordHash = await hashPassword(sha256(PASSWORD))
  const txnPasswordHash = await hashPassword(sha256(TXN_PASSWORD))
  const nobodyKnows = await hashPassword(randomBytes(32).toString('hex'))
  for (const account of ACCOUNTS) {
    const { merchantNo, kind, username, fee, settle, otpSecret, currency = 'IDR' } = account
    const sells = kind !== 'delegate' && kind !== 'staff'
    const ownMoney = kind === 'normal' || kind === 'umerchant'
    await tx.run(sql`
      insert into merchant (
        merchant_no, kind, parent_no, agent_no, name, mobile, username, password_hash, txn_password_hash, permission_keys,
        otp_enabled, otp_enrolled, otp_secret, currency, fee_type, fee_rate, fee_fixed, fee_min, fee_max,
        settle_delay_minutes, settle_bank_code, settle_account_number, settle_account_name, payin_notify_address,
        payout_notify_address, api_secret, create_time
      ) values (
        ${merchantNo}, ${kind}, ${account.parentNo ?? null}, ${account.agentNo ?? null}, ${account.name},
        ${`0812${merchantNo.slice(1)}`}, ${username ?? merchantNo.toLowerCase()},
        ${username === null ? nobodyKnows : passwordHash}, ${ownMoney ? txnPasswordHash : null},
        ${account.permissionKeys ?? null}, ${otpSecret !== undefined}, ${otpSecret !== undefined}, ${otpSecret ?? null},
        ${currency}, ${fee?.type ?? null}, ${fee?.rate ?? null}, ${fee?.fixed ?? null}, ${fee?.min ?? null},
        ${fee?.max ?? null}, ${account.settleDelayMinutes ?? 0}, ${settle?.bankCode ?? null},
        ${settle?.accountNumber ?? null}, ${settle === undefined ? null : account.name},
        ${sells && account.notified !== false ? NOTIFY_ADDRESS : null},
        ${sells && account.notified !== false ? PAYOUT_NOTIFY_ADDRESS : null},
        ${sells ? demoSecret(merchantNo) : null}, ${new Date(now - account.age * DAY)}
      )`)
    if (sells) await tx.run(sql`insert into account (merchant_no, currency) values (${merchantNo}, ${currency})`)
  }
}
