import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { RECHARGES } from '#contract/kinds.ts'
import { type MerchantStatus, OPTION_MEMBERS } from '#contract/options.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import { MERCHANT_MOVES } from '#contract/statuses.ts'
import type { Database } from '../../server/db/database.ts'
import { insertInto } from '../../server/db/rows.ts'
import { sql, trusted } from '../../server/db/sql.ts'
import { newMovement } from '../../server/movements/newMovement.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { withCitus } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount } from '../money.ts'

const PARENT = 'M00000001'
const BRANCH = 'M00000002'
const STAFF = 'M00000003'
const CLERK = 'M00000004'
const STATUSES = OPTION_MEMBERS.MerchantStatus

test('the allowed status changes: p by the parent, s by staff', () => {
  const lines = STATUSES.map((from) => {
    const cells = STATUSES.map((to) => (MERCHANT_MOVES[from][to] ?? []).map((mover) => mover[0]).join('') || '.')
    return `${from.padEnd(18)}${cells.map((cell, nth) => cell.padEnd(STATUSES[nth]!.length)).join(' ')}`.trimEnd()
  })
  expect([`${''.padEnd(18)}${STATUSES.join(' ')}`, ...lines].join('\n')).toMatchInlineSnapshot(`
    "                  PENDING ACTIVE PAYOUT_SUSPENDED SUSPENDED FROZEN CLOSED
    PENDING           .       ps     .                .         .      ps
    ACTIVE            .       .      ps               ps        ps     ps
    PAYOUT_SUSPENDED  .       ps     .                ps        ps     ps
    SUSPENDED         .       ps     ps               .         ps     ps
    FROZEN            .       s      s                s         .      s
    CLOSED            .       .      .                .         s      ."
  `)
})

