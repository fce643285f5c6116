import type { Readable } from 'node:stream'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openHub } from '../../server/changes/hub.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { databases } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'

const SHOP = 'M00000001'
const BRANCH = 'M00000002'
const AGENT = 'M00000003'
const STAFF = 'M00000004'

/** The first poll of a hub also refreshes what each account may hear. */
describe.each(databases)('polls of a hub on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let hub: ReturnType<typeof openHub>
  const failed = vi.fn()

  beforeEach(async () => {
    db = await open()
    gateway = await openGateway(db)
    hub = openHub(gateway, failed)
    await gateway.account(SHOP)
    await gateway.account(BRANCH, { kind: 'subMerchant' })
    await gateway.account(AGENT, { kind: 'delegate' })
    await gateway.account(STAFF, { kind: 'staff' })
    // A poll begins when `polled` lets time pass.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    hub.close()
    await gateway.close()
    await db.close()
    expect(failed).not.toHaveBeenCalled()
  })

  async function listen(merchantNo: string): Promise<{ text: () => string; stream: Readable }> {
    const merchant = (await merchantByNo(db, merchantNo))!
    const stream = (await hub.listen(await gateway.signIn(merchantNo), merchant))!
    let text = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    return { text: () => text, stream }
  }
  const polled = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 20 })

  test('an account hears of merchants that were assigned to it, and a closed account nothing more', async () => {
    const [shop, agent, staff, branch] = [await listen(SHOP), await listen(AGENT), await listen(STAFF), await listen(BRANCH)]
    await gateway.payin(BRANCH, 'E-1')
    await db.run(
      sql`update merchant set parent_no = ${SHOP}, agent_no = ${AGENT}, status = 'CLOSED' where merchant_no = ${BRANCH}`,
    )
    await polled(() => expect(staff.text()).toContain('data: payin'))
    expect([shop, agent, staff, branch].map(({ text }) => text().match(/data: \w+/g))).toEqual([
      ['data: payin'],
      ['data: payin'],
      ['data: payin'],
      null,
    ])
    await polled(() => expect([branch.stream.readableEnded, shop.stream.readableEnded]).toEqual([true, false]))
  })

  test('the statements of a poll do not grow with the listeners', async () => {
    const tokens = await Promise.all([SHOP, SHOP, SHOP, BRANCH, AGENT, STAFF].map(async (no) => [no, await gateway.signIn(no)]))
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const statementsOfPoll = async (listeners: typeof tokens): Promise<number> => {
      const streams: Readable[] = []
      for (const [no, token] of listeners) streams.push((await hub.listen(token!, (await merchantByNo(db, no!))!))!)
      await gateway.payin(SHOP, `E-${listeners.length}`)
      query.mockClear()
      await polled(() => expect(String(streams[0]!.read() ?? '')).toContain('data: payin'))
      hub.close()
      hub = openHub(gateway, failed)
      return query.mock.calls.length
    }
    const counts = [await statementsOfPoll(tokens.slice(0, 1)), await statementsOfPoll(tokens)]
    query.mockRestore()
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts[1]).toBe(counts[0])
  })
})
