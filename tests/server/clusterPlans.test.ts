import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { formatFilterTree } from '#contract/filterTree.ts'
import type { OpenPayin } from '#contract/shapes/merchantReplies.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Database } from '../../server/db/database.ts'
import { type Sql, sql, statement } from '../../server/db/sql.ts'
import { citus } from '../databases.ts'
import { type Endpoint, startEndpoint } from '../endpoint.ts'
import { openGateway, SECRET, type TestGateway } from '../gateway.ts'
import { creditAccount, type SigningClient, setTxnPassword, signingClientOf, TXN_PASSWORD } from '../money.ts'
import { noting } from '../noting.ts'

const SHOP = 'M10000001'
const ONE_SHARD = 'one shard'
const STEPS = 'steps of one shard'
/** Statements without a plan. */
const CONTROL = /^(savepoint|rollback|set) /
const BRACKETS = formatFilterTree({ any: [{ is: { status: ['SUCCESS'] } }, { not: { is: { maxAmount: '100000' } } }] })

describe.runIf(citus.length > 0)('on citus, a statement of one merchant reads one shard:', () => {
  let db: Database
  let asked: Sql[]
  let endpoint: Endpoint
  let gateway: TestGateway
  let client: SigningClient
  let payin: OpenPayin

  const openPayin = (merchantOrderNo: string) =>
    gateway.ask(
      calls.openPayin,
      sign({ merchantNo: SHOP, merchantOrderNo, payAmount: '150000.00', payChannel: 'VA_BCA' }, SECRET, {
        hash: sha256,
        now: gateway.clock.now(),
      }) as never,
    )

  beforeAll(async () => {
    db = await citus[0]!.open()
    const noted = noting(db)
    asked = noted.asked
    endpoint = await startEndpoint()
    gateway = await openGateway(noted.db, {
      environment: { SIMULATION: 'on' },
      callbacks: { allowPrivate: true, demoAddress: null },
    })
    for (const no of [SHOP, 'M10000002']) {
      await gateway.account(no, { notifyAddress: endpoint.address })
      await setTxnPassword(db, no)
      await creditAccount(db, gateway.ids, no, 100_000_000_000n)
    }
    client = await signingClientOf(gateway, SHOP)
    payin = (await openPayin('FIRST')).json<{ item: OpenPayin }>().item
  })
  afterAll(async () => {
    await gateway.close()
    await endpoint.close()
    await db.close()
  })

  /** How Citus runs a statement: on the coordinator alone, as one task, in steps of one task each, or wider. */
  async function planOf(query: Sql): Promise<string> {
    const lines = await db.all<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${query}`)
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
    if (tasks.length === 0) return 'local'
    if (tasks.some((count) => count !== 1)) return `${tasks.join(' + ')} tasks: ${statement(query).text}`
    return tasks.length === 1 && !/INSERT\/SELECT method/.test(plan) ? ONE_SHARD : STEPS
  }

  /** The plans of the statements of some work, apart from those of one shard and those without a distributed table. */
  async function widePlans(work: () => Promise<unknown>): Promise<string[]> {
    asked.length = 0
    await work()
    const queries = asked.filter((query) => !CONTROL.test(statement(query).text))
    const plans: string[] = []
    for (const query of queries) plans.push(await planOf(query))
    expect(plans).toContain(ONE_SHARD)
    return plans.filter((plan) => plan !== ONE_SHARD && plan !== 'local')
  }

  const isOk = async (reply: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await reply
    if (statusCode !== 200) throw new Error(body)
  }
  const asks =
    <Row extends AnyCall>(row: Row, input: InputOf<Row>) =>
    () =>
      isOk(gateway.ask(row, input, client.token))

  test.each<[string, () => () => Promise<unknown>]>([
    ['the first page of payins', () => asks(calls.payinList, {})],
    ['a page far down', () => asks(calls.payinList, { offset: '2000' })],
    ['a page of one status', () => asks(calls.payinList, { status: 'PENDING' })],
    ['a page by amount', () => asks(calls.payinList, { sort: 'payAmount.desc' })],
    ['a page by a filter that is not counted', () => asks(calls.payinList, { payerName: 'budi' })],
    ['a jump by number', () => asks(calls.payinList, { orderNo: 'first' })],
    ['a jump by the end of a number', () => asks(calls.payinList, { orderTail: payin.platOrderNo.slice(-4) })],
    ['an order with its history', () => asks(calls.payinTrail, { id: payin.platOrderNo })],
    ['totals', () => asks(calls.payinCount, {})],
    ['withdraws', () => asks(calls.withdrawList, {})],
    ['the statement', () => asks(calls.accountDetail, {})],
    ['the statement of some types', () => asks(calls.accountDetail, { type: ['PAYIN', 'PAYIN_FEE'] })],
    ['the check of the ledger', () => asks(calls.accountCheck, {})],
    ['the days of the account', () => asks(calls.accountDaily, {})],
    ['notices', () => asks(calls.notices, {})],
    ['activities', () => asks(calls.activities, {})],
    ['an export', () => asks(calls.exportPayin, {})],
    ['the dashboard', () => asks(calls.dashboardNow, {})],
    ['what needs attention', () => asks(calls.attention, {})],
    ['the flow of payins', () => asks(calls.payinFlow, {})],
    ['the flow of callbacks', () => asks(calls.callbackFlow, {})],
    ['the days of payins and payouts', () => asks(calls.trend, {})],
    ['the balance of each day', () => asks(calls.balanceDays, {})],
    ['a page of hours', () => asks(calls.payinList, { createdFrom: '2026-11-01T10:00', createdBefore: '2026-11-01T12:00' })],
    ['a page of a filter with brackets', () => asks(calls.payinList, { where: BRACKETS })],
    ['the totals of a filter with brackets', () => asks(calls.payinCount, { where: BRACKETS })],
    ['a payin', () => () => isOk(openPayin('PAYIN'))],
    ['a repeated payin', () => () => isOk(openPayin('PAYIN'))],
    ['a payment', () => asks(calls.simulatePayin, { merchantOrderNo: 'PAYIN', outcome: 'success' })],
    [
      'a payout',
      () => () =>
        isOk(
          gateway.ask(
            calls.openPayout,
            sign(
              {
                merchantNo: SHOP,
                merchantOrderNo: 'PAYOUT',
                payAmount: '50000.00',
                bankCode: '014',
                receiveAccount: '5271038864',
                receiveName: 'Siti Rahma',
              },
              SECRET,
              { hash: sha256, now: gateway.clock.now() },
            ) as never,
          ),
        ),
    ],
    [
      'a withdraw',
      () => () =>
        isOk(
          client.ask(calls.withdraw, {
            merchantOrderNo: 'WITHDRAW',
            payAmount: '50000.00',
            bankCode: '014',
            accountNumber: '5271038864',
            accountHoldName: 'Siti Rahma',
            txnPwd: TXN_PASSWORD,
          }),
        ),
    ],
    [
      'a transfer, whose statements name one of its two merchants each',
      () => () =>
        isOk(
          client.ask(calls.transfer, {
            merchantOrderNo: 'TRANSFER',
            receiveMerchantNo: 'M10000002',
            payAmount: '20000.00',
            txnPwd: TXN_PASSWORD,
          }),
        ),
    ],
    [
      'the claim and the end of a callback',
      () => async () => {
        const order = await db.one<{ id: string }>(
          sql`select id from orders where merchant_no = ${SHOP} and status = 'SUCCESS'`,
        )
        await gateway.callbacks.deliver({ merchantNo: SHOP, kind: 'PAYIN', id: order!.id })
        expect(endpoint.received).toHaveLength(1)
      },
    ],
  ])('%s', async (_what, work) => {
    expect(await widePlans(work())).toEqual([])
  })

  test('changes of a list, which are numbered in steps', async () => {
    const plans = await widePlans(asks(calls.changes, { list: 'payinList', since: `${SHOP}:0` }))
    expect(plans.filter((plan) => plan !== STEPS)).toEqual([])
  })

  test('a list of staff reads all shards', async () => {
    await gateway.account('M00000009', { kind: 'staff' })
    const token = await gateway.signIn('M00000009')
    asked.length = 0
    await gateway.ask(calls.payinList, {}, token)
    const plans = await Promise.all(asked.map(planOf))
    expect(plans.filter((plan) => plan.includes('tasks'))).not.toEqual([])
  })
})
