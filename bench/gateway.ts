import { Client } from 'undici'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import { sha256 } from '../server/auth/credentials.ts'
import { type Sql, sql, statement } from '../server/db/sql.ts'
import { merchantByNo, scopeOf } from '../server/merchants/merchants.ts'
import { summarisePayins } from '../server/orders/figures.ts'
import type { OrderScope } from '../server/orders/orderFilter.ts'
import { countOrders, listOrders } from '../server/orders/orderQueries.ts'
import { DEMO_MERCHANT_NO } from '../server/seed/accounts.ts'
import { demoAccounts } from '../server/seed/seed.ts'
import { addDays, wibDay } from '../server/wib.ts'
import { requestOf } from '../tests/gateway.ts'
import { bareJump, bareKeyedPage, barePage, barePlatformJump, bareSummary } from './bare.ts'
import { databaseName, type Fixture } from './fixture.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const OF_BARE = 1.5
const DEEPEST_PAGE = 10_000
const ROWS = 10

const WARM = 20
const MOST_ROUNDS = 400
const LONGEST_MS = 1_500

/**
 * One operation in four variants: a bare statement, the gateway's query, its route without a socket, and its route with one.
 */
interface Work {
  name: string
  bare: Sql
  direct(): Promise<unknown>
  call: AnyCall
  input: Record<string, unknown>
  token?: string
  /** Whether the query must stay within the bound of the bare statement. */
  isHeld: boolean
}

type Way = 'bare' | 'direct' | 'inject' | 'http'

/** Measures the overhead of the gateway over bare statements on the same database. */
export async function measureGateway(fixture: Fixture): Promise<void> {
  const client = new Client(fixture.address)
  const rows: string[][] = []
  for (const work of await worksOf(fixture)) {
    const spent = await timed(fixture, client, work)
    const p50 = (way: Way) => quantile(spent[way], 0.5)
    const pair = (way: Way) => [figure(p50(way)), figure(quantile(spent[way], 0.95))]
    rows.push([
      work.name,
      ...pair('bare'),
      ...pair('direct'),
      times(p50('direct'), p50('bare')),
      ...pair('inject'),
      times(p50('inject'), p50('bare')),
      ...pair('http'),
      times(p50('http'), p50('bare')),
      work.isHeld ? verdict(p50('direct') / p50('bare'), OF_BARE) : '',
    ])
  }
  await client.close()
  print(
    `Gateway on ${databaseName(fixture)}: milliseconds, p50 and p95, one after the other`,
    ['', 'bare', 'p95', 'query', 'p95', 'of bare', 'route', 'p95', 'of bare', 'HTTP', 'p95', 'of bare', 'query held to'],
    rows,
  )
}

/** The variants alternate, so that other load on the machine affects all of them. */
async function timed(fixture: Fixture, client: Client, work: Work): Promise<Record<Way, number[]>> {
  const { db, gateway } = fixture
  const request = requestOf(work.call, work.input, work.token)
  const { name, text, values } = statement(work.bare)
  const query = { text, values, ...(name !== undefined && { name }) }
  const { method, url: path, payload } = request
  const message = {
    method: method as 'GET' | 'POST',
    path,
    headers: request.headers as Record<string, string>,
    ...(payload !== undefined && { body: payload as string }),
  }
  const ways: Record<Way, () => Promise<unknown>> = {
    bare: () => db.pool.query(query),
    direct: work.direct,
    inject: async () => expectWell((await gateway.app.inject(request)).statusCode, work),
    http: async () => {
      const { statusCode, body } = await client.request(message)
      await body.text()
      expectWell(statusCode, work)
    },
  }
  const spent: Record<Way, number[]> = { bare: [], direct: [], inject: [], http: [] }
  const until = performance.now() + LONGEST_MS
  for (let round = 0; round < WARM + MOST_ROUNDS && (round < WARM * 2 || performance.now() < until); round++) {
    for (const way of shuffled(Object.keys(ways) as Way[])) {
      const began = performance.now()
      await ways[way]()
      if (round >= WARM) spent[way].push(performance.now() - began)
    }
  }
  return spent
}

function expectWell(status: number, { name }: Work): void {
  if (status !== 200) throw new Error(`${name}: ${status}`)
}

