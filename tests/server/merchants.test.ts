import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sum } from '#contract/money.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { accountInfo, balanceOf } from '../../server/merchants/accountInfo.ts'
import {
  agentMerchants,
  channelsOf,
  type MerchantRow,
  merchantByNo,
  merchantByUsername,
  merchantChoices,
  merchantView,
  methodsOf,
} from '../../server/merchants/merchants.ts'
import { TERMS } from '../../server/movements/terms.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { databases } from '../databases.ts'

describe.each(databases)('$name', ({ open }) => {
  let db: Database
  const as = async (username: string): Promise<MerchantRow> => (await merchantByUsername(db, username))!
  beforeAll(async () => {
    db = await open()
    await seedDemo(db, { now: Date.parse('2026-11-21T16:40:00+07:00'), orders: 200 })
  })
  afterAll(() => db.close())

  test('an account is found by its login name, ignoring case, or by its number', async () => {
    expect(await as('MERCHANT')).toMatchObject({
      merchantNo: 'M10000001',
      feeRate: '0.006',
      feeFixed: '150000',
      apiWhiteIp: [],
    })
    expect(await merchantByNo(db, 'M10000001')).toEqual(await as('merchant'))
    expect(await merchantByUsername(db, 'nobody')).toBeUndefined()
    expect(await merchantByNo(db, 'm10000001')).toBeUndefined()
  })

  test('the wire format of an account contains no secret', async () => {
    expect(merchantView(await as('merchant.otp'))).toEqual({
      merchantNo: 'M10000004',
      merchantName: 'Pesona Bali Travel',
      username: 'merchant.otp',
      mobile: '081210000004',
      type: 'NORMAL',
      status: 'ACTIVE',
      feeType: 'FIXED',
      feeRate: null,
      merchantFee: '4000.00',
      payinNotifyAddress: 'http://127.0.0.1:4181/demo-merchant/payin',
      payoutNotifyAddress: 'http://127.0.0.1:4181/demo-merchant/payout',
      otpEnabled: true,
      createTime: '2025-11-21T16:40:00+07:00',
      lastLoginTime: expect.stringMatching(/^2026-11-2\dT/) as string,
    })
  })

  test('the choices are the account and its sub-merchants, or all merchants for staff', async () => {
    const own = await merchantChoices(db, await as('merchant'))
    expect(own.map(({ merchantNo, type, self, transferable }) => `${merchantNo} ${type} ${self} ${transferable}`)).toEqual([
      'M10000001 NORMAL true false',
      'M10000002 SUBMERCHANT false true',
      'M10000003 SUBMERCHANT false true',
    ])
    const all = await merchantChoices(db, await as('staff'))
    expect(all).toHaveLength(9)
    expect(all.some(({ self, transferable }) => self || transferable)).toBe(false)
  })

  test('an agent sees its merchants without their callback addresses', async () => {
    const merchants = await agentMerchants(db, (await as('agent')).merchantNo)
    expect(merchants.map(({ merchantNo }) => merchantNo)).toEqual(['M10000001', 'M10000008', 'M10000009', 'M10000010'])
    expect(merchants.every(({ payinNotifyAddress }) => payinNotifyAddress === null)).toBe(true)
  })

  test("channels are those of the account's currency, or all for staff, with their limits", async () => {
    const names = async (username: string, direction: 'PAYIN' | 'PAYOUT') =>
      (await channelsOf(db, await as(username), direction)).map(({ payChannel }) => payChannel)
    expect(await names('usdt', 'PAYIN')).toEqual(['USDT_TRC20', 'USDT_ERC20', 'USDT_BEP20'])
    expect(await names('merchant', 'PAYOUT')).toEqual([
      'BANK_ID',
      'EW_OVO',
      'EW_DANA',
      'EW_SHOPEEPAY',
      'EW_LINKAJA',
      'EW_GOPAY',
    ])
    expect(await names('staff', 'PAYIN')).toHaveLength(22)
    await db.run(sql`update pay_channel set active = false where channel = 'USDT_ERC20'`)
    expect(await channelsOf(db, await as('usdt'), 'PAYIN')).toEqual([
      { payChannel: 'USDT_TRC20', name: 'TRON', payMethod: 'CRYPTO', minAmount: '1.0000', maxAmount: '100000.0000' },
      { payChannel: 'USDT_BEP20', name: 'BNB Smart Chain', payMethod: 'CRYPTO', minAmount: '1.0000', maxAmount: '100000.0000' },
    ])
  })

  test('methods contain the account’s fees', async () => {
    const [first] = await methodsOf(db, await as('merchant'))
    expect(first).toEqual({
      payMethod: 'VIRTUAL_ACCOUNT',
      payChannel: 'VA_BCA',
      type: 'PAYIN',
      feeType: 'MIXED',
      feeRate: '0.006',
      merchantFee: '1500.00',
      minAmount: '10000.00',
      maxAmount: '50000000.00',
      status: 'ACTIVE',
    })
  })

  test('the account info has the balance and the terms of movements', async () => {
    const merchant = await as('merchant')
    const { available, total, payoutFreeze, ...info } = await accountInfo(db, merchant)
    expect(sum([available!, payoutFreeze!], 2)).toBe(total)
    expect(info).toEqual({
      currency: 'IDR',
      payinFreeze: '0.00',
      ...TERMS.IDR,
      settle: { bankCode: '014', bankName: 'BCA', accountNumber: '5271038864', accountHoldName: 'Toko Nusantara' },
      txnPwdSet: true,
    })
    expect(await accountInfo(db, await as('submerchant'))).toMatchObject({ settle: null, txnPwdSet: false })
    const other = { ...TERMS, IDR: { ...TERMS.IDR, recharge: { min: '1.00', max: '2.00' } } }
    expect(await accountInfo(db, merchant, other)).toMatchObject({ recharge: { min: '1.00', max: '2.00' } })
    expect(await balanceOf(db, { merchantNo: 'M404', currency: 'USDT' })).toEqual({
      currency: 'USDT',
      available: '0.0000',
      total: '0.0000',
      payinFreeze: '0.0000',
      payoutFreeze: '0.0000',
    })
  })
})
