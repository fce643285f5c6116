import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountKind, BUTTON_PERMISSIONS, MENU_PERMISSIONS, type Permission } from '#contract/authority.ts'
import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { passcodeAt, sha256 } from '../../server/auth/credentials.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { transitionPayout } from '../../server/payouts/payouts.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { StandingClock } from '../clock.ts'
import { quickest } from '../databases.ts'
import { PASSWORD, SECRET } from '../gateway.ts'
import { type Listening, openListening } from '../listening.ts'
import { creditAccount, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'
import { createTestPayout } from '../shop.ts'

const OWNER = 'M00000001'
const BRANCH = 'M00000002'
const USDT = 'M00000003'
const STAFF = 'M00000004'
const GUARDED = 'M00000005'
const OTP_SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const NEW_PASSWORD = sha256('Other1Pwd')

/** Calls that change nothing that belongs to an account. */
const UNAUDITED = ['clientError', 'pageView']

const STAFF_PERMISSIONS = Object.entries<readonly AccountKind[]>({ ...MENU_PERMISSIONS, ...BUTTON_PERMISSIONS })
  .filter(([, kinds]) => kinds.includes('staff'))
  .map(([permission]) => permission as Permission)

const CHANGES = Object.entries<AnyCall>(calls).filter(([, { mutates }]) => mutates)

describe('every call that changes something', () => {
  let fixture: Listening
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  let numbers = 0
  const number = () => `N-${++numbers}`

  beforeAll(async () => {
    const environment = { SIMULATION: 'on', HOLD_SECONDS: '60' }
    fixture = await openListening(quickest.open, { clock, environment, callbacks: { retries: [] } })
    const { db, gateway, endpoint } = fixture
    const notifyAddress = endpoint.address
    await gateway.account(OWNER, { notifyAddress })
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: OWNER, notifyAddress })
    await gateway.account(USDT, { kind: 'umerchant', notifyAddress })
    await gateway.account(STAFF, {
      kind: 'staff',
      permissionKeys: [...STAFF_PERMISSIONS, 'plat_merchant_status', 'plat_payin_exception'],
    })
    await gateway.account(GUARDED, { otpSecret: OTP_SECRET, otpEnrolled: true })
    for (const no of [OWNER, BRANCH]) await creditAccount(db, gateway.ids, no, 10n ** 12n)
    await creditAccount(db, gateway.ids, USDT, 10n ** 12n, { currency: 'USDT' })
    await setTxnPassword(db, OWNER)
    await addReceivingAccounts(db)
  })
  afterAll(() => fixture.close())

  /** Makes a call as an account; what it needs is done before. */
  type Attempt = () => Promise<LightMyRequestResponse>
  const as = async <Row extends AnyCall>(account: string, row: Row, input: InputOf<Row>): Promise<Attempt> => {
    const token = await fixture.gateway.signIn(account)
    return async () => fixture.gateway.ask(row, input, token)
  }
  const signedBy = async <Row extends AnyCall>(row: Row, content: object): Promise<Attempt> => {
    const client = await signingClientOf(fixture.gateway, OWNER)
    return () => client.ask(row, { merchantOrderNo: number(), payAmount: '100000.00', ...content } as never)
  }
  const openOrder = (row: typeof calls.openPayin | typeof calls.openPayout, content: object): Attempt => {
    const input = { merchantNo: OWNER, merchantOrderNo: number(), payAmount: '100000.00', ...content }
    return async () => fixture.gateway.ask(row, sign(input, SECRET, { hash: sha256, now: clock.now() }) as never)
  }
  const payin = (...statuses: ('SUCCESS' | 'EXCEPTION')[]) => fixture.gateway.payin(OWNER, number(), ...statuses)
  const payout = async (merchantNo = OWNER) => {
    const { db, gateway } = fixture
    return createTestPayout(db, gateway.world, { merchant: (await merchantByNo(db, merchantNo))!, merchantOrderNo: number() })
  }
  /** A payin with a callback that was given up. */
  const abandoned = async () => {
    const order = await payin('SUCCESS')
    await fixture.db.run(sql`update callback set state = 'GIVEN_UP', next_time = null where order_id = ${order.id}`)
  }
  const paidPayout = async (merchantNo: string) => {
    const order = await payout(merchantNo)
    const { gateway, db } = fixture
    for (const to of ['PROCESSING', 'SUCCESS'] as const) await db.tx((tx) => transitionPayout(tx, gateway.world, order, to))
    clock.advance(60_000)
    return order
  }
  const withdraw = { bankCode: '014', accountNumber: '5271038864', accountHoldName: 'Siti Rahma', txnPwd: TXN_PASSWORD }
  const recharge = { bankCode: '014', payerName: 'Siti Rahma', payerAccountNumber: '5271038864' }
  const idOf = async (attempt: Attempt) => (await attempt()).json<{ item: { id: string } }>().item.id
  const address = { merchantNo: OWNER, direction: 'PAYIN' } as const
  const branch = (username: string) => ({
    merchantName: 'Toko Bandung',
    username,
    pwd: PASSWORD,
    pwd2: PASSWORD,
    feeType: 'RATE' as const,
    feeRate: '0.006',
  })

  const attempts: Record<string, () => Promise<Attempt> | Attempt> = {
    login: () => async () => fixture.gateway.ask(calls.login, { username: BRANCH.toLowerCase(), password: PASSWORD }),
    async loginOtp() {
      const token = await fixture.gateway.signIn(GUARDED)
      return async () => fixture.gateway.ask(calls.loginOtp, { otp: passcodeAt(OTP_SECRET, clock.now()) }, token)
    },
    logout: () => as(OWNER, calls.logout, {}),
    locale: () => as(OWNER, calls.locale, { locale: 'vi' }),
    resetPassword: () => as(BRANCH, calls.resetPassword, { pwd: NEW_PASSWORD, pwd2: NEW_PASSWORD, oldPwd: PASSWORD }),
    resetTxnPassword: () => as(USDT, calls.resetTxnPassword, { pwd: NEW_PASSWORD, pwd2: NEW_PASSWORD, oldPwd: PASSWORD }),
    resetOtpStatus: () => as(USDT, calls.resetOtpStatus, { merchantNo: USDT, status: 'OFF' }),
    resetOtpSecret: () => as(STAFF, calls.resetOtpSecret, { merchantNo: GUARDED }),
    enrolOtp: () => as(OWNER, calls.enrolOtp, {}),
    merchantStatus: () => as(STAFF, calls.merchantStatus, { merchantNo: GUARDED, status: 'SUSPENDED' }),
    updateIpLists: () => as(OWNER, calls.updateIpLists, { loginWhiteIp: '127.0.0.0/8', txnPwd: TXN_PASSWORD }),
    changeSecret: () => as(OWNER, calls.changeSecret, { action: 'reveal', txnPwd: TXN_PASSWORD }),
    async enableCallbacks() {
      await fixture.db.run(sql`update merchant set notify_disabled = true where merchant_no = ${OWNER}`)
      return as(OWNER, calls.enableCallbacks, address)
    },
    async redeliver() {
      await abandoned()
      return as(OWNER, calls.redeliver, address)
    },
    async cancelRedelivery() {
      await abandoned()
      await (await as(OWNER, calls.redeliver, address))()
      return as(OWNER, calls.cancelRedelivery, address)
    },
    createSubMerchant: () => as(OWNER, calls.createSubMerchant, branch('bandung.shop')),
    addSubMerchant: () => as(OWNER, calls.addSubMerchant, branch('surabaya.shop')),
    updateSubMerchant: () => as(OWNER, calls.updateSubMerchant, { merchantNo: BRANCH, merchantName: 'Toko Medan' }),
    transfer: () => signedBy(calls.transfer, { receiveMerchantNo: BRANCH, txnPwd: TXN_PASSWORD }),
    withdraw: () => signedBy(calls.withdraw, withdraw),
    rechargeOnline: () => signedBy(calls.rechargeOnline, { payChannel: 'VA_BCA' }),
    rechargeOffline: () => signedBy(calls.rechargeOffline, recharge),
    async checkRecharge() {
      await fixture.db.run(sql`delete from open_recharge`)
      const id = await idOf(await signedBy(calls.rechargeOffline, recharge))
      return as(OWNER, calls.checkRecharge, { id })
    },
    async cancelRecord() {
      return as(OWNER, calls.cancelRecord, { id: await idOf(await signedBy(calls.withdraw, withdraw)) })
    },
    payoutNotify: async () => as(OWNER, calls.payoutNotify, { id: (await paidPayout(OWNER)).id }),
    usdtPayoutNotify: async () => as(USDT, calls.usdtPayoutNotify, { id: (await paidPayout(USDT)).id }),
    payoutAction: async () => as(OWNER, calls.payoutAction, { id: (await payout()).id, action: 'cancel' }),
    simulatePayout: async () => as(OWNER, calls.simulatePayout, { merchantOrderNo: (await payout()).merchantOrderNo }),
    payinNotify: async () => as(OWNER, calls.payinNotify, { id: (await payin('SUCCESS')).id }),
    async usdtPayinNotify() {
      return as(USDT, calls.usdtPayinNotify, { id: (await fixture.gateway.payin(USDT, number(), 'SUCCESS')).id })
    },
    reviewOrder: async () => as(OWNER, calls.reviewOrder, { id: (await payin('SUCCESS')).id, review: 'RECONCILED' }),
    addNote: async () => as(OWNER, calls.addNote, { id: (await payin()).id, text: 'called the payer' }),
    assignOrder: async () => as(OWNER, calls.assignOrder, { id: (await payin()).id, assignedTo: 'ME' }),
    payinAction: async () => as(OWNER, calls.payinAction, { id: (await payin()).id, action: 'close' }),
    decidePayin: async () => as(STAFF, calls.decidePayin, { id: (await payin('EXCEPTION')).id, action: 'accept' }),
    simulatePayin: async () => as(OWNER, calls.simulatePayin, { merchantOrderNo: (await payin()).merchantOrderNo }),
    clearNotices: () => as(OWNER, calls.clearNotices, { type: 'message' }),
    openPayin: () => openOrder(calls.openPayin, { payChannel: 'VA_BCA' }),
    openPayout: () => openOrder(calls.openPayout, { bankCode: '014', receiveAccount: '5271038864', receiveName: 'Siti Rahma' }),
  }

  test('is tried here, or needs no audit event', () => {
    expect([...Object.keys(attempts), ...UNAUDITED].sort()).toEqual(CHANGES.map(([name]) => name).sort())
  })

  test.each(Object.entries(attempts))('leaves an audit event: %s', async (_, prepare) => {
    await fixture.db.run(sql`update merchant set status = 'ACTIVE', login_white_ip = '{}'`)
    const attempt = await prepare()
    await fixture.db.run(sql`delete from audit`)
    const { statusCode, body } = await attempt()
    expect([statusCode, statusCode < 300 ? '' : body]).toEqual([expect.toBeOneOf([200, 204]), ''])
    expect(await fixture.db.all(sql`select action from audit`)).toHaveLength(1)
  })
})