describe.each(withCitus)('the status of an account on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const tokens: Record<string, string> = {}
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { SESSION_IDLE_MINUTES: '480' } })
    await gateway.account(PARENT)
    await gateway.account(BRANCH, { kind: 'subMerchant', parentNo: PARENT })
    await gateway.account(STAFF, { kind: 'staff', permissionKeys: ['plat_merchant_status'] })
    await gateway.account(CLERK, { kind: 'staff' })
    for (const no of [PARENT, STAFF, CLERK]) tokens[no] = await gateway.signIn(no)
  })
  beforeEach(async () => {
    await become(BRANCH, 'ACTIVE')
    await db.run(sql`delete from audit`)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const become = (merchantNo: string, status: MerchantStatus) =>
    db.run(sql`update merchant set status = ${status} where merchant_no = ${merchantNo}`)
  const statusOf = async (merchantNo: string) =>
    (await db.one<{ status: string }>(sql`select status from merchant where merchant_no = ${merchantNo}`))!.status
  const byParent = (status: MerchantStatus) =>
    gateway.ask(calls.updateSubMerchant, { merchantNo: BRANCH, status }, tokens[PARENT])
  const byStaff = (status: MerchantStatus, merchantNo = BRANCH) =>
    gateway.ask(calls.merchantStatus, { merchantNo, status, reason: 'asked for in writing' }, tokens[STAFF])
  const said = (reply: { statusCode: number; json(): unknown }) => {
    const { error, message } = reply.json() as ErrorBody
    return [reply.statusCode, error, message]
  }

  test.each(STATUSES)('changes from %s only as the table allows', async (from) => {
    for (const to of STATUSES.filter((status) => status !== from)) {
      for (const [mover, move] of [
        ['parent', byParent],
        ['staff', byStaff],
      ] as const) {
        await become(BRANCH, from)
        const { statusCode } = await move(to)
        const allowed = MERCHANT_MOVES[from][to]?.includes(mover) ?? false
        expect([mover, to, statusCode, await statusOf(BRANCH)]).toEqual([mover, to, allowed ? 200 : 409, allowed ? to : from])
      }
    }
  })

  test('a refused change states the reason', async () => {
    await become(BRANCH, 'PENDING')
    expect(said(await byParent('FROZEN'))).toEqual([
      409,
      'ORDER_STATE_CONFLICT',
      'A merchant with status “Pending” can’t become “Frozen”',
    ])
    await become(BRANCH, 'FROZEN')
    expect(said(await byParent('ACTIVE'))).toEqual([
      409,
      'ORDER_STATE_CONFLICT',
      'This merchant is frozen. Only platform staff can unfreeze it',
    ])
    const item = (await byStaff('SUSPENDED')).json<{ item: Merchant }>().item
    expect([item.merchantNo, item.status]).toEqual([BRANCH, 'SUSPENDED'])
  })

  test('a change from another status than the stated one is refused', async () => {
    const change = (from: MerchantStatus, status: MerchantStatus) =>
      gateway.ask(calls.merchantStatus, { merchantNo: BRANCH, status, from }, tokens[STAFF])
    await become(BRANCH, 'FROZEN')
    expect(said(await change('ACTIVE', 'PAYOUT_SUSPENDED'))).toEqual([
      409,
      'ORDER_STATE_CONFLICT',
      'The merchant’s status is now “Frozen”. Check it before you change it',
    ])
    expect(await statusOf(BRANCH)).toBe('FROZEN')
    expect((await change('FROZEN', 'PAYOUT_SUSPENDED')).statusCode).toBe(200)
    // Of changes from one status at the same time, one is made.
    await become(BRANCH, 'ACTIVE')
    const made = await Promise.all((['FROZEN', 'SUSPENDED', 'PAYOUT_SUSPENDED'] as const).map((to) => change('ACTIVE', to)))
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('setting the current status does nothing', async () => {
    await become(BRANCH, 'CLOSED')
    expect((await byParent('CLOSED')).statusCode).toBe(200)
  })

  test('an account that holds money cannot be closed', async () => {
    await gateway.account('M00000009', { kind: 'subMerchant', parentNo: PARENT })
    await creditAccount(db, gateway.ids, 'M00000009', 1n)
    expect(said(await byStaff('CLOSED', 'M00000009'))).toEqual([
      409,
      'ORDER_STATE_CONFLICT',
      'This merchant still has a balance. Move the money before you close the account',
    ])
    expect((await byStaff('SUSPENDED', 'M00000009')).statusCode).toBe(200)
  })

  test.each(['payin_freeze', 'payout_freeze'])('an account whose money is all in %s cannot be closed', async (balance) => {
    await become(BRANCH, 'ACTIVE')
    const set = (amount: number) =>
      db.run(sql`update account set ${trusted(balance)} = ${amount} where merchant_no = ${BRANCH}`)
    await set(1)
    expect(said(await byStaff('CLOSED'))[2]).toMatch('still has a balance')
    expect(await statusOf(BRANCH)).toBe('ACTIVE')
    await set(0)
    expect((await byStaff('CLOSED')).statusCode).toBe(200)
  })

  test.each(['PAYOUT_SUSPENDED', 'SUSPENDED', 'FROZEN', 'CLOSED'] as const)(
    'a session from before a change to %s is not valid again after it',
    async (status) => {
      await become(BRANCH, 'ACTIVE')
      const token = await gateway.signIn(BRANCH)
      expect((await byStaff(status)).statusCode).toBe(200)
      await become(BRANCH, 'ACTIVE')
      expect((await gateway.ask(calls.merchantInfo, {}, token)).statusCode).toBe(401)
    },
  )

  describe('an account that may still receive money', () => {
    const NO = 'M00000010'
    const REFUSED = [
      409,
      'ORDER_STATE_CONFLICT',
      'This merchant still has unfinished payins or recharges. Close the account when all of them are final. Platform staff accept or reject payins with status “Exception”',
    ]
    beforeAll(() => gateway.account(NO, { kind: 'subMerchant', parentNo: PARENT }))
    beforeEach(() => become(NO, 'ACTIVE'))

    test.each([
      ['a pending payin', []],
      ['a payin in exception', ['EXCEPTION']],
    ] as const)('cannot be closed with %s', async (_, statuses) => {
      const order = await gateway.payin(NO, `OPEN-${statuses.length}`, ...statuses)
      expect(said(await byStaff('CLOSED', NO))).toEqual(REFUSED)
      expect(await statusOf(NO)).toBe('ACTIVE')
      await db.tx((tx) => transitionPayin(tx, gateway.world, order, 'FAILED'))
      expect((await byStaff('CLOSED', NO)).statusCode).toBe(200)
    })

    test.each(RECHARGES)('cannot be closed with an open movement %s', async (type) => {
      const record = { merchantNo: NO, currency: 'IDR' as const }
      const movement = newMovement(gateway.ids.next(), clock.now(), record, { type, merchantOrderNo: type, amount: 100n })
      await db.run(insertInto('record', [movement]))
      expect(said(await byStaff('CLOSED', NO))).toEqual(REFUSED)
      await db.run(sql`update record set status = 'EXPIRED' where merchant_no = ${NO}`)
      expect((await byStaff('CLOSED', NO)).statusCode).toBe(200)
    })

    test('is reopened by staff when a payment arrives after it was closed', async () => {
      const order = await gateway.payin(NO, 'LATE-1', 'EXPIRED')
      expect((await byStaff('CLOSED', NO)).statusCode).toBe(200)
      await db.tx((tx) => transitionPayin(tx, gateway.world, order, 'SUCCESS'))
      const byItsParent = await gateway.ask(calls.updateSubMerchant, { merchantNo: NO, status: 'FROZEN' }, tokens[PARENT])
      expect(said(byItsParent)[2]).toBe('A merchant with status “Closed” can’t become “Frozen”')
      expect((await byStaff('FROZEN', NO)).statusCode).toBe(200)
      expect((await byStaff('ACTIVE', NO)).statusCode).toBe(200)
      expect(said(await byStaff('CLOSED', NO))[2]).toMatch('still has a balance')
    })
  })

  test('staff with the permission change any account except staff accounts, and the change is audited', async () => {
    const forbidden = await gateway.ask(calls.merchantStatus, { merchantNo: BRANCH, status: 'FROZEN' }, tokens[CLERK])
    expect(said(forbidden).slice(0, 2)).toEqual([403, 'FORBIDDEN'])
    expect(said(await byStaff('SUSPENDED', CLERK)).slice(0, 2)).toEqual([404, 'MERCHANT_NOT_FOUND'])
    expect(said(await byStaff('SUSPENDED', 'M40400000')).slice(0, 2)).toEqual([404, 'MERCHANT_NOT_FOUND'])
    const session = await gateway.signIn(BRANCH)
    await byStaff('FROZEN')
    expect((await gateway.ask(calls.merchantInfo, {}, session)).statusCode).toBe(401)
    expect(
      await db.all(sql`select actor, merchant_no as no, target, detail from audit where action = 'updateMerchant'`),
    ).toEqual([
      {
        actor: 'm00000003',
        no: BRANCH,
        target: BRANCH,
        detail: { before: { status: 'ACTIVE' }, after: { status: 'FROZEN' }, reason: 'asked for in writing' },
      },
    ])
  })

  describe('a frozen account', () => {
    const KINDS = ['normal', 'subMerchant', 'umerchant', 'delegate'] as const
    const frozen = Object.entries<AnyCall>(calls).filter(([, { callers: who }]) => who !== 'guest')

    test.each(KINDS)('of kind %s can read everything and change nothing', async (kind) => {
      const merchantNo = `M0000010${KINDS.indexOf(kind)}`
      await gateway.account(merchantNo, { kind, ...(kind === 'subMerchant' && { parentNo: PARENT }) })
      await become(merchantNo, 'FROZEN')
      const token = await gateway.signIn(merchantNo)
      const refused: string[] = []
      for (const [name, row] of frozen.filter(([, { callers: who }]) => who === 'signedIn' || who.includes(kind))) {
        const reply = await gateway.ask(row, { id: 'none', type: 'PAYIN' }, token)
        if (reply.statusCode === 403) {
          expect(said(reply)).toEqual([403, 'ACCOUNT_DISABLED', 'Account frozen: view only'])
          refused.push(name)
        }
      }
      expect(refused).toEqual(CHANGING[kind])
    })

    test('is refused in the caller’s language', async () => {
      await become(BRANCH, 'FROZEN')
      const token = await gateway.signIn(BRANCH)
      const messages = []
      for (const language of ['zh-CN', 'id', 'vi', 'es']) {
        const headers = { 'merchant-token': token, 'accept-language': language }
        const { url, method } = { url: calls.resetPassword.path, method: 'POST' } as const
        messages.push((await gateway.app.inject({ url, method, headers })).json<ErrorBody>().message)
      }
      expect(messages).toMatchInlineSnapshot(`
        [
          "账户已冻结：只能查看",
          "Akun dibekukan: hanya dapat dilihat",
          "Tài khoản bị phong tỏa: chỉ được xem",
          "Cuenta congelada: solo lectura",
        ]
      `)
    })
  })
})

const CHANGING: Record<'normal' | 'subMerchant' | 'umerchant' | 'delegate', string[]> = {
  normal: [
    'resetPassword',
    'resetTxnPassword',
    'resetOtpStatus',
    'enrolOtp',
    'updateIpLists',
    'changeSecret',
    'enableCallbacks',
    'redeliver',
    'cancelRedelivery',
    'createSubMerchant',
    'addSubMerchant',
    'updateSubMerchant',
    'transfer',
    'withdraw',
    'rechargeOnline',
    'rechargeOffline',
    'checkRecharge',
    'cancelRecord',
    'payoutNotify',
    'payoutAction',
    'simulatePayout',
    'payinNotify',
    'reviewOrder',
    'addNote',
    'assignOrder',
    'payinAction',
    'simulatePayin',
    'clearNotices',
  ],
  subMerchant: [
    'resetPassword',
    'enableCallbacks',
    'redeliver',
    'cancelRedelivery',
    'payoutNotify',
    'payoutAction',
    'payinNotify',
    'reviewOrder',
    'addNote',
    'assignOrder',
    'payinAction',
    'clearNotices',
  ],
  umerchant: [
    'resetPassword',
    'resetTxnPassword',
    'resetOtpStatus',
    'enrolOtp',
    'updateIpLists',
    'changeSecret',
    'enableCallbacks',
    'redeliver',
    'cancelRedelivery',
    'usdtPayoutNotify',
    'usdtPayinNotify',
    'reviewOrder',
    'addNote',
    'assignOrder',
    'clearNotices',
  ],
  delegate: ['resetPassword', 'clearNotices'],
}
