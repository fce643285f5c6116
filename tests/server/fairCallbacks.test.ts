import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { openSlots } from '../../server/callbacks/slots.ts'
import { sql } from '../../server/db/sql.ts'
import type { Id } from '../../server/ids.ts'
import type { OrderKey } from '../../server/orders/orderRow.ts'
import { databases, quickest } from '../databases.ts'
import { type Endpoint, respondWith, startEndpoint } from '../endpoint.ts'
import { openGateway } from '../gateway.ts'

const HANGING = 5
const HEALTHY = 'M00000009'

describe.each(databases)('callbacks on $name', ({ open }) => {
  test('arrive at a healthy merchant beside five that never answer, however many of theirs are due', async () => {
    const db = await open()
    // No attempt ends during the test.
    const gateway = await openGateway(db, { callbacks: { allowPrivate: true, limitMs: 120_000, graceMs: 0 } })
    const endpoints: Endpoint[] = []
    for (let n = 1; n <= HANGING; n++) {
      const endpoint = await startEndpoint()
      endpoint.answer = () => {}
      endpoints.push(endpoint)
      const merchantNo = `M0000000${n}`
      await gateway.account(merchantNo, { notifyAddress: endpoint.address })
      const { id } = await gateway.payin(merchantNo, 'H', 'SUCCESS')
      for (const table of [sql`orders`, sql`callback`]) {
        const changes = sql`jsonb_build_object('id', ${id}::bigint + n, 'order_id', ${id}::bigint + n, 'merchant_order_no', 'H-' || n)`
        await db.run(sql`
          insert into ${table}
          select (jsonb_populate_record(t, ${changes})).*
            from ${table} t, generate_series(1, 60) n
           where merchant_no = ${merchantNo}`)
      }
    }
    const healthy = await startEndpoint()
    endpoints.push(healthy)
    await gateway.account(HEALTHY, { notifyAddress: healthy.address })
    for (let order = 0; order < 10; order++) await gateway.payin(HEALTHY, `S-${order}`, 'SUCCESS')

    await gateway.callbacks.start()
    await healthy.waitForRequests(10)
    await Promise.all(endpoints.slice(0, HANGING).map((endpoint) => endpoint.waitForRequests(1)))
    for (let order = 10; order < 20; order++) await gateway.payin(HEALTHY, `S-${order}`, 'SUCCESS')
    gateway.callbacks.flush()
    await healthy.waitForRequests(20)
    expect(
      await db.one(sql`select count(*)::int as n from callback_attempt where outcome not in ('SENDING', 'ACKNOWLEDGED')`),
    ).toEqual({
      n: 0,
    })
    await gateway.close()
    await Promise.all(endpoints.map((endpoint) => endpoint.close()))
    await db.close()
  })
})

describe('callbacks that users send', () => {
  test('are a few of each merchant at a time, and a further one is refused until one has ended', async () => {
    const db = await quickest.open()
    const gateway = await openGateway(db, { callbacks: { allowPrivate: true, perMerchant: 3 } })
    const hanging = await startEndpoint()
    const held: ServerResponse[] = []
    hanging.answer = (response) => held.push(response)
    const healthy = await startEndpoint()
    await gateway.account('M00000001', { notifyAddress: hanging.address })
    await gateway.account(HEALTHY, { notifyAddress: healthy.address })
    const notify = async (merchantNo: string, number: string) => {
      const { id } = await gateway.payin(merchantNo, number, 'SUCCESS')
      return gateway.ask(calls.payinNotify, { id }, await gateway.signIn(merchantNo))
    }
    const first = ['A', 'B', 'C'].map((number) => notify('M00000001', number))
    await hanging.waitForRequests(3)
    const refused = await notify('M00000001', 'D')
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<ErrorBody>().error]).toEqual([
      429,
      '3',
      'TOO_MANY_REQUESTS',
    ])
    expect((await notify(HEALTHY, 'E')).statusCode).toBe(200)
    for (const response of held) response.end('SUCCESS')
    expect((await Promise.all(first)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    hanging.answer = respondWith(200, 'SUCCESS')
    expect((await notify('M00000001', 'F')).statusCode).toBe(200)
    await gateway.close()
    await Promise.all([hanging.close(), healthy.close()])
    await db.close()
  })
})

