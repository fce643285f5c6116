import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { Merchant, SubMerchant } from '#contract/rows/merchants.ts'
import type { CreateSubMerchant, PagedSubMerchants, UpdateSubMerchant } from '#contract/shapes/merchants.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, PASSWORD, StandingClock, type TestGateway } from '../gateway.ts'

const OTHER = sha256('An0ther-Word')

describe.each(databases)('sub-merchants on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let second: TestGateway
  let token: string
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    second = await openGateway(db, { clock, node: 2 })
    await gateway.account('M00000001')
    await gateway.account('M00000002')
    await gateway.account('M00000003', { kind: 'subMerchant', parentNo: 'M00000002' })
    await db.run(sql`update merchant set settle_delay_minutes = 1440 where merchant_no = 'M00000001'`)
  })
  beforeEach(async () => {
    clock.advance(60_000)
    await db.run(sql`delete from audit`)
    await db.run(sql`delete from account where merchant_no in (select merchant_no from merchant where parent_no = 'M00000001')`)
    await db.run(sql`delete from merchant where parent_no = 'M00000001'`)
    token = await gateway.signIn('M00000001')
  })
  afterAll(async () => {
    await second.close()
    await gateway.close()
    await db.close()
  })

  const facts = (more: Partial<CreateSubMerchant> = {}): CreateSubMerchant => ({
    merchantName: 'Toko Bandung',
    username: 'Bandung.Shop',
    pwd: PASSWORD,
    pwd2: PASSWORD,
    feeType: 'MIXED',
    feeRate: '0.0060',
    merchantFee: '1500.00',
    ...more,
  })
  const create = (more: Partial<CreateSubMerchant> = {}, at = gateway) => at.ask(calls.createSubMerchant, facts(more), token)
  const made = async (more: Partial<CreateSubMerchant> = {}) => (await create(more)).json<{ item: Complete<Merchant> }>().item
  const update = (input: UpdateSubMerchant) => gateway.ask(calls.updateSubMerchant, input, token)
  const list = async (input: PagedSubMerchants = {}) => {
    const reply = await gateway.ask(calls.subMerchants, input, token)
    return reply.json<{ item: Complete<SubMerchant>[]; paginator: { totalCount: number } }>()
  }
  const login = (username: string, password: string) => gateway.ask(calls.login, { username, password })
  const errorOf = (reply: { statusCode: number; json(): unknown }) => {
    const { error, fields } = reply.json() as ErrorBody
    return [reply.statusCode, error, ...(fields ? [fields] : [])]
  }

  test('a new sub-merchant has a balance and a secret of its own, and can sign in', async () => {
    const reply = await create({
      mobile: '+62 812-1000-0042',
      nationalId: '3174015508900001',
      payinNotifyAddress: 'https://bandung.example.id/cb',
    })
    expect(reply.statusCode).toBe(200)
    const { item } = reply.json<{ item: Complete<Merchant> }>()
    expect(item).toEqual({
      merchantNo: expect.stringMatching(/^M\d{8}$/) as string,
      merchantName: 'Toko Bandung',
      username: 'bandung.shop',
      mobile: '081210000042',
      type: 'SUBMERCHANT',
      status: 'ACTIVE',
      feeType: 'MIXED',
      feeRate: '0.006',
      merchantFee: '1500.00',
      payinNotifyAddress: 'https://bandung.example.id/cb',
      payoutNotifyAddress: null,
      otpEnabled: false,
      createTime: expect.stringMatching(/^2026-11-21T/) as string,
      lastLoginTime: null,
    })
    const kept = await db.one<{ secret: string }>(sql`
      select m.parent_no as parent, m.settle_delay_minutes as delay, m.national_id as id, a.available, m.api_secret as secret
        from merchant m
        join account a on a.merchant_no = m.merchant_no and a.currency = m.currency
       where m.merchant_no = ${item.merchantNo}`)
    const secret = expect.stringMatching(/^[0-9a-f]{64}$/) as string
    expect(kept).toEqual({ parent: 'M00000001', delay: 1440, id: '3174015508900001', available: '0', secret })
    const entered = await login('BANDUNG.shop', PASSWORD)
    const { token: its } = entered.json<{ data: { token: string } }>().data
    expect((await gateway.ask(calls.accountInfo, {}, its)).json()).toMatchObject({ item: { available: '0.00' } })
    const deeds = await db.all(sql`select actor, merchant_no as no, target, detail from audit where action = 'createMerchant'`)
    expect(deeds).toEqual([
      {
        actor: 'm00000001',
        no: item.merchantNo,
        target: item.merchantNo,
        detail: {
          name: 'Toko Bandung',
          username: 'bandung.shop',
          mobile: '081210000042',
          nationalId: '****',
          status: 'ACTIVE',
          feeType: 'MIXED',
          feeRate: '0.0060',
          feeFixed: '150000',
          payinNotifyAddress: 'https://bandung.example.id/cb',
          payoutNotifyAddress: null,
        },
      },
    ])
  })

  test.each<[string, Partial<CreateSubMerchant>, unknown[]]>([
    ['the passwords differ', { pwd2: OTHER }, [422, 'pwdCompareError']],
    ['a rate fee has no rate', { feeType: 'RATE', feeRate: '' }, [{ feeRate: 'rule.required' }]],
    [
      'a mixed fee has neither',
      { feeRate: '', merchantFee: undefined as never },
      [{ feeRate: 'rule.required', merchantFee: 'rule.required' }],
    ],
    ['a fixed fee has no amount', { feeType: 'FIXED', merchantFee: undefined as never }, [{ merchantFee: 'rule.required' }]],
    ['the rate is 0', { feeRate: '0.000' }, [{ feeRate: 'rule.format' }]],
    ['the rate is 1', { feeRate: '1' }, [{ feeRate: 'rule.format' }]],
    ['the amount has too many fraction digits', { merchantFee: '1500.001' }, [{ merchantFee: 'rule.format' }]],
    ['the mobile number is invalid', { mobile: '12' }, [{ mobile: 'rule.format' }]],
    ['the national ID is too short', { nationalId: '317401550890' }, [{ nationalId: 'rule.format' }]],
    ['the month in the national ID is invalid', { nationalId: '3174011513900001' }, [{ nationalId: 'birthdayMonthNotReal' }]],
    ['the day in the national ID is invalid', { nationalId: '3174013104900001' }, [{ nationalId: 'birthdayNotReal' }]],
    ['the login name is invalid', { username: 'x y' }, [{ username: 'rule.format' }]],
    ['the name is blank', { merchantName: '   ' }, [{ merchantName: 'rule.format' }]],
    ['the callback address is invalid', { payoutNotifyAddress: 'shop' }, [{ payoutNotifyAddress: 'rule.format' }]],
  ])('nothing is created when %s', async (_, more, refused) => {
    const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
    const dropped = Object.keys(more).filter((name) => more[name as keyof typeof more] === undefined)
    const input = Object.fromEntries(Object.entries(facts(given)).filter(([name]) => !dropped.includes(name)))
    const reply = await gateway.ask(calls.createSubMerchant, input as CreateSubMerchant, token)
    expect(errorOf(reply)).toEqual(refused.length === 1 ? [422, 'VALIDATION_FAILED', ...refused] : refused)
    expect((await list()).paginator.totalCount).toBe(0)
  })

  test('parts that do not belong to the fee type are ignored', async () => {
    const fees = (of: Complete<Merchant>) => [of.feeType, of.feeRate, of.merchantFee]
    expect(fees(await made({ feeType: 'RATE' }))).toEqual(['RATE', '0.006', null])
    expect(fees(await made({ feeType: 'FIXED', username: 'other.shop' }))).toEqual(['FIXED', null, '1500.00'])
  })

  test('a login name is unique, ignoring case', async () => {
    await made()
    expect(errorOf(await create({ username: 'BANDUNG.SHOP' }))).toEqual([409, 'USERNAME_TAKEN', { username: 'rule.taken' }])
    expect(errorOf(await create({ username: 'M00000002' }))[1]).toBe('USERNAME_TAKEN')
  })

  test('of concurrent requests with the same name, one succeeds, through any gateway', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, (_, nth) => create({}, nth % 2 === 0 ? gateway : second)))
    const outcomes = replies.map(({ statusCode }) => statusCode).sort()
    expect(outcomes).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect((await list()).paginator.totalCount).toBe(1)
    expect(
      await db.one(
        sql`select count(*)::int as n from account a join merchant m using (merchant_no) where parent_no = 'M00000001'`,
      ),
    ).toEqual({ n: 1 })
  })

  test('concurrently created sub-merchants have unique numbers, also next to one inserted by hand', async () => {
    const { n } = (await db.one<{ n: string }>(sql`select nextval('merchant_number')::text as n`))!
    await gateway.account(`M${Number(n) + 2}`)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => create({ username: `shop-${nth}` }, nth % 2 === 0 ? gateway : second)),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(replies.map((reply) => reply.json<{ item: Complete<Merchant> }>().item.merchantNo)).size).toBe(8)
  })

  test('the short form creates the same sub-merchant', async () => {
    const { status: _, ...input } = facts()
    const reply = await gateway.ask(calls.addSubMerchant, input, token)
    expect(reply.json()).toMatchObject({ item: { username: 'bandung.shop', type: 'SUBMERCHANT', status: 'ACTIVE' } })
    expect(errorOf(await gateway.ask(calls.addSubMerchant, input, token))[1]).toBe('USERNAME_TAKEN')
    const { feeRate: __, ...without } = input
    expect(errorOf(await gateway.ask(calls.addSubMerchant, without, token))[1]).toBe('VALIDATION_FAILED')
  })

  describe('in the list', () => {
    beforeEach(async () => {
      for (const [nth, merchantName] of ['Toko Bandung', 'Toko Surabaya', 'Warung Medan'].entries()) {
        const { merchantNo } = await made({ merchantName, username: `shop-${nth}`, ...(nth === 2 && { status: 'PENDING' }) })
        await db.run(sql`
          update merchant set create_time = ${new Date(Date.parse('2026-11-18T23:59:59+07:00') + nth * 86_400_000)}
           where merchant_no = ${merchantNo}`)
        await db.run(sql`update account set available = ${1_000_000n * BigInt(nth)} where merchant_no = ${merchantNo}`)
      }
    })
    const names = async (input: PagedSubMerchants) => (await list(input)).item.map(({ merchantName }) => merchantName)

    test('the newest come first, each with its available balance', async () => {
      const { item, paginator } = await list({ limit: '2' })
      expect(item.map(({ merchantName, available }) => [merchantName, available])).toEqual([
        ['Warung Medan', '20000.00'],
        ['Toko Surabaya', '10000.00'],
      ])
      expect(paginator).toEqual({ page: 1, limit: 2, offset: 0, totalCount: 3 })
      expect(await names({ sort: 'merchantName.asc', offset: '1', limit: '1' })).toEqual(['Toko Surabaya'])
      expect(errorOf(await gateway.ask(calls.subMerchants, { sort: 'secret.asc' }, token))).toEqual([
        422,
        'VALIDATION_FAILED',
        { sort: 'rule.unknown' },
      ])
    })

    test('those with the same name come by their number, in the direction of the sort', async () => {
      await db.run(sql`update merchant set name = 'Toko' where kind = 'subMerchant'`)
      const numbers = async (sort: string) => (await list({ sort })).item.map(({ merchantNo }) => merchantNo)
      const ascending = await numbers('merchantName.asc')
      expect(ascending).toEqual(ascending.toSorted())
      expect(await numbers('merchantName.desc')).toEqual(ascending.toReversed())
    })

    test('all have one type and can be filtered by it', async () => {
      expect(await names({ type: 'SUBMERCHANT' })).toHaveLength(3)
      expect(await names({ type: ['SUBMERCHANT', 'NORMAL'] })).toHaveLength(3)
      expect(await names({ type: 'NORMAL' })).toEqual([])
      expect(await names({ type: 'NOTHING' })).toEqual([])
      expect(await names({ notType: 'NORMAL' })).toHaveLength(3)
      expect(await names({ notType: ['SUBMERCHANT'] })).toEqual([])
    })

    test('they can be filtered by name, status and days', async () => {
      expect(await names({ merchantName: 'toko' })).toEqual(['Toko Surabaya', 'Toko Bandung'])
      expect(await names({ username: 'OP-2' })).toEqual(['Warung Medan'])
      expect(await names({ status: ['PENDING', 'CLOSED'] })).toEqual(['Warung Medan'])
      expect(await names({ startDate: '2026-11-19', endDate: '2026-11-19' })).toEqual(['Toko Surabaya'])
      expect(await names({ endDate: '2026-11-18' })).toEqual(['Toko Bandung'])
      expect(await names({ merchantNo: 'M00000003' })).toEqual([])
      const numbers = (await list({ sort: 'merchantName.asc' })).item.map(({ merchantNo }) => merchantNo)
      const [bandung, surabaya, medan] = numbers as [string, string, string]
      expect(await names({ merchantNo: [bandung, medan, 'M00000003'] })).toEqual(['Warung Medan', 'Toko Bandung'])
      expect(await names({ notMerchantNo: [bandung, medan] })).toEqual(['Toko Surabaya'])
      expect(await names({ merchantNo: [bandung, surabaya], notMerchantNo: bandung })).toEqual(['Toko Surabaya'])
      expect(await names({ notStatus: ['PENDING', 'CLOSED'] })).toEqual(['Toko Surabaya', 'Toko Bandung'])
      expect(await names({ merchantName: 'tokó' })).toEqual(['Toko Surabaya', 'Toko Bandung'])
      const backwards = { startDate: '2026-11-20', endDate: '2026-11-19' }
      expect(errorOf(await gateway.ask(calls.subMerchants, backwards, token))).toEqual([422, 'RANGE_INVALID'])
    })
  })

  test('a change affects the given fields, and the audit event has the old values', async () => {
    const { merchantNo, ...before } = await made({ mobile: '081210000042' })
    const reply = await update({ merchantNo, merchantName: 'Toko Bogor', feeType: 'FIXED', mobile: '' })
    expect(reply.json()).toEqual({
      status: 'ok',
      item: { ...before, merchantNo, merchantName: 'Toko Bogor', feeType: 'FIXED', feeRate: null, mobile: null },
    })
    expect(await db.one(sql`select actor, target, detail from audit where action = 'updateMerchant'`)).toEqual({
      actor: 'm00000001',
      target: merchantNo,
      detail: {
        before: { name: 'Toko Bandung', mobile: '081210000042', feeType: 'MIXED', feeRate: '0.006' },
        after: { name: 'Toko Bogor', mobile: null, feeType: 'FIXED', feeRate: null },
      },
    })
    // The rate is cleared with the type that requires it.
    expect(errorOf(await update({ merchantNo, feeType: 'RATE' }))).toEqual([
      422,
      'VALIDATION_FAILED',
      { feeRate: 'rule.required' },
    ])
  })

  test('callback addresses can be changed, and saving one re-enables it', async () => {
    const { merchantNo } = await made({ payinNotifyAddress: 'https://old.example.id/in' })
    await db.run(
      sql`update merchant set notify_disabled = true, payout_notify_disabled = true where merchant_no = ${merchantNo}`,
    )
    const reply = await update({ merchantNo, payinNotifyAddress: 'https://new.example.id/in' })
    expect(reply.json()).toMatchObject({ item: { payinNotifyAddress: 'https://new.example.id/in', payoutNotifyAddress: null } })
    expect(
      await db.one(sql`
        select notify_disabled as "payin", payout_notify_disabled as "payout" from merchant where merchant_no = ${merchantNo}`),
    ).toEqual({ payin: false, payout: true })
    await update({ merchantNo, payinNotifyAddress: '' })
    expect(await db.one(sql`select detail from audit where action = 'updateMerchant' order by id desc limit 1`)).toEqual({
      detail: { before: { payinNotifyAddress: 'https://new.example.id/in' }, after: { payinNotifyAddress: null } },
    })
    expect(errorOf(await update({ merchantNo, payoutNotifyAddress: 'ftp://x' }))).toEqual([
      422,
      'VALIDATION_FAILED',
      { payoutNotifyAddress: 'rule.format' },
    ])
  })

  test('concurrent changes are all applied', async () => {
    const { merchantNo } = await made()
    await Promise.all([
      update({ merchantNo, merchantName: 'Toko Bogor' }),
      update({ merchantNo, mobile: '081210000099' }),
      update({ merchantNo, feeRate: '0.01' }),
    ])
    expect((await list()).item).toMatchObject([{ merchantName: 'Toko Bogor', mobile: '081210000099', feeRate: '0.01' }])
  })

  test('a suspension or a new password ends the sub-merchant’s sessions at once', async () => {
    const { merchantNo, username } = await made()
    const entering = async (password: string) => {
      const reply = await login(username, password)
      return reply.json<{ data?: { token: string } }>().data?.token
    }
    const isIn = async (its = '') => (await gateway.ask(calls.merchantInfo, {}, its)).statusCode === 200
    const first = await entering(PASSWORD)
    await update({ merchantNo, merchantName: 'Toko Bogor' })
    expect(await isIn(first)).toBe(true)
    await update({ merchantNo, status: 'FROZEN' })
    expect(await isIn(first)).toBe(false)
    const frozen = await entering(PASSWORD)
    await update({ merchantNo, mobile: '081210000099' })
    expect(await isIn(frozen)).toBe(true)
    await update({ merchantNo, pwd: OTHER, pwd2: OTHER })
    expect([await isIn(frozen), await entering(PASSWORD), await isIn(await entering(OTHER))]).toEqual([false, undefined, true])
    await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = ${merchantNo}`)
    await update({ merchantNo, status: 'SUSPENDED' })
    expect(errorOf(await login(username, OTHER))).toEqual([403, 'ACCOUNT_DISABLED'])
    expect(errorOf(await update({ merchantNo, pwd: OTHER }))).toEqual([422, 'pwdCompareError'])
  })

  test.each(['M00000001', 'M00000002', 'M00000003', 'M40400000'])(
    '%s is not a sub-merchant of the caller',
    async (merchantNo) => {
      expect(errorOf(await update({ merchantNo, merchantName: 'Mine' }))).toEqual([404, 'MERCHANT_NOT_FOUND'])
    },
  )
})
