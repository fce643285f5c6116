import { randomBytes } from 'node:crypto'
import type { AccountKind } from '#contract/authority.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import { hashPassword, sha256 } from '../auth/credentials.ts'
import { accountPermissions } from '../auth/permissions.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { insertInto } from '../db/rows.ts'
import type { MerchantRow } from '../merchants/merchants.ts'
import { DAY } from '../wib.ts'

const PASSWORD = 'Paydesk-Demo1'
const TXN_PASSWORD = 'Paydesk-Money1'
/** The cost of hashes that hide nothing: the passwords are published. */
export const QUICK_HASH = { memory: 8, passes: 1, parallelism: 1 }
/** The secret of an authenticator that is already set up. */
const OTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

interface Account extends Partial<MerchantRow> {
  merchantNo: string
  kind: AccountKind
  name: string
  /** Published together with the password; absent for accounts without sign-in. */
  username?: string
  /** False for an account without callback addresses. */
  isNotified?: boolean
  /** Age in days at the time of the demo. */
  age: number
}

// Fees in minor units.
const fixedFee = (feeFixed: string) => ({ feeType: 'FIXED', feeFixed }) as const
const rateFee = (feeRate: string, feeMin: string | null = null) => ({ feeType: 'RATE', feeRate, feeMin }) as const
const mixedFee = (feeRate: string, feeFixed: string, feeMax: string) =>
  ({ feeType: 'MIXED', feeRate, feeFixed, feeMax }) as const

const settleAt = (settleBankCode: string, settleAccountNumber: string) => ({ settleBankCode, settleAccountNumber })

const AGENT = 'M80000001'
const SHOP = 'M10000001'

const ACCOUNTS: readonly Account[] = [
  {
    merchantNo: SHOP,
    kind: 'normal',
    name: 'Toko Nusantara',
    username: 'merchant',
    agentNo: AGENT,
    ...mixedFee('0.006', '150000', '2500000'),
    ...settleAt('014', '5271038864'),
    age: 412,
  },
  {
    merchantNo: 'M10000004',
    kind: 'normal',
    name: 'Pesona Bali Travel',
    username: 'merchant.otp',
    otpSecret: OTP_SECRET,
    ...fixedFee('400000'),
    ...settleAt('008', '1450019982731'),
    age: 365,
  },
  {
    merchantNo: 'M10000002',
    kind: 'subMerchant',
    name: 'Toko Nusantara Bandung',
    username: 'submerchant',
    parentNo: SHOP,
    ...rateFee('0.007', '20000'),
    settleDelayMinutes: 24 * 60,
    age: 280,
  },
  {
    merchantNo: 'M10000005',
    kind: 'umerchant',
    name: 'Selat Digital',
    username: 'usdt',
    currency: 'USDT',
    ...rateFee('0.0085', '500000'),
    age: 190,
  },
  { merchantNo: AGENT, kind: 'delegate', name: 'Mitra Jaya Pembayaran', username: 'agent', age: 430 },
  {
    merchantNo: 'M90000001',
    kind: 'staff',
    name: 'Paydesk',
    username: 'staff',
    // All staff permissions, and two that staff do not have by default.
    permissionKeys: [
      ...accountPermissions({ kind: 'staff', permissionKeys: null }),
      'plat_merchant_status',
      'plat_payin_exception',
    ],
    age: 500,
  },
  {
    merchantNo: 'M10000007',
    kind: 'normal',
    name: 'Kopi Senja',
    username: 'restricted',
    permissionKeys: ['transaction', 'payin', 'va_lookup'],
    ...rateFee('0.007'),
    age: 150,
  },
  {
    merchantNo: 'M10000003',
    kind: 'subMerchant',
    name: 'Toko Nusantara Surabaya',
    parentNo: SHOP,
    ...rateFee('0.007', '20000'),
    age: 210,
  },
  { merchantNo: 'M10000008', kind: 'normal', name: 'Garuda Game', agentNo: AGENT, ...rateFee('0.0125'), age: 330 },
  {
    merchantNo: 'M10000009',
    kind: 'normal',
    name: 'Sinar Listrik',
    agentNo: AGENT,
    ...mixedFee('0.003', '250000', '1500000'),
    age: 300,
  },
  {
    merchantNo: 'M10000010',
    kind: 'normal',
    name: 'Kelas Cendekia',
    agentNo: AGENT,
    ...fixedFee('350000'),
    isNotified: false,
    age: 120,
  },
]

