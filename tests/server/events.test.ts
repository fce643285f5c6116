import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { buildFront } from '../../server/front/front.ts'
import { transitionPayin } from '../../server/payins/payins.ts'
import { databases, withCitus } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'

describe.each(withCitus)('events on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let other: TestGateway
  let address: string

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db)
    other = await openGateway(db, { node: 2 })
    address = await gateway.app.listen({ port: 0, host: '127.0.0.1' })
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000003')
    await gateway.account('M00000004', { permissionKeys: ['transaction', 'payout'] })
  })
  afterAll(async () => {
    await gateway.close()
    await other.close()
    await db.close()
  })

  /** The events a console receives, and the end of its stream. */
  async function listen(token: string, at = address) {
    const stop = new AbortController()
    const reply = await fetch(at + calls.events.path, { headers: { 'merchant-token': token }, signal: stop.signal })
    const heard: string[] = []
    let text = ''
    const over = (async () => {
      for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        heard.splice(0, Number.POSITIVE_INFINITY, ...Array.from(text.matchAll(/^data: (\w+)$/gm), ([, kind]) => kind!))
      }
      return 'ended'
    })().catch(() => 'broken')
    return { reply, heard, over, stop: () => stop.abort() }
  }
  const soon = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 50 })
  let number = 0
  const payin = (merchantNo: string, at = gateway) => at.payin(merchantNo, `E-${++number}`)

  test('an event names the kind, reaches accounts in scope, and comes from any gateway', async () => {
    const [owner, parent, clerk] = [
      await listen(await gateway.signIn('M00000003')),
      await listen(await gateway.signIn('M00000001')),
      await listen(await gateway.signIn('M00000004')),
    ]
    expect(owner.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(owner.reply.headers.get('cache-control')).toBe('no-store')
    const order = await payin('M00000003', other)
    await soon(() => expect(owner.heard).toEqual(['payin']))
    await payin('M00000002')
    await soon(() => expect(parent.heard).toEqual(['payin']))
    for (let round = 0; round < 5; round++) await payin('M00000004')
    await db.tx((tx) => transitionPayin(tx, other.world, order, 'SUCCESS'))
    await soon(() => expect(owner.heard).toEqual(['payin', 'payin']))
    expect([parent.heard, clerk.heard]).toEqual([['payin'], []])
    for (const one of [owner, parent, clerk]) one.stop()
  })

  test('a change before the first poll is reported', async () => {
    const { heard, stop } = await listen(await gateway.signIn('M00000003'))
    await payin('M00000003')
    await soon(() => expect(heard).toEqual(['payin']))
    stop()
  })

  test('a stream ends with its session, whichever gateway ends it', async () => {
    const [one, two] = [await gateway.signIn('M00000003'), await gateway.signIn('M00000003')]
    const [first, second] = [await listen(one), await listen(two)]
    await other.ask(calls.logout, {}, one)
    expect(await first.over).toBe('ended')
    await db.run(sql`update session set end_time = now() - interval '1 day' where merchant_no = 'M00000003'`)
    expect(await second.over).toBe('ended')
    expect((await listen(two)).reply.status).toBe(401)
  })

  test('a session has a limited number of streams', async () => {
    const token = await gateway.signIn('M00000003')
    const streams = []
    for (let n = 0; n < 4; n++) streams.push(await listen(token))
    expect(streams.map(({ reply }) => reply.status)).toEqual([200, 200, 200, 200])
    const { reply } = await listen(token)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '30'])
    streams[0]!.stop()
    await vi.waitFor(async () => {
      const again = await listen(token)
      streams.push(again)
      expect(again.reply.status).toBe(200)
    })
    for (const { stop } of streams) stop()
  })

  test('a stream passes a proxy and ends when the gateway stops', async () => {
    const front = await buildFront(gateway.config, address, { dist: '/nowhere' })
    const token = await gateway.signIn('M00000003')
    const [passed, direct] = [await listen(token, await front.listen({ port: 0, host: '127.0.0.1' })), await listen(token)]
    await payin('M00000003')
    await soon(() => expect([passed.heard, direct.heard]).toEqual([['payin'], ['payin']]))
    await gateway.app.close()
    expect([await passed.over, await direct.over]).toEqual(['ended', 'ended'])
    await front.close()
  })
})

test('a HEAD request for the stream is not allowed', async () => {
  const db = await databases[0]!.open()
  const { app, close } = await openGateway(db)
  expect((await app.inject({ method: 'HEAD', url: calls.events.path })).statusCode).toBe(405)
  await close()
  await db.close()
})
