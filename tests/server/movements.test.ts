import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { Movement, MovementTrail, OfflineRechargeInfo, RechargeInstruction } from '#contract/rows/movements.ts'
import type { Notice } from '#contract/rows/notices.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { insertInto } from '../../server/db/rows.ts'
import { sql } from '../../server/db/sql.ts'
import { brokenLedger } from '../../server/ledger/checks.ts'
import { processMovements } from '../../server/movements/movementWorker.ts'
import { newMovement } from '../../server/movements/newMovement.ts'
import { checkRecharge } from '../../server/movements/recharges.ts'
import { bankRefusal } from '../../server/movements/sendMoney.ts'
import { TERMS } from '../../server/movements/terms.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { textsOf } from '../../server/texts/texts.ts'
import { withCitus } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import {
  balance,
  creditAccount,
  refusalOf,
  type SigningClient,
  setTxnPassword,
  signingClientOf,
  TXN_PASSWORD,
  withKey,
} from '../money.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const OWNER = 'M00000001'
const SUB = 'M00000002'
const FUNDS = 100_000_000n

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const dataUrl = (content: Buffer, type = 'image/png') => `data:${type};base64,${content.toString('base64')}`

describe.each(withCitus)('movements on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let client: SigningClient
  let staff: string
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, {
      clock,
      environment: { HOLD_SECONDS: '10', SIMULATION: 'on', SESSION_IDLE_MINUTES: '480' },
    })
    await gateway.account(OWNER)
    await gateway.account(SUB, { kind: 'subMerchant', parentNo: OWNER })
    await gateway.account('M00000003')
    await gateway.account('M00000004', { permissionKeys: ['transfer_submit'] })
    await gateway.account('M00000009', { kind: 'staff' })
    await addReceivingAccounts(db)
    for (const no of [OWNER, 'M00000004']) await setTxnPassword(db, no)
    client = await signingClientOf(gateway, OWNER)
    staff = await gateway.signIn('M00000009')
  })
  beforeEach(async () => {
    await db.script(
      'truncate ledger, record, record_due, record_receipt, open_recharge, order_move, audit, idempotency, used_signature',
    )
    await db.script('update account set available = 0, payin_freeze = 0, payout_freeze = 0, seq = 0')
    await db.run(sql`update merchant set status = 'ACTIVE'`)
    await creditAccount(db, gateway.ids, OWNER, FUNDS)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  let number = 0
  const demand = (more: object = {}) => ({
    merchantOrderNo: `W-${++number}`,
    payAmount: '200000.00',
    bankCode: '014',
    accountNumber: '5271038864',
    accountHoldName: 'Toko Nusantara',
    txnPwd: TXN_PASSWORD,
    ...more,
  })
  const gift = (more: object = {}) => ({
    merchantOrderNo: `T-${++number}`,
    receiveMerchantNo: SUB,
    payAmount: '200000.00',
    txnPwd: TXN_PASSWORD,
    ...more,
  })
  const deposit = (more: object = {}) => ({
    merchantOrderNo: `R-${++number}`,
    payAmount: '5000000.00',
    bankCode: '014',
    payerName: 'Toko Nusantara',
    payerAccountNumber: '5271038864',
    ...more,
  })
  const itemOf = <Item = Complete<Movement>>(reply: { json<T>(): T }) => reply.json<{ item: Item }>().item
  const withdraw = async (more?: object) => itemOf(await client.ask(calls.withdraw, demand(more)))
  /** A withdraw that the bank pays or refuses. */
  const withdrawThat = async (paid: boolean): Promise<Complete<Movement>> => {
    for (;;) {
      const record = await withdraw()
      if ((bankRefusal(record.id) === null) === paid) return record
      await gateway.ask(calls.cancelRecord, { id: record.id }, client.token)
    }
  }
  const trail = async (id: string, token = client.token) =>
    itemOf<MovementTrail>(await gateway.ask(calls.recordTrail, { id }, token))
  const statuses = async (id: string) => (await trail(id)).moves.map(({ status }) => status)
  const context = () => ({ ids: gateway.ids, clock, holdSeconds: 10, simulation: true, terms: TERMS })
  const runWorker = () => processMovements(db, context())
  const wait = (ms: number) => {
    clock.advance(ms)
    return runWorker()
  }
  const sound = async () => expect(await brokenLedger(db)).toEqual([])

  describe('withdraws', () => {
    test('a withdraw is held, sent to the bank and paid, with the fee on top', async () => {
      const record = await withdrawThat(true)
      expect(record).toMatchObject({
        type: 'WITHDRAW',
        status: 'CREATED',
        payAmount: '200000.00',
        serviceFee: '5000.00',
        bankName: 'BCA',
      })
      expect(Date.parse(record.holdUntil!)).toBe(Date.parse(record.createTime) + 10 * SECOND)
      expect((await trail(record.id)).record.holdUntil).toBe(record.holdUntil)
      expect(await balance(db, OWNER)).toEqual([FUNDS - 20_500_000n, 20_500_000n])
      expect(await wait(9_999)).toBe(0)
      expect(await wait(1)).toBe(1)
      expect(await wait(4_999)).toBe(0)
      expect(await wait(1)).toBe(1)
      expect(await wait(MINUTE)).toBe(0)
      expect(await balance(db, OWNER)).toEqual([FUNDS - 20_500_000n, 0n])
      const { record: paid, moves, postings, actions } = await trail(record.id)
      expect(paid).toMatchObject({ status: 'SUCCESS', completeTime: expect.any(String), holdUntil: null })
      expect(moves.map(({ status }) => status)).toEqual(['CREATED', 'PROCESSING', 'SUCCESS'])
      expect(postings.map(({ type, amount }) => [type, amount])).toEqual([
        ['WITHDRAW_FREEZE', '-205000.00'],
        ['WITHDRAW', '-200000.00'],
        ['WITHDRAW_FEE', '-5000.00'],
      ])
      expect(actions.map(({ actor, action }) => [actor, action])).toEqual([['m00000001', 'withdraw']])
      await sound()
    })

    test('a refused withdraw is released in full, with the reason in the language of the reader', async () => {
      const record = await withdrawThat(false)
      await wait(10 * SECOND)
      await wait(5 * SECOND)
      const after = await trail(record.id)
      const reason = bankRefusal(record.id)!
      const words = textsOf('en').failures[reason]
      expect(after.record).toMatchObject({ status: 'FAILED', responseMessage: words })
      expect(after.moves.at(-1)).toMatchObject({ status: 'FAILED', text: words })
      expect(await db.one(sql`select response_message as kept from record where id = ${record.id}`)).toEqual({ kept: reason })
      const headers = { 'merchant-token': client.token, 'accept-language': 'vi', 'content-type': 'application/json' }
      const listed = await gateway.ask(calls.withdrawList, { platOrderNo: record.id }, client.token, { headers })
      const inVietnamese = textsOf('vi').failures[reason]
      expect(itemOf<Complete<Movement>[]>(listed)).toMatchObject([{ responseMessage: inVietnamese }])
      const told = async (language: string) => {
        const asked = { headers: { 'merchant-token': client.token, 'accept-language': language } }
        return itemOf<Notice[]>(await gateway.ask(calls.notices, {}, client.token, asked))[0]
      }
      expect(await told('vi')).toMatchObject({ title: 'Rút tiền thất bại', loanAppId: record.id, kind: 'WITHDRAW' })
      expect((await told('vi'))!.description).toContain(inVietnamese)
      expect((await told('en'))!.description).toBe(
        `Withdrawal ${record.id} of 200,000.00 IDR failed: ${words}. The money is available again`,
      )
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
      await sound()
    })

    test('a withdraw that the demo bank was to pay stays with the bank once nothing is simulated', async () => {
      const { id } = await withdrawThat(true)
      await wait(10 * SECOND)
      clock.advance(5 * SECOND)
      expect(await processMovements(db, { ...context(), simulation: false })).toBe(0)
      expect(await statuses(id)).toEqual(['CREATED', 'PROCESSING'])
      await sound()
    })

    test('a withdraw can be cancelled only while held', async () => {
      const first = await withdraw()
      const reply = await gateway.ask(calls.cancelRecord, { id: first.id }, client.token)
      expect(itemOf(reply)).toMatchObject({ id: first.id, status: 'CANCELLED' })
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
      expect(await wait(10 * SECOND)).toBe(0)
      expect(await statuses(first.id)).toEqual(['CREATED', 'CANCELLED'])
      const second = await withdraw()
      await wait(10 * SECOND)
      const late = await gateway.ask(calls.cancelRecord, { id: second.id }, client.token)
      expect(refusalOf(late)).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect(late.json()).toMatchObject({ message: 'An order with status “Processing” can’t become “Canceled”' })
      await sound()
    })

    test('repeated cancellations with one key cancel once', async () => {
      const { id } = await withdraw()
      const options = withKey('form', client.token, 'cancel-1')
      const first = await gateway.ask(calls.cancelRecord, { id }, client.token, options)
      const again = await gateway.ask(calls.cancelRecord, { id }, client.token, options)
      expect([again.statusCode, again.body]).toEqual([200, first.body])
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
    })

    test('held withdraws are listed for accounts that may cancel them', async () => {
      const [first, second] = [await withdraw(), await withdraw()]
      const held = async (token: string) =>
        itemOf<Complete<Movement>[]>(await gateway.ask(calls.heldRecords, {}, token)).map(({ id, holdUntil }) => [
          id,
          holdUntil,
        ])
      const stranger = await gateway.signIn('M00000003')
      const both = [first, second].map(({ id, holdUntil }) => [id, holdUntil])
      expect((await held(client.token)).slice(-2)).toEqual(both)
      expect(await held(stranger)).toEqual([])
      await gateway.ask(calls.cancelRecord, { id: first.id }, client.token)
      expect((await held(client.token)).slice(-1)).toEqual(both.slice(1))
      await wait(10 * SECOND)
      expect(await held(client.token)).toEqual([])
    })

    test('other merchants can neither read nor cancel a withdraw', async () => {
      const { id } = await withdraw()
      const stranger = await gateway.signIn('M00000003')
      expect(refusalOf(await gateway.ask(calls.cancelRecord, { id }, stranger))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(refusalOf(await gateway.ask(calls.recordTrail, { id }, stranger))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect((await trail(id, staff)).record.id).toBe(id)
    })

    test('withdraws of a frozen merchant wait until it is active again', async () => {
      const record = await withdrawThat(true)
      await db.run(sql`update merchant set status = 'PAYOUT_SUSPENDED' where merchant_no = ${OWNER}`)
      expect(await wait(10 * SECOND)).toBe(0)
      expect(await statuses(record.id)).toEqual(['CREATED'])
      await db.run(sql`update merchant set status = 'ACTIVE' where merchant_no = ${OWNER}`)
      await wait(MINUTE)
      await wait(5 * SECOND)
      expect(await statuses(record.id)).toEqual(['CREATED', 'PROCESSING', 'SUCCESS'])
      await sound()
    })

    test('a withdraw to an unknown bank is refused', async () => {
      const reply = await client.ask(calls.withdraw, demand({ bankCode: '999' }))
      expect(refusalOf(reply)).toEqual([422, 'VALIDATION_FAILED'])
      expect(reply.json()).toMatchObject({ fields: { bankCode: 'rule.unknown' } })
    })
  })

  describe('transfers on hold', () => {
    test('a held transfer freezes the money and arrives after the hold', async () => {
      const { id } = itemOf(await client.ask(calls.transfer, gift()))
      expect([await balance(db, OWNER), await balance(db, SUB)]).toEqual([
        [FUNDS - 20_000_000n, 20_000_000n],
        [0n, 0n],
      ])
      expect(await wait(10 * SECOND)).toBe(1)
      expect([await balance(db, OWNER), await balance(db, SUB)]).toEqual([
        [FUNDS - 20_000_000n, 0n],
        [20_000_000n, 0n],
      ])
      expect((await trail(id)).postings.map(({ type, amount }) => [type, amount])).toEqual([
        ['TRANSFER_FREEZE', '-200000.00'],
        ['TRANSFER_OUT', '-200000.00'],
      ])
      await sound()
    })

    test('a cancelled transfer is released in full, and the receiver never sees it', async () => {
      const { id } = itemOf(await client.ask(calls.transfer, gift()))
      await gateway.ask(calls.cancelRecord, { id }, client.token)
      await wait(10 * SECOND)
      expect([await balance(db, OWNER), await balance(db, SUB)]).toEqual([
        [FUNDS, 0n],
        [0n, 0n],
      ])
      expect(await db.all(sql`select type, status from record`)).toEqual([{ type: 'TRANSFER_OUT', status: 'CANCELLED' }])
      await sound()
    })

    test('a transfer is released when the receiver can no longer receive', async () => {
      const { id } = itemOf(await client.ask(calls.transfer, gift()))
      await db.run(sql`update merchant set status = 'FROZEN' where merchant_no = ${SUB}`)
      await wait(10 * SECOND)
      expect(await statuses(id)).toEqual(['CREATED', 'FAILED'])
      expect((await trail(id)).record.responseMessage).toBe('The receiver can’t accept money now')
      const [notice] = itemOf<Notice[]>(await gateway.ask(calls.notices, {}, client.token))
      expect(notice).toMatchObject({ title: 'Transfer failed', loanAppId: id, kind: 'TRANSFER_OUT' })
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
      await sound()
    })

    test('cancelling a transfer needs the transfer permission, a withdraw the withdraw permission', async () => {
      await creditAccount(db, gateway.ids, 'M00000004', FUNDS)
      const theirs = await signingClientOf(gateway, 'M00000004')
      const { id } = itemOf(await theirs.ask(calls.transfer, gift()))
      await db.run(sql`update record set type = 'WITHDRAW' where id = ${id}`)
      expect(refusalOf(await gateway.ask(calls.cancelRecord, { id }, theirs.token))).toEqual([403, 'FORBIDDEN'])
      await db.run(sql`update record set type = 'TRANSFER_OUT' where id = ${id}`)
      expect((await gateway.ask(calls.cancelRecord, { id }, theirs.token)).statusCode).toBe(200)
    })
  })

  test.each([
    ['account_transfer', 'M00000010', ['TRANSFER_IN', 'TRANSFER_OUT']],
    ['recharge_list', 'M00000011', ['RECHARGE_OFFLINE', 'RECHARGE_ONLINE']],
    ['withdraw_list', 'M00000012', ['WITHDRAW']],
  ] as const)('the permission %s opens the details of no other list', async (permission, no, expected) => {
    await gateway.account(no, { permissionKeys: [permission] })
    const token = await gateway.signIn(no)
    const opened: string[] = []
    for (const type of OPTION_MEMBERS.RecordType) {
      const content = { type, merchantOrderNo: type, amount: 100n }
      const movement = newMovement(gateway.ids.next(), clock.now(), { merchantNo: no, currency: 'IDR' }, content)
      await db.run(insertInto('record', [movement]))
      if ((await gateway.ask(calls.recordTrail, { id: movement.id }, token)).statusCode === 200) opened.push(type)
    }
    expect(opened.sort()).toEqual(expected)
  })

  describe('the number of', () => {
    const MOVEMENTS = {
      withdraw: { call: calls.withdraw, content: demand },
      transfer: { call: calls.transfer, content: gift },
      'recharge offline': { call: calls.rechargeOffline, content: deposit },
      'recharge online': { call: calls.rechargeOnline, content: () => online },
    } as const
    const online = { merchantOrderNo: 'R-ONLINE', payAmount: '150000.00', payChannel: 'VA_BCA' }

    test.each([
      ['withdraw', { bankCode: '008' }],
      ['withdraw', { accountNumber: '5271038865' }],
      ['withdraw', { accountHoldName: 'Toko Lain' }],
      ['withdraw', { remark: 'Second' }],
      ['transfer', { receiveMerchantNo: 'M00000003' }],
      ['transfer', { remark: 'Second' }],
      ['recharge offline', { bankCode: '008' }],
      ['recharge offline', { payerName: 'Toko Lain' }],
      ['recharge offline', { payerAccountNumber: '5271038865' }],
      ['recharge offline', { remark: 'Second' }],
      ['recharge online', { payChannel: 'VA_BRI' }],
    ] as const)('a %s is not that of one with %j', async (name, other) => {
      const { call, content } = MOVEMENTS[name]
      const request = content()
      const send = (input: object) => {
        clock.advance(1)
        return client.ask(call as typeof calls.withdraw, input as never)
      }
      const { id } = itemOf(await send(request))
      const held = await balance(db, OWNER)
      expect(itemOf(await send(request)).id).toBe(id)
      expect(refusalOf(await send({ ...request, ...other }))).toEqual([409, 'DUPLICATE_ORDER_NO'])
      expect(await balance(db, OWNER)).toEqual(held)
    })
  })

  describe('recharges online', () => {
    const online = (payChannel: string, payAmount = '150000.00') =>
      client.ask(calls.rechargeOnline, { merchantOrderNo: `R-${++number}`, payAmount, payChannel })

    test.each([
      ['VA_BCA', { accountNumber: expect.stringMatching(/^1280\d+$/), qrText: null, payUrl: null }],
      ['QRIS', { accountNumber: null, qrText: expect.stringMatching(/^000201/), payUrl: null }],
      ['EW_OVO', { accountNumber: null, qrText: null, payUrl: expect.stringMatching(/^https:/) }],
    ])('a recharge by %s returns payment instructions', async (channel, instruction) => {
      const item = itemOf<RechargeInstruction>(await online(channel))
      expect(item).toMatchObject({ type: 'RECHARGE_ONLINE', status: 'CREATED', expiryPeriod: 60, ...instruction })
      // The instruction is returned as long as the recharge can be paid.
      expect((await trail(item.id)).instruction).toEqual(instruction)
      await wait(60 * MINUTE)
      expect((await trail(item.id)).instruction).toBeNull()
    })

    test('the simulation pays a recharge by either number and credits it once', async () => {
      const { id, merchantOrderNo } = itemOf(await online('VA_BCA'))
      const paid = await gateway.ask(calls.simulatePayin, { merchantOrderNo }, client.token)
      expect(itemOf<SimulationResult>(paid)).toMatchObject({ before: 'CREATED', order: { id, status: 'SUCCESS' } })
      expect(await balance(db, OWNER)).toEqual([FUNDS + 15_000_000n, 0n])
      const again = await gateway.ask(calls.simulatePayin, { merchantOrderNo: id }, staff)
      expect(refusalOf(again)).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect((await trail(id)).postings.map(({ type, amount }) => [type, amount])).toEqual([['RECHARGE', '150000.00']])
      await sound()
    })

    test('a recharge expires after an hour, and late money is accepted', async () => {
      const { id } = itemOf(await online('VA_BCA'))
      expect(await wait(60 * MINUTE - 1)).toBe(0)
      expect(await wait(1)).toBe(1)
      expect(await statuses(id)).toEqual(['CREATED', 'EXPIRED'])
      await gateway.ask(calls.simulatePayin, { merchantOrderNo: id, outcome: 'late' }, client.token)
      expect(await balance(db, OWNER)).toEqual([FUNDS + 15_000_000n, 0n])
    })

    test('an amount outside the limits or an unknown channel is refused', async () => {
      expect(refusalOf(await online('QRIS', '10000001.00'))).toEqual([422, 'AMOUNT_OUT_OF_RANGE'])
      expect(refusalOf(await online('USDT_TRC20'))).toEqual([422, 'VALIDATION_FAILED'])
    })
  })

  describe('recharges offline', () => {
    const check = async (id: string) => itemOf(await gateway.ask(calls.checkRecharge, { id }, client.token))

    test('an offline recharge arrives seconds after the first check and is credited once', async () => {
      const record = itemOf(await client.ask(calls.rechargeOffline, deposit({ receipt: dataUrl(PNG), remark: 'Modal' })))
      expect(record).toMatchObject({ status: 'CREATED', receipt: true, receiveAccount: '5260917734', expiryPeriod: 120 })
      const { accounts, record: open } = itemOf<Complete<OfflineRechargeInfo>>(
        await gateway.ask(calls.offlineRecharge, {}, client.token),
      )
      expect([accounts.map(({ bankName }) => bankName), open]).toEqual([['BCA', 'Mandiri', 'BNI', 'BRI'], record])
      expect(await check(record.id)).toMatchObject({ status: 'PENDING_CHECK' })
      clock.advance(4_999)
      expect(await check(record.id)).toMatchObject({ status: 'PENDING_CHECK' })
      clock.advance(1)
      expect(await check(record.id)).toMatchObject({ status: 'SUCCESS' })
      expect(await check(record.id)).toMatchObject({ status: 'SUCCESS' })
      expect(await balance(db, OWNER)).toEqual([FUNDS + 500_000_000n, 0n])
      expect((await trail(record.id)).receipt).toBe(dataUrl(PNG))
      await sound()
    })

    test('without simulation a check never credits anything', async () => {
      const { merchantNo, id } = itemOf(await client.ask(calls.rechargeOffline, deposit()))
      const checkForReal = () => db.tx((tx) => checkRecharge(tx, { ...context(), simulation: false }, { merchantNo, id }))
      expect(await checkForReal()).toMatchObject({ status: 'PENDING_CHECK' })
      clock.advance(MINUTE)
      expect(await checkForReal()).toMatchObject({ status: 'PENDING_CHECK' })
      expect(await balance(db, OWNER)).toEqual([FUNDS, 0n])
      await sound()
    })

    test('one offline recharge is open at a time', async () => {
      const first = itemOf(await client.ask(calls.rechargeOffline, deposit()))
      expect(refusalOf(await client.ask(calls.rechargeOffline, deposit()))).toEqual([409, 'OPEN_RECHARGE_EXISTS'])
      expect(await db.all(sql`select id from record`)).toEqual([{ id: first.id }])
      await wait(120 * MINUTE)
      expect(await check(first.id)).toMatchObject({ status: 'EXPIRED' })
      expect((await client.ask(calls.rechargeOffline, deposit())).statusCode).toBe(200)
    })

    test('the same number finds the recharge with the same receipt or none, and is a duplicate with another receipt', async () => {
      const other = Buffer.concat([PNG, Buffer.of(0)])
      const content = deposit()
      const send = (receipt?: Buffer) =>
        client.ask(calls.rechargeOffline, { ...content, ...(receipt && { receipt: dataUrl(receipt) }) })
      const { id } = itemOf(await send(PNG))
      expect(itemOf(await send(PNG)).id).toBe(id)
      expect(itemOf(await send()).id).toBe(id)
      expect(refusalOf(await send(other))).toEqual([409, 'DUPLICATE_ORDER_NO'])
      expect((await trail(id)).receipt).toBe(dataUrl(PNG))
      await db.run(sql`delete from open_recharge`)
      const bare = deposit()
      await client.ask(calls.rechargeOffline, bare)
      const late = await client.ask(calls.rechargeOffline, { ...bare, receipt: dataUrl(PNG) })
      expect(refusalOf(late)).toEqual([409, 'DUPLICATE_ORDER_NO'])
    })

    test('an offline recharge that has not arrived can be cancelled, which allows another one', async () => {
      const cancel = async (id: string, token = client.token) => gateway.ask(calls.cancelRecord, { id }, token)
      const first = itemOf(await client.ask(calls.rechargeOffline, deposit()))
      const stranger = await gateway.signIn('M00000003')
      expect(refusalOf(await cancel(first.id, stranger))).toEqual([404, 'ORDER_NOT_FOUND'])
      expect(itemOf(await cancel(first.id))).toMatchObject({ id: first.id, status: 'CANCELLED', holdUntil: null })
      const second = itemOf(await client.ask(calls.rechargeOffline, deposit()))
      expect(await check(second.id)).toMatchObject({ status: 'PENDING_CHECK' })
      expect(itemOf(await cancel(second.id))).toMatchObject({ status: 'CANCELLED' })
      clock.advance(10 * SECOND)
      expect(await check(second.id)).toMatchObject({ status: 'CANCELLED' })
      expect(await statuses(first.id)).toEqual(['CREATED', 'CANCELLED'])
      const third = itemOf(await client.ask(calls.rechargeOffline, deposit()))
      await check(third.id)
      clock.advance(10 * SECOND)
      expect(await check(third.id)).toMatchObject({ status: 'SUCCESS' })
      expect(refusalOf(await cancel(third.id))).toEqual([409, 'ORDER_STATE_CONFLICT'])
      expect(await balance(db, OWNER)).toEqual([FUNDS + 500_000_000n, 0n])
      await sound()
    })

    test.each<[string, string, string]>([
      ['a text', dataUrl(Buffer.from('hello')), 'rule.fileType'],
      ['a text declared as an image', dataUrl(Buffer.from('<svg/>'), 'image/png'), 'rule.fileType'],
      ['no data URL', 'https://example.com/receipt.png', 'rule.fileType'],
      ['too large', dataUrl(Buffer.concat([PNG, Buffer.alloc(1024 * 1024)])), 'rule.fileSize'],
    ])('a receipt that is %s is refused', async (_, receipt, rule) => {
      const reply = await client.ask(calls.rechargeOffline, deposit({ receipt }))
      expect([reply.statusCode, reply.json()]).toMatchObject([422, { error: 'VALIDATION_FAILED', fields: { receipt: rule } }])
    })

    test.each([
      ['a JPEG', Buffer.of(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
      ['a PDF', Buffer.from('%PDF-1.7'), 'application/pdf'],
    ])('%s is accepted as a receipt', async (_, content, type) => {
      const { id } = itemOf(await client.ask(calls.rechargeOffline, deposit({ receipt: dataUrl(content, type) })))
      expect((await trail(id)).receipt).toBe(dataUrl(content, type))
    })
  })

  describe('lists', () => {
    type List = OutputOf<typeof calls.withdrawList>
    const list = async (
      row: typeof calls.withdrawList | typeof calls.transferList | typeof calls.rechargeList,
      filter: OrderFilter & { sort?: string; limit?: string; offset?: string } = {},
      token = client.token,
    ) => {
      const { item, paginator } = (await gateway.ask(row, filter, token)).json<{
        item: List
        paginator: { totalCount: number }
      }>()
      return { numbers: item.map(({ merchantOrderNo }) => merchantOrderNo), total: paginator.totalCount }
    }

    test('each list shows its types, newest first, filtered, sorted and counted', async () => {
      for (const [n, payAmount] of ['100000.00', '300000.00', '200000.00'].entries()) {
        await client.ask(calls.withdraw, demand({ merchantOrderNo: `W-A${n}`, payAmount, bankCode: n === 2 ? '008' : '014' }))
      }
      await client.ask(calls.transfer, gift({ merchantOrderNo: 'T-A' }))
      await client.ask(calls.rechargeOffline, deposit({ merchantOrderNo: 'R-A' }))
      await wait(10 * SECOND)
      expect(await list(calls.withdrawList)).toEqual({ numbers: ['W-A2', 'W-A1', 'W-A0'], total: 3 })
      expect(await list(calls.withdrawList, { limit: '1', offset: '1' })).toEqual({ numbers: ['W-A1'], total: 3 })
      expect(await list(calls.withdrawList, { sort: 'payAmount.asc' })).toEqual({ numbers: ['W-A0', 'W-A2', 'W-A1'], total: 3 })
      expect(await list(calls.withdrawList, { bankCode: '008' })).toEqual({ numbers: ['W-A2'], total: 1 })
      expect(await list(calls.withdrawList, { minAmount: '200000', status: 'PROCESSING' })).toEqual({
        numbers: ['W-A2', 'W-A1'],
        total: 2,
      })
      expect(await list(calls.withdrawList, { notStatus: 'PROCESSING' })).toEqual({ numbers: [], total: 0 })
      expect(await list(calls.withdrawList, { merchantOrderNo: ['w-a0', 'W-A2', 'W-X'], notPayerName: 'x' })).toEqual({
        numbers: ['W-A2', 'W-A0'],
        total: 2,
      })
      expect(await list(calls.withdrawList, { notMerchantNo: OWNER }, staff)).toEqual({ numbers: [], total: 0 })
      expect(await list(calls.withdrawList, { orderNo: 'w-a1', startDate: '2020-01-01', endDate: '2020-01-02' })).toEqual({
        numbers: ['W-A1'],
        total: 1,
      })
      expect(await list(calls.withdrawList, { startDate: '2026-11-22' })).toEqual({ numbers: [], total: 0 })
      expect(await list(calls.rechargeList)).toEqual({ numbers: ['R-A'], total: 1 })
      expect(await list(calls.transferList)).toEqual({ numbers: ['T-A'], total: 1 })
      expect(await list(calls.transferList, { receiveMerchantNo: SUB })).toEqual({ numbers: ['T-A'], total: 1 })
      expect(await list(calls.transferList, { merchantNo: SUB, type: 'TRANSFER_IN' })).toEqual({ numbers: ['T-A'], total: 1 })
      expect(await list(calls.transferList, { notType: 'TRANSFER_IN' })).toEqual({ numbers: ['T-A'], total: 1 })
      expect(await list(calls.transferList, { notType: ['TRANSFER_OUT', 'TRANSFER_IN'] })).toEqual({ numbers: [], total: 0 })
      expect(await list(calls.rechargeList, { notType: 'RECHARGE_ONLINE' })).toEqual({ numbers: ['R-A'], total: 1 })
      await db.run(sql`update record set account_name = 'Đặng Thị Ngọc' where merchant_order_no = 'W-A1'`)
      for (const accountHoldName of ['dang thi', 'NGỌC', 'ngoc', 'đặng']) {
        expect(await list(calls.withdrawList, { accountHoldName })).toEqual({ numbers: ['W-A1'], total: 1 })
      }
      await db.run(sql`update record set pay_order_no = 'BCA-77' where merchant_order_no = 'W-A1'`)
      const byChannel = await gateway.ask(calls.withdrawList, { orderNo: 'bca-77' }, client.token)
      expect(byChannel.json()).toMatchObject({ item: [{ merchantOrderNo: 'W-A1', payOrderNo: 'BCA-77' }] })
      expect(await list(calls.withdrawList, {}, staff)).toEqual({ numbers: ['W-A2', 'W-A1', 'W-A0'], total: 3 })
      const stranger = await gateway.signIn('M00000003')
      expect(await list(calls.withdrawList, { merchantNo: OWNER }, stranger)).toEqual({ numbers: [], total: 0 })
    })
  })
})