/** The merchant with the username `merchant`. */
export const DEMO_MERCHANT_NO = SHOP

export const demoSecret = (merchantNo: string): string => sha256(`demo secret of ${merchantNo}`)

export const DEMO_MERCHANT_NOS: readonly string[] = ACCOUNTS.map(({ merchantNo }) => merchantNo)

export const demoAccounts: DemoAccount[] = ACCOUNTS.flatMap(({ username, kind, otpSecret = null }) =>
  username === undefined ? [] : { username, password: PASSWORD, kind, otpSecret },
)

// For a demo created without a running gateway. A start replaces it by the origin of its endpoint.
const CALLBACK_ORIGIN = 'http://127.0.0.1:4181'

/** Inserts the accounts with create times relative to `now`. */
export async function addAccounts(tx: Transaction, now: number, callbackOrigin = CALLBACK_ORIGIN): Promise<void> {
  const passwordHash = await hashPassword(sha256(PASSWORD), QUICK_HASH)
  const txnPasswordHash = await hashPassword(sha256(TXN_PASSWORD), QUICK_HASH)
  const unknownHash = await hashPassword(randomBytes(32).toString('hex'), QUICK_HASH)
  for (const { username, isNotified = true, age, ...columns } of ACCOUNTS) {
    const { merchantNo, kind, name, otpSecret, settleBankCode, currency = 'IDR' } = columns
    const sells = kind !== 'delegate' && kind !== 'staff'
    const row = {
      ...columns,
      username: username ?? merchantNo.toLowerCase(),
      mobile: `0812${merchantNo.slice(1)}`,
      passwordHash: username === undefined ? unknownHash : passwordHash,
      txnPasswordHash: kind === 'normal' || kind === 'umerchant' ? txnPasswordHash : null,
      otpEnabled: otpSecret !== undefined,
      otpEnrolled: otpSecret !== undefined,
      settleAccountName: settleBankCode === undefined ? null : name,
      payinNotifyAddress: sells && isNotified ? `${callbackOrigin}/demo-merchant/payin` : null,
      payoutNotifyAddress: sells && isNotified ? `${callbackOrigin}/demo-merchant/payout` : null,
      apiSecret: sells ? demoSecret(merchantNo) : null,
      createTime: new Date(now - age * DAY),
    }
    await tx.run(insertInto('merchant', [row]))
    if (sells) await tx.run(insertInto('account', [{ merchantNo, currency }]))
  }
}

/** The account of the demo's operator at BCA. */
export const RECEIVING_ACCOUNT = {
  bankCode: '014',
  currency: 'IDR',
  accountNumber: '5260917734',
  accountName: 'PT Paydesk Indonesia',
}

/** Adds the accounts that merchants of a demo send offline recharges to. */
export const addReceivingAccounts = (db: Queries): Promise<number> =>
  db.run(
    insertInto(
      'recharge_account',
      [
        RECEIVING_ACCOUNT,
        { ...RECEIVING_ACCOUNT, bankCode: '008', accountNumber: '1030012998871' },
        { ...RECEIVING_ACCOUNT, bankCode: '009', accountNumber: '0781452293' },
        { ...RECEIVING_ACCOUNT, bankCode: '002', accountNumber: '034501002287304' },
      ].map((account, position) => ({ ...account, position })),
    ),
  )
