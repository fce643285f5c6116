import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import type { Message } from '#commands/message.ts'
import { createRegistry } from '#commands/registry.ts'
import { orderOf, rowKinds } from '#commands/rows/kinds.ts'
import type { OrderRowKind, RowKind } from '#commands/rows/rowRef.ts'
import type { Scope } from '#commands/scope.ts'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { allows, type StatusAction } from '#contract/statuses.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { movementStep } from '../../server/movements/movementSteps.ts'
import { newMovement } from '../../server/movements/newMovement.ts'
import { quickest } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { createTestPayin, createTestPayout } from '../shop.ts'

/** Every action of a kind of row: its command, and its call at the gateway. */
const ACTIONS: [kind: RowKind, subject: string, action: StatusAction, command: string, call: AnyCall | null, input?: object][] =
  [
    ['payin', 'PAYIN', 'notify', 'payin.notify', calls.payinNotify],
    ['usdtPayin', 'PAYIN', 'notify', 'usdt.payin.notify', calls.usdtPayinNotify],
    ['payin', 'PAYIN', 'check', 'payin.check', calls.payinAction, { action: 'check' }],
    ['payin', 'PAYIN', 'close', 'payin.close', calls.payinAction, { action: 'close' }],
    ['payin', 'PAYIN', 'accept', 'payin.accept', null],
    ['payin', 'PAYIN', 'reject', 'payin.reject', null],
    ['usdtPayin', 'PAYIN', 'accept', 'payin.accept', null],
    ['payin', 'PAYIN', 'simulate', 'simulate.payin', null],
    ['usdtPayin', 'PAYIN', 'simulate', 'simulate.payin', null],
    ['payout', 'PAYOUT', 'notify', 'payout.notify', calls.payoutNotify],
    ['usdtPayout', 'PAYOUT', 'notify', 'usdt.payout.notify', calls.usdtPayoutNotify],
    ['payout', 'PAYOUT', 'check', 'payout.check', calls.payoutAction, { action: 'check' }],
    ['payout', 'PAYOUT', 'cancel', 'payout.cancel', calls.payoutAction, { action: 'cancel' }],
    ['payout', 'PAYOUT', 'retry', 'payout.retry', calls.payoutAction, { action: 'retry' }],
    ['payout', 'PAYOUT', 'simulate', 'simulate.payout', null],
    ['usdtPayout', 'PAYOUT', 'simulate', 'simulate.payout', null],
  ]

/** Offered in fewer statuses than the gateway accepts: a payout that was not sent has nothing to check. */
const NOT_OFFERED = ['payout.check CREATED']

const statusesOf = (kind: RowKind): readonly string[] => OPTION_MEMBERS[rowKinds[kind].statuses!]

const registry = createRegistry(commands)

test.each(ACTIONS)('The console offers %s %s %s where the table allows it: %s', (kind, subject, action, command) => {
  const ask = registry.get(command).arguments?.[0]?.ask
  const offered = statusesOf(kind).filter((status) => {
    const ref = orderOf({ kind, row: { id: '1', status } as ListedRow })
    return ref !== null && ask !== undefined && 'order' in ask && ask.fits(ref, [])
  })
  expect(offered).toEqual(
    statusesOf(kind).filter((status) => allows(subject, action, status) && !NOT_OFFERED.includes(`${command} ${status}`)),
  )
  expect(rowKinds[kind as OrderRowKind].direction).toBe(subject)
})

test('The console offers to pay and to check a movement where the table allows it', () => {
  const checked = (type: string, status: string) => {
    const scope = { detail: { row: { kind: 'recharge', row: { id: '1', type, status } } }, list: null } as unknown as Scope
    return registry.get('recharge.check').arguments![0]!.defaultValue!(scope) === '1'
  }
  for (const type of OPTION_MEMBERS.RecordType) {
    const statuses = OPTION_MEMBERS.RecordStatus
    expect(statuses.filter((status) => checked(type, status))).toEqual(statuses.filter((one) => allows(type, 'check', one)))
  }
})

