import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { AuditEvent } from '#contract/rows/audit.ts'
import type { PagedAuditEvents } from '#contract/shapes/audit.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, PASSWORD, StandingClock, type TestGateway } from '../gateway.ts'
import { creditAccount, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'

const TXN = sha256('Mon3y-Word')

describe.each(databases)('the audit events of an account on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let token: string
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { HOLD_SECONDS: '60' } })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000005', { kind: 'staff' })
    await creditAccount(db, gateway.ids, 'M00000001', 100_000_000n)
  })
  beforeEach(async () => {
    clock.advance(60_000)
    token = await gateway.signIn('M00000001')
    await db.run(sql`delete from audit`)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const listEvents = async (filter: PagedAuditEvents = {}, by = token) => {
    const reply = await gateway.ask(calls.auditEvents, filter, by)
    return reply.json<{ item: AuditEvent[]; paginator: { totalCount: number } }>()
  }
  const actions = async (filter?: PagedAuditEvents) => (await listEvents(filter)).item.map(({ action }) => action)

  test('are listed newest first, on any merchant’s data, without those of other actors', async () => {
    const { id } = await gateway.payin('M00000002', 'D-1')
    await gateway.ask(calls.payinAction, { id, action: 'close' }, token)
    await gateway.ask(calls.locale, { locale: 'vi' }, token)
    await gateway.ask(calls.clearNotices, { type: 'message' }, await gateway.signIn('M00000002'))
    const { item, paginator } = await listEvents()
    expect(paginator.totalCount).toBe(2)
    expect(item.map(({ action, text, merchantNo, kind, status }) => ({ action, text, merchantNo, kind, status }))).toEqual([
      { action: 'locale', text: 'Changed the language', merchantNo: 'M00000001', kind: null, status: null },
      {
        action: 'close',
        text: `Closed order ${id}`,
        merchantNo: 'M00000002',
        kind: 'PAYIN',
        status: 'CLOSED',
      },
    ])
  })

  test('are filtered by day and action, and paged', async () => {
    await gateway.ask(calls.clearNotices, { type: 'message' }, token)
    clock.advance(24 * 3_600_000)
    token = await gateway.signIn('M00000001')
    await gateway.ask(calls.clearNotices, { type: 'todo' }, token)
    await gateway.ask(calls.locale, { locale: 'en' }, token)
    expect(await actions()).toEqual(['locale', 'clearNotices', 'login', 'clearNotices'])
    expect(await actions({ action: ['clearNotices', 'password'] })).toEqual(['clearNotices', 'clearNotices'])
    expect(await actions({ endDate: '2026-11-21' })).toEqual(['clearNotices'])
    expect(await actions({ startDate: '2026-11-22', action: 'login' })).toEqual(['login'])
    expect(await actions({ offset: '1', limit: '2' })).toEqual(['clearNotices', 'login'])
    expect((await gateway.ask(calls.auditEvents, { sort: 'action.asc' }, token)).statusCode).toBe(422)
    expect((await gateway.ask(calls.auditEvents, { startDate: '2026-11-22', endDate: '2026-11-21' }, token)).statusCode).toBe(
      422,
    )
  })

  test('can be undone while no later event changed the same target, a withdraw while it is on hold', async () => {
    const change = (input: object) => gateway.ask(calls.updateSubMerchant, { merchantNo: 'M00000002', ...input }, token)
    await change({ feeType: 'FIXED', merchantFee: '2500.00' })
    await change({ feeType: 'FIXED', merchantFee: '3000.00' })
    await change({ pwd: PASSWORD, pwd2: PASSWORD })
    const [password, later, earlier] = (await listEvents({ action: 'updateMerchant' })).item
    expect(password).toMatchObject({ undo: null, detail: { after: { password: '****' } } })
    expect(later).toMatchObject({
      undo: null,
      detail: { before: { merchantFee: '2500.00' }, after: { merchantFee: '3000.00' } },
    })
    expect(earlier?.undo).toBe(null)
    await db.run(sql`delete from audit where id = ${password!.id}`)
    expect((await listEvents({ action: 'updateMerchant' })).item.map(({ undo }) => undo)).toEqual(['restore', null])

    await setTxnPassword(db, 'M00000001')
    const purse = await signingClientOf(gateway, 'M00000001')
    const asked = {
      merchantOrderNo: 'D-2',
      payAmount: '50000.00',
      bankCode: '014',
      accountNumber: '1234567890',
      accountHoldName: 'Budi Santoso',
    }
    const reply = await purse.ask(calls.withdraw, { ...asked, txnPwd: TXN_PASSWORD })
    const record = reply.json<{ item: { id: string } }>().item
    expect((await listEvents({ action: 'withdraw' })).item).toMatchObject([
      { kind: 'WITHDRAW', status: 'CREATED', undo: 'cancel' },
    ])
    await gateway.ask(calls.cancelRecord, { id: record.id }, token)
    expect((await listEvents({ action: 'withdraw' })).item).toMatchObject([{ status: 'CANCELLED', undo: null }])
  })

  test('contain no secrets', async () => {
    await db.run(sql`update merchant set txn_password_hash = null where merchant_no = 'M00000001'`)
    await gateway.ask(calls.resetTxnPassword, { pwd: TXN, pwd2: TXN, oldPwd: PASSWORD }, token)
    await gateway.ask(calls.changeSecret, { action: 'reset', target: 'secret', txnPwd: TXN }, token)
    await gateway.ask(calls.changeSecret, { action: 'reveal', txnPwd: TXN }, token)
    const events = await listEvents()
    expect(events.item.map(({ action }) => action)).toEqual(['revealSecret', 'resetSecret', 'txnPassword'])
    const kept = await db.one<{ secret: string }>(
      sql`select api_secret as secret from merchant where merchant_no = 'M00000001'`,
    )
    expect(JSON.stringify(events)).not.toContain(kept!.secret)
    expect(JSON.stringify(events)).not.toContain(TXN)
  })
})
