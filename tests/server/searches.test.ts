import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Database } from '../../server/db/database.ts'
import { createSearches } from '../../server/http/searches.ts'
import type { Refusal } from '../../server/refusal.ts'
import { countWaiting, databases, isPostgres } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'

/** The client waits for its reply. */
const STAYS = new AbortController().signal

describe('Searches', () => {
  /** Starts searches that end when told to. */
  function started(searches: ReturnType<typeof createSearches>) {
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const start = (name: string, left = STAYS, merchantNo = name[0]!) =>
      searches.run(merchantNo, left, async () => {
        begun.push(name)
        const end = Promise.withResolvers<void>()
        ends.set(name, end.resolve)
        await end.promise
        return name
      })
    return { begun, start, end: (name: string) => ends.get(name)!() }
  }

  test('run a few at a time, by account and in all, and each begins in its turn', async () => {
    const { begun, start, end } = started(createSearches({ perAccount: 2, total: 3 }))
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => start(name))
    await setTimeout(10)
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    // The place that is free goes to another account: this one has two.
    end('b1')
    await setTimeout(10)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
    end('a1')
    await setTimeout(10)
    expect(begun.slice(4)).toEqual(['a3'])
    for (const name of ['a2', 'a3', 'c1']) end(name)
    await setTimeout(10)
    expect(begun.slice(5)).toEqual(['b2'])
    end('b2')
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  })

  test('are refused when their turn does not come, and then take no place', async () => {
    const { begun, start, end } = started(createSearches({ total: 1, waitMs: 20 }))
    const first = start('a1')
    const refusal = (await start('b1').catch((error: unknown) => error)) as Refusal
    expect([refusal.code, refusal.retryAfter]).toEqual(['UNAVAILABLE', 5])
    end('a1')
    await first
    const third = start('c1')
    await setTimeout(10)
    end('c1')
    await third
    expect(begun).toEqual(['a1', 'c1'])
  })

  test('of a client that leaves while they wait, or has left before, never begin', async () => {
    const { begun, start, end } = started(createSearches({ total: 1 }))
    const first = start('a1')
    const left = new AbortController()
    const second = start('b1', left.signal).catch(({ code }: Refusal) => code)
    left.abort()
    expect(await second).toBe('UNAVAILABLE')
    end('a1')
    await first
    await expect(start('c1', left.signal)).rejects.toThrow('UNAVAILABLE')
    expect(begun).toEqual(['a1'])
  })

  test('give their place back when they fail', async () => {
    const searches = createSearches({ total: 1, waitMs: 20 })
    const fault = new Error('broken')
    await expect(searches.run('a', STAYS, () => Promise.reject(fault))).rejects.toBe(fault)
    expect(await searches.run('a', STAYS, async () => 1)).toBe(1)
  })
})

describe.each(databases.filter(isPostgres))('Lists that the database does not answer, on $name', ({ open }) => {
  const OWNERS = ['M00000001', 'M00000002', 'M00000003', 'M00000004']
  let db: Database
  let gateway: TestGateway
  const tokens = new Map<string, string>()

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { searches: { answerMs: 3_000, waitMs: 1_000 } })
    for (const no of OWNERS) {
      await gateway.account(no)
      tokens.set(no, await gateway.signIn(no))
    }
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const TOO_LONG = [503, 'This search takes too long. Choose fewer days or add a condition']
  const NO_TURN = [503, 'Temporarily unavailable. Try again shortly']

  /** Lets every list wait; resolves with the end of that. */
  async function lockOrders(): Promise<() => Promise<void>> {
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const over = db.tx(async (tx) => {
      await tx.script('lock table orders in access exclusive mode')
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const unlock = () => {
      held.resolve()
      return over
    }
    onTestFinished(unlock)
    return unlock
  }

  test('end in time with a word on what to do, and leave connections to the rest', async () => {
    const list = (no: string) => gateway.ask(calls.payinList, {}, tokens.get(no))
    const unlock = await lockOrders()
    const replies: [status: number, message: string][] = []
    const lists = OWNERS.flatMap((no) => Array.from({ length: 5 }, () => list(no))).map(async (asked) => {
      const reply = await asked
      replies.push([reply.statusCode, reply.json<{ message: string }>().message])
    })
    await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(6)
    expect((await gateway.ask(calls.merchantInfo, {}, tokens.get('M00000001'))).statusCode).toBe(200)
    expect(replies).not.toContainEqual(TOO_LONG)
    await Promise.all(lists)
    expect(replies.filter((reply) => String(reply) === String(TOO_LONG))).toHaveLength(6)
    expect(replies.filter((reply) => String(reply) === String(NO_TURN))).toHaveLength(14)
    await unlock()
    expect((await list('M00000001')).statusCode).toBe(200)
  })

  test('and the sums and plans beside them, and files, leave connections to the rest', async () => {
    const searched = { payerName: 'Siti' }
    const unlock = await lockOrders()
    const asked = OWNERS.flatMap((no) => {
      const token = tokens.get(no)
      return [
        ...Array.from({ length: 2 }, () => gateway.ask(calls.payinCount, searched, token)),
        gateway.ask(calls.payoutCount, { receiveAccount: '5271038864' }, token),
        gateway.ask(calls.notifyPlan, { kind: 'payin', ...searched }, token),
        ...Array.from({ length: 3 }, () => gateway.ask(calls.exportPayin, searched, token)),
      ]
    })
    // Six searches, and one query of all files.
    await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(7)
    expect((await gateway.ask(calls.merchantInfo, {}, tokens.get('M00000001'))).statusCode).toBe(200)
    expect(await countWaiting(db)).toBe(7)
    await unlock()
    await Promise.all(asked)
    expect((await gateway.ask(calls.payinCount, searched, tokens.get('M00000001'))).statusCode).toBe(200)
  })

  test('end soon when their client has left', async () => {
    const hurried = await openGateway(db, { node: 2, searches: { perAccount: 1, answerMs: 15_000, goneMs: 300 } })
    const address = await hurried.app.listen({ port: 0, host: '127.0.0.1' })
    const { path, method } = calls.payinList
    const headers = { 'merchant-token': tokens.get('M00000001')! }
    const ask = (signal: AbortSignal) => fetch(`${address}${path}`, { method, headers, signal })
    const unlock = await lockOrders()
    const left = new AbortController()
    const first = ask(left.signal).catch(({ name }: Error) => name)
    await expect.poll(() => countWaiting(db), { timeout: 15_000 }).toBe(1)
    left.abort()
    expect(await first).toBe('AbortError')
    // Sooner than its wait for the lock would end.
    await expect.poll(() => countWaiting(db), { timeout: 3_500 }).toBe(0)
    await unlock()
    // Its place is free, and so is its connection.
    expect((await ask(AbortSignal.timeout(5_000))).status).toBe(200)
    await hurried.close()
  })
})