test('A check of a recharge says how a final status ended it, and otherwise that its money has not arrived', async () => {
  const said = await Promise.all(
    OPTION_MEMBERS.RecordStatus.map(async (status) => {
      const scope = { list: null, detail: null, call: async () => ({ status }) } as unknown as Scope
      const message = (await registry.get('recharge.check').run(scope, { id: '1' })) as Message
      return [status, message[0]]
    }),
  )
  expect(said).toEqual([
    ['CREATED', 'command.recharge.check.open'],
    ['PENDING_CHECK', 'command.recharge.check.open'],
    ['PROCESSING', 'command.recharge.check.open'],
    ['SUCCESS', 'command.recharge.check.success'],
    ['FAILED', 'command.recharge.check.failed'],
    ['EXPIRED', 'command.recharge.check.expired'],
    ['CANCELLED', 'command.recharge.check.cancelled'],
  ])
})

test('The gateway cancels a movement where the table allows it', () => {
  const at = new Date('2026-11-21T09:00:00+07:00')
  for (const type of OPTION_MEMBERS.RecordType) {
    const movement = newMovement(
      '2611210900000010001',
      at.getTime(),
      { merchantNo: 'M10000001', currency: 'IDR' },
      {
        type,
        merchantOrderNo: 'R-1',
        amount: 1_000n,
      },
    )
    const cancels = (status: (typeof OPTION_MEMBERS.RecordStatus)[number]) => {
      try {
        return movementStep({ ...movement, status }, 'CANCELLED', { at }).movement.status === 'CANCELLED'
      } catch {
        return false
      }
    }
    const statuses = OPTION_MEMBERS.RecordStatus
    expect(statuses.filter(cancels)).toEqual(statuses.filter((status) => allows(type, 'cancel', status)))
  }
})

const SHOPS = { IDR: 'M00000001', USDT: 'M00000002' }

let db: Database
let gateway: TestGateway
const tokens: Record<string, string> = {}
beforeAll(async () => {
  db = await quickest.open()
  gateway = await openGateway(db)
  await gateway.account(SHOPS.IDR)
  await gateway.account(SHOPS.USDT, { kind: 'umerchant' })
  for (const no of Object.values(SHOPS)) {
    await db.run(sql`update account set available = 1000000000000 where merchant_no = ${no}`)
    tokens[no] = await gateway.signIn(no)
  }
}, 60_000)
afterAll(async () => {
  await gateway.close()
  await db.close()
})

const served = ACTIONS.filter(([, , , , call]) => call !== null)

test.each(served)('The gateway accepts %s %s %s where the table allows it', async (kind, subject, action, _, call, input) => {
  const no = kind.startsWith('usdt') ? SHOPS.USDT : SHOPS.IDR
  const merchant = (await merchantByNo(db, no))!
  const accepted: string[] = []
  for (const status of statusesOf(kind)) {
    const create = subject === 'PAYIN' ? createTestPayin : createTestPayout
    const { id } = await create(db, gateway.world, { merchant })
    await db.run(sql`update orders set status = ${status} where merchant_no = ${no} and id = ${id}`)
    const reply = await gateway.ask(call!, { id, ...input }, tokens[no])
    const { error } = reply.json<{ error?: string }>()
    expect([undefined, 'ORDER_STATE_CONFLICT', 'NOTIFY_ADDRESS_MISSING']).toContain(error)
    if (error !== 'ORDER_STATE_CONFLICT') accepted.push(status)
  }
  expect(accepted).toEqual(statusesOf(kind).filter((status) => allows(subject, action, status)))
})

test('The gateway shows the receipt of a payout where the table allows it', async () => {
  const merchant = (await merchantByNo(db, SHOPS.IDR))!
  const shown: string[] = []
  for (const status of OPTION_MEMBERS.PayoutOrderStatus) {
    const { id } = await createTestPayout(db, gateway.world, { merchant })
    await db.run(sql`update orders set status = ${status} where merchant_no = ${SHOPS.IDR} and id = ${id}`)
    const reply = await gateway.ask(calls.payoutReceipt, { merchantOrderNo: id }, tokens[SHOPS.IDR])
    if (reply.statusCode === 200) shown.push(status)
  }
  expect(shown).toEqual(OPTION_MEMBERS.PayoutOrderStatus.filter((status) => allows('PAYOUT', 'receipt', status)))
})