async function worksOf(fixture: Fixture): Promise<Work[]> {
  const { db } = fixture
  const shop: OrderScope = { merchantNos: await scopeOf(db, (await merchantByNo(db, DEMO_MERCHANT_NO))!), kind: 'PAYIN' }
  const all: OrderScope = { merchantNos: 'all', kind: 'PAYIN' }
  const ofShop = { scope: shop, token: await tokenOf(fixture, 'normal') }
  const ofAll = { scope: all, token: await tokenOf(fixture, 'staff') }

  const listed = { call: calls.payinList, isHeld: true }
  const page = (number: number) => ({ page: String(number), offset: String((number - 1) * ROWS), limit: String(ROWS) })
  const part = (number: number) => ({ offset: (number - 1) * ROWS, limit: ROWS })
  const first = (name: string, { scope, token }: typeof ofShop): Work => ({
    ...listed,
    name,
    token,
    input: page(1),
    bare: barePage(scope, 0, ROWS + 1),
    direct: () => listOrders(db, scope, {}, part(1)),
  })
  const deep = async (name: string, { scope, token }: typeof ofShop): Promise<Work[]> => {
    const number = Math.min(DEEPEST_PAGE, Math.floor((await countOrders(db, scope, {})) / ROWS))
    const { rows } = await listOrders(db, scope, {}, part(number))
    const asked = {
      ...listed,
      token,
      input: page(number),
      direct: () => listOrders(db, scope, {}, part(number)),
    }
    const title = `page ${number.toLocaleString('en')} ${name}`
    return [
      { ...asked, name: title, bare: barePage(scope, (number - 1) * ROWS, ROWS + 1) },
      { ...asked, name: `${title}, beside its key`, bare: bareKeyedPage(scope, rows[0]!.id, ROWS + 1), isHeld: false },
    ]
  }
  const jump = (name: string, { scope, token }: typeof ofShop, filter: OrderFilter, bare: Sql): Work => ({
    ...listed,
    name,
    token,
    input: { ...filter, ...page(1) },
    bare,
    direct: () => listOrders(db, scope, filter, part(1)),
  })
  const { number, id } = await middleOrder(fixture)
  const summary = (name: string, { scope, token }: typeof ofShop): Work => {
    const today = wibDay(fixture.now)
    const filter = { startDate: addDays(today, -6), endDate: today } satisfies OrderFilter
    return {
      name,
      token,
      isHeld: true,
      call: calls.payinCount,
      input: filter,
      bare: bareSummary(scope, [filter.startDate, filter.endDate]),
      direct: () => summarisePayins(db, scope, filter),
    }
  }
  return [
    {
      name: 'nothing: select 1',
      isHeld: false,
      call: calls.health,
      input: {},
      bare: sql`select 1 as up`,
      direct: () => db.one(sql`select 1 as up`),
    },
    first('first page of a shop', ofShop),
    first('first page of all', ofAll),
    ...(await deep('of a shop', ofShop)),
    ...(await deep('of all', ofAll)),
    jump('jump to a number', ofShop, { orderNo: number }, bareJump(shop, number)),
    jump('jump to a platform number', ofShop, { orderNo: id }, barePlatformJump(shop, id)),
    summary('summary of a week', ofShop),
    summary('summary of a week of all', ofAll),
  ]
}

export type MeasuredAccount = 'normal' | 'delegate' | 'staff'

export async function tokenOf({ gateway }: Fixture, kind: MeasuredAccount): Promise<string> {
  const { username, password } = demoAccounts.find((account) => account.kind === kind)!
  const reply = await gateway.ask(calls.login, { username, password: sha256(password) })
  return reply.json<{ data: { token: string } }>().data.token
}

/** An order in the middle of all lists. */
async function middleOrder({ db }: Fixture): Promise<{ number: string; id: string }> {
  const order = await db.one<{ number: string; id: string }>(sql`
    select merchant_order_no as number, id
      from orders
     where merchant_no = ${DEMO_MERCHANT_NO} and kind = 'PAYIN'
     order by id
    offset (select count(*) / 2 from orders where merchant_no = ${DEMO_MERCHANT_NO} and kind = 'PAYIN') limit 1`)
  return order!
}