describe('slots', () => {
  const LIMITS = { concurrency: 8, perMerchant: 3, perHost: 6 }

  /** Slots whose attempts last until `end`. A host is shared by the merchants named `host-…`. */
  function open({ due = [] as readonly OrderKey[] } = {}) {
    const running = new Map<string, (isPrompt: boolean) => void>()
    const slots = openSlots(LIMITS, {
      async deliver({ merchantNo, id }) {
        const line = slots.lineOf(merchantNo, 'PAYIN')
        line.host = merchantNo.split('-')[0]!
        const { promise, resolve } = Promise.withResolvers<boolean>()
        running.set(`${merchantNo} ${id}`, resolve)
        line.isPrompt = await promise
        running.delete(`${merchantNo} ${id}`)
      },
      findDue: async () => due,
    })
    return {
      add: (merchantNo: string, count: number, from = 1) => slots.add(keys(merchantNo, count, from)),
      running: () => [...running.keys()],
      async end(isPrompt: boolean, which = [...running.keys()]) {
        for (const one of which) running.get(one)!(isPrompt)
        await setImmediate()
      },
    }
  }
  const keys = (merchantNo: string, count: number, from = 1): OrderKey[] =>
    Array.from({ length: count }, (_, n) => ({ merchantNo, kind: 'PAYIN', id: String(from + n) as Id }))

  test('an address has one slot until it answers, then those of its merchant', async () => {
    const { add, running, end } = open()
    add('a', 9)
    expect(running()).toEqual(['a 1'])
    await end(true)
    expect(running()).toEqual(['a 2', 'a 3', 'a 4'])
    await end(false)
    expect(running()).toEqual(['a 5'])
  })

  test('addresses that do not answer have half of the slots together, in turn, and the others the rest', async () => {
    const { add, running, end } = open()
    for (const merchantNo of ['a', 'b']) add(merchantNo, 1)
    await end(true)
    for (const merchantNo of ['p', 'q', 'r', 's', 't', 'u']) add(merchantNo, 9)
    expect(running()).toEqual(['p 1', 'q 1', 'r 1', 's 1'])
    for (const merchantNo of ['a', 'b']) add(merchantNo, 9, 2)
    expect(running().slice(4)).toEqual(['a 2', 'a 3', 'b 2'])
    await end(false, ['p 1', 'q 1', 'r 1', 's 1'])
    expect(running().slice(3)).toEqual(['p 2', 'q 2', 'r 2', 's 2'])
    await end(false, ['q 2', 'r 2'])
    expect(running().slice(5)).toEqual(['t 1', 'u 1'])
    await end(true, ['b 2'])
    expect(running()).toContain('b 3')
  })

  test('a merchant takes no more slots than it leaves free, in total and at its host', async () => {
    const { add, running, end } = open()
    for (const merchantNo of ['a', 'b', 'c', 'host-1', 'host-2']) {
      add(merchantNo, 1)
      await end(true)
    }
    add('host-1', 9, 2)
    add('host-2', 9, 2)
    expect(running()).toEqual(['host-1 2', 'host-1 3', 'host-1 4', 'host-2 2', 'host-2 3'])
    for (const merchantNo of ['a', 'b', 'c']) add(merchantNo, 9, 2)
    expect(running().slice(5)).toEqual(['a 2', 'a 3', 'b 2'])
    await end(true, ['a 2'])
    expect(running().slice(5)).toEqual(['a 3', 'b 2', 'c 2'])
  })

  test('callbacks that were too many to hold are read again once the others are sent', async () => {
    const { add, running, end } = open({ due: keys('a', 1, 500) })
    add('a', 101)
    for (let sent = 1; sent <= 100; sent++) await end(true, running().slice(0, 1))
    expect(running()).toEqual(['a 500'])
  })
})
