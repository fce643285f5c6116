import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { OrderTrail, PayOrder } from '#contract/rows/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'
import { AGENT, addOrderAccounts, BRANCH, CLERK, OTHER, SHOP } from './orderAccounts.ts'

describe.each(databases)('order reviews on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  const tokens: Record<string, string> = {}

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { SESSION_IDLE_MINUTES: '480' } })
    await addOrderAccounts(gateway)
    await db.run(sql`update merchant set agent_no = ${AGENT} where merchant_no = ${SHOP}`)
    for (const no of [SHOP, BRANCH, OTHER, AGENT, CLERK]) tokens[no] = await gateway.signIn(no)
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const ask = (who: string, input: InputOf<typeof calls.reviewOrder>) => gateway.ask(calls.reviewOrder, input, tokens[who])
  const mark = async (who: string, input: InputOf<typeof calls.reviewOrder>) => {
    const { review, reviewNote } = (await ask(who, input)).json<{ item: PayOrder }>().item
    return [review, reviewNote]
  }
  const refused = async (who: string, input: InputOf<typeof calls.reviewOrder>) => {
    const reply = await ask(who, input)
    return [reply.statusCode, reply.json<ErrorBody>().error]
  }
  const numbers = async (who: string, filter: object) => {
    const reply = await gateway.ask(calls.payinList, { offset: '0', limit: '10', page: '1', ...filter }, tokens[who])
    return reply
      .json<{ item: PayOrder[] }>()
      .item.map(({ merchantOrderNo }) => merchantOrderNo)
      .sort()
  }

  test('a review is set, changed and removed by accounts with the order in scope and write permission', async () => {
    const { id } = await gateway.payin(SHOP, 'SEEN-1', 'SUCCESS')
    expect(await mark(SHOP, { id, review: 'RECONCILED', note: 'said nowhere' })).toEqual(['RECONCILED', null])
    expect(await mark(SHOP, { id, review: 'DISCREPANT', note: '  500 short ' })).toEqual(['DISCREPANT', '500 short'])
    const reply = await gateway.ask(calls.payinTrail, { id }, tokens[SHOP])
    const { order, actions } = reply.json<{ item: OrderTrail }>().item
    expect([order.review, order.reviewNote]).toEqual(['DISCREPANT', '500 short'])
    expect(actions.map(({ action, text }) => [action, text])).toEqual([
      ['reconcile', null],
      ['dispute', '500 short'],
    ])
    expect(await mark(SHOP, { id, review: 'NONE' })).toEqual([null, null])
    expect(await refused(OTHER, { id, review: 'RECONCILED' })).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(await refused(AGENT, { id, review: 'RECONCILED' })).toEqual([403, 'FORBIDDEN'])
    const own = await gateway.payin(CLERK, 'CLERK-1', 'SUCCESS')
    expect(await refused(CLERK, { id: own.id, review: 'RECONCILED' })).toEqual([403, 'FORBIDDEN'])
    expect(await refused(SHOP, { id, review: 'DISCREPANT', note: 'x'.repeat(141) })).toEqual([422, 'VALIDATION_FAILED'])
  })

  test('filters find reviewed and unreviewed orders', async () => {
    const agrees = await gateway.payin(BRANCH, 'B-AGREES', 'SUCCESS')
    const differs = await gateway.payin(BRANCH, 'B-DIFFERS', 'SUCCESS')
    await gateway.payin(BRANCH, 'B-UNSEEN', 'SUCCESS')
    await mark(BRANCH, { id: agrees.id, review: 'RECONCILED' })
    await mark(SHOP, { id: differs.id, review: 'DISCREPANT', note: 'fee' })
    expect(await numbers(BRANCH, { review: 'RECONCILED' })).toEqual(['B-AGREES'])
    expect(await numbers(BRANCH, { review: ['NONE', 'DISCREPANT'] })).toEqual(['B-DIFFERS', 'B-UNSEEN'])
    expect(await numbers(BRANCH, { notReview: 'NONE' })).toEqual(['B-AGREES', 'B-DIFFERS'])
  })

  test('an agent sees no reviews', async () => {
    const { id } = await gateway.payin(SHOP, 'AGENT-1', 'SUCCESS')
    await mark(SHOP, { id, review: 'DISCREPANT', note: 'ours' })
    const asked = { offset: '0', limit: '10', page: '1', merchantOrderNo: 'AGENT-1', review: 'RECONCILED' as const }
    const reply = await gateway.ask(calls.agentPayinList, asked, tokens[AGENT])
    const rows = reply.json<{ item: PayOrder[] }>().item
    expect(rows.map(({ merchantOrderNo, review, reviewNote }) => [merchantOrderNo, review, reviewNote])).toEqual([
      ['AGENT-1', null, null],
    ])
    // A condition on a masked field would reveal its value.
    for (const is of [{ review: 'DISCREPANT' }, { notReview: 'NONE' }, { receiveAccount: '1' }]) {
      const where = JSON.stringify({ not: { is } })
      const tree = await gateway.ask(calls.agentPayinList, { offset: '0', limit: '10', page: '1', where }, tokens[AGENT])
      expect([tree.statusCode, tree.json<ErrorBody>().error]).toEqual([422, 'VALIDATION_FAILED'])
    }
  })
})
