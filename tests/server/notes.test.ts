import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { Activity } from '#contract/rows/audit.ts'
import type { Changes } from '#contract/rows/changes.ts'
import { MAX_NOTE_LENGTH, MAX_NOTES, type Person } from '#contract/rows/notes.ts'
import type { OrderTrail, PayOrder } from '#contract/rows/orders.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { withCitus } from '../databases.ts'
import { openGateway, requestOf, StandingClock, type TestGateway } from '../gateway.ts'
import { AGENT, addOrderAccounts, BRANCH, CLERK, OTHER, SHOP } from './orderAccounts.ts'

const STAFF = 'M00000006'
const COLLEAGUE = 'M00000007'
const PEOPLE = [SHOP, BRANCH, OTHER, AGENT, CLERK, STAFF, COLLEAGUE]

describe.each(withCitus)('notes and assignment on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))
  const tokens: Record<string, string> = {}
  const names: Record<string, string> = {}

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock, environment: { SESSION_IDLE_MINUTES: '480' } })
    await addOrderAccounts(gateway)
    await gateway.account(STAFF, { kind: 'staff' })
    await gateway.account(COLLEAGUE, { kind: 'staff' })
    await db.run(sql`update merchant set agent_no = ${AGENT} where merchant_no = any (${[SHOP, OTHER]}::text[])`)
    for (const no of PEOPLE) {
      tokens[no] = await gateway.signIn(no)
      const row = await db.one<{ username: string }>(sql`select username from merchant where merchant_no = ${no}`)
      names[no] = row!.username
    }
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const note = (who: string, input: InputOf<typeof calls.addNote>, key?: string) => {
    const { headers } = requestOf(calls.addNote, input, tokens[who])
    const keyed = key === undefined ? {} : { headers: { ...headers, 'idempotency-key': key } }
    return gateway.ask(calls.addNote, input, tokens[who], keyed)
  }
  const assign = (who: string, input: InputOf<typeof calls.assignOrder>) => gateway.ask(calls.assignOrder, input, tokens[who])
  const trailOf = async (who: string, id: string) =>
    (await gateway.ask(calls.payinTrail, { id }, tokens[who])).json<{ item: OrderTrail }>().item
  const entriesOf = async (who: string, id: string) =>
    (await trailOf(who, id)).notes.map(({ author, text, assignedTo }) => [author, text ?? assignedTo])
  const shownTo = async (who: string, id: string) => {
    const { assignedTo, notes } = (await trailOf(who, id)).order
    return [assignedTo, notes]
  }
  const listed = async (who: string, filter: object, call: typeof calls.payinList = calls.payinList) =>
    (await gateway.ask(call, { offset: '0', limit: '20', page: '1', ...filter }, tokens[who])).json<{ item: PayOrder[] }>().item
  const numbers = async (who: string, filter: object) =>
    (await listed(who, filter)).map(({ merchantOrderNo }) => merchantOrderNo).sort()
  const refusal = ({ statusCode, json }: Awaited<ReturnType<typeof note>>) => [statusCode, json<ErrorBody>().error]

  test('a note has its author and its time, and is kept in the order of writing', async () => {
    const { id } = await gateway.payin(SHOP, 'NOTE-1', 'SUCCESS')
    const written = (await note(SHOP, { id, text: '  Payer called.\nTransfers again tomorrow ' })).json<{ item: PayOrder }>()
      .item
    expect([written.notes, written.assignedTo]).toEqual([1, null])
    await note(SHOP, { id, text: '已联系付款人' })
    const { notes } = await trailOf(SHOP, id)
    expect(notes.map(({ id: _, ...rest }) => rest)).toEqual([
      {
        kind: 'NOTE',
        time: '2026-11-21T08:15:30+07:00',
        author: names[SHOP],
        text: 'Payer called.\nTransfers again tomorrow',
        assignedTo: null,
      },
      { kind: 'NOTE', time: '2026-11-21T08:15:30+07:00', author: names[SHOP], text: '已联系付款人', assignedTo: null },
    ])
  })

  test('text that is empty, too long or has control characters is refused', async () => {
    const { id } = await gateway.payin(SHOP, 'NOTE-2', 'SUCCESS')
    for (const text of ['', '   ', 'a\u0007b', 'a\u0000b', 'x'.repeat(MAX_NOTE_LENGTH + 1)]) {
      expect(refusal(await note(SHOP, { id, text }))).toEqual([422, 'VALIDATION_FAILED'])
    }
    expect((await note(SHOP, { id, text: 'x'.repeat(MAX_NOTE_LENGTH) })).statusCode).toBe(200)
    expect(await shownTo(SHOP, id)).toEqual([null, 1])
  })

  test('an order has a limited number of notes', async () => {
    const order = await gateway.payin(SHOP, 'NOTE-MOST', 'SUCCESS')
    await db.run(sql`update orders set notes = ${MAX_NOTES - 1} where id = ${order.id}`)
    expect((await note(SHOP, { id: order.id, text: 'the last' })).statusCode).toBe(200)
    expect(refusal(await note(SHOP, { id: order.id, text: 'one more' }))).toEqual([422, 'VALIDATION_FAILED'])
  })

  test('a repeated request adds one note', async () => {
    const { id } = await gateway.payin(SHOP, 'NOTE-3', 'SUCCESS')
    const replies = await Promise.all(Array.from({ length: 4 }, () => note(SHOP, { id, text: 'once' }, 'note-once')))
    expect(replies.map(({ statusCode }) => statusCode).filter((code) => code !== 409 && code !== 200)).toEqual([])
    await note(SHOP, { id, text: 'once' }, 'note-once')
    expect(await entriesOf(SHOP, id)).toEqual([[names[SHOP], 'once']])
  })

  test('each side reads its own notes: the merchant with its parent, and staff', async () => {
    const { id } = await gateway.payin(BRANCH, 'SIDE-1', 'SUCCESS')
    await note(BRANCH, { id, text: 'from the branch' })
    await note(SHOP, { id, text: 'from its parent' })
    await note(STAFF, { id, text: 'internal' })
    await assign(STAFF, { id, assignedTo: names[COLLEAGUE]! })
    await assign(BRANCH, { id, assignedTo: 'ME' })
    const ofMerchant = [
      [names[BRANCH], 'from the branch'],
      [names[SHOP], 'from its parent'],
      [names[BRANCH], names[BRANCH]],
    ]
    expect(await entriesOf(BRANCH, id)).toEqual(ofMerchant)
    expect(await entriesOf(SHOP, id)).toEqual(ofMerchant)
    expect(await entriesOf(COLLEAGUE, id)).toEqual([
      [names[STAFF], 'internal'],
      [names[STAFF], names[COLLEAGUE]],
    ])
    expect([await shownTo(SHOP, id), await shownTo(STAFF, id)]).toEqual([
      [names[BRANCH], 2],
      [names[COLLEAGUE], 1],
    ])
    expect(await numbers(SHOP, { merchantOrderNo: 'SIDE-1', assignedTo: names[COLLEAGUE] })).toEqual([])
    // Neither the timeline nor the activities tell the other side that something was noted.
    expect((await trailOf(SHOP, id)).actions).toEqual([])
    const activities = (await gateway.ask(calls.activities, {}, tokens[SHOP])).json<{ item: Activity[] }>().item
    expect(activities.filter(({ action }) => action === 'note' || action === 'assign')).toEqual([])
  })

  test('accounts without the order, without the permission, and agents are refused', async () => {
    const { id } = await gateway.payin(SHOP, 'RIGHT-1', 'SUCCESS')
    const own = await gateway.payin(CLERK, 'RIGHT-2', 'SUCCESS')
    await db.run(sql`update orders set notes = 1 where id = ${own.id}`)
    expect(refusal(await note(OTHER, { id, text: 'mine?' }))).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(refusal(await assign(OTHER, { id, assignedTo: 'ME' }))).toEqual([404, 'ORDER_NOT_FOUND'])
    expect(refusal(await note(AGENT, { id, text: 'mine?' }))).toEqual([403, 'FORBIDDEN'])
    expect(refusal(await note(CLERK, { id: own.id, text: 'payouts only' }))).toEqual([403, 'FORBIDDEN'])
    // It reads what it may not write.
    expect(await shownTo(CLERK, own.id)).toEqual([null, 1])
  })

  test('an order is assigned to one account that sees it, and each change is recorded once', async () => {
    const { id } = await gateway.payin(BRANCH, 'ASSIGN-1', 'SUCCESS')
    await assign(SHOP, { id, assignedTo: names[BRANCH]! })
    await assign(SHOP, { id, assignedTo: names[BRANCH]! })
    await assign(BRANCH, { id, assignedTo: 'NONE' })
    await assign(BRANCH, { id, assignedTo: names[SHOP]! })
    expect(await entriesOf(SHOP, id)).toEqual([
      [names[SHOP], names[BRANCH]],
      [names[BRANCH], null],
      [names[BRANCH], names[SHOP]],
    ])
    const ofParent = await gateway.payin(SHOP, 'ASSIGN-2', 'SUCCESS')
    const strangers = [OTHER, AGENT, STAFF].map((no) => ({ id, assignedTo: names[no]! }))
    for (const input of [...strangers, { id, assignedTo: 'unknown' }, { id: ofParent.id, assignedTo: names[BRANCH]! }]) {
      expect(refusal(await assign(SHOP, input))).toEqual([422, 'VALIDATION_FAILED'])
    }
    expect(refusal(await assign(STAFF, { id, assignedTo: names[SHOP]! }))).toEqual([422, 'VALIDATION_FAILED'])
  })

  test('people say whose orders alone they see, so that each can be assigned to those', async () => {
    const people = (await gateway.ask(calls.people, {}, tokens[SHOP])).json<{ item: Person[] }>().item
    expect(people.map(({ merchantNo }) => merchantNo)).toEqual([null, BRANCH])
    for (const merchant of [SHOP, BRANCH]) {
      const { id } = await gateway.payin(merchant, `SEEN-${merchant}`, 'SUCCESS')
      for (const { username, merchantNo } of people) {
        const { statusCode } = await assign(SHOP, { id, assignedTo: username })
        expect(statusCode).toBe(merchantNo === null || merchantNo === merchant ? 200 : 422)
      }
    }
  })

  test('an account that cannot sign in is not offered, and is assigned nothing', async () => {
    const { id } = await gateway.payin(BRANCH, 'SUSPENDED-1', 'SUCCESS')
    const set = (status: string) => db.run(sql`update merchant set status = ${status} where merchant_no = ${BRANCH}`)
    await set('SUSPENDED')
    const people = (await gateway.ask(calls.people, {}, tokens[SHOP])).json<{ item: Person[] }>().item
    const reply = await assign(SHOP, { id, assignedTo: names[BRANCH]! })
    await set('ACTIVE')
    expect(people.map(({ username }) => username)).toEqual([names[SHOP]])
    expect(refusal(reply)).toEqual([422, 'VALIDATION_FAILED'])
  })

  test('people are the accounts of the own side, oneself first', async () => {
    const peopleOf = async (who: string) =>
      (await gateway.ask(calls.people, {}, tokens[who])).json<{ item: Person[] }>().item.map(({ username }) => username)
    expect(await peopleOf(SHOP)).toEqual([names[SHOP], names[BRANCH]])
    expect(await peopleOf(BRANCH)).toEqual([names[BRANCH], names[SHOP]])
    expect(await peopleOf(OTHER)).toEqual([names[OTHER]])
    expect(await peopleOf(COLLEAGUE)).toEqual([names[COLLEAGUE], names[STAFF]])
    expect((await gateway.ask(calls.people, {}, tokens[AGENT])).statusCode).toBe(403)
  })

  test('filters find what is assigned to me, to others and to no account, and what has notes', async () => {
    const ids = await Promise.all(
      ['FIND-MINE', 'FIND-BRANCH', 'FIND-FREE'].map((number) => gateway.payin(BRANCH, number, 'SUCCESS')),
    )
    const [mine, others, free] = ids.map(({ id }) => id) as [string, string, string]
    await assign(SHOP, { id: mine, assignedTo: 'ME' })
    await assign(SHOP, { id: others, assignedTo: names[BRANCH]! })
    await note(SHOP, { id: free, text: 'seen' })
    const orderPattern = 'FIND-*'
    expect(await numbers(SHOP, { orderPattern, assignedTo: 'ME' })).toEqual(['FIND-MINE'])
    expect(await numbers(BRANCH, { orderPattern, assignedTo: 'ME' })).toEqual(['FIND-BRANCH'])
    expect(await numbers(SHOP, { orderPattern, assignedTo: ['NONE', names[BRANCH]] })).toEqual(['FIND-BRANCH', 'FIND-FREE'])
    expect(await numbers(SHOP, { orderPattern, notAssignedTo: 'ME' })).toEqual(['FIND-BRANCH', 'FIND-FREE'])
    expect(await numbers(SHOP, { orderPattern, has: 'NOTES' })).toEqual(['FIND-FREE'])
    expect(await numbers(SHOP, { orderPattern, notHas: 'NOTES' })).toEqual(['FIND-BRANCH', 'FIND-MINE'])
    const where = JSON.stringify({ any: [{ is: { assignedTo: 'ME' } }, { is: { has: 'NOTES' } }] })
    expect(await numbers(SHOP, { orderPattern, where })).toEqual(['FIND-FREE', 'FIND-MINE'])
    expect(await numbers(STAFF, { orderPattern, where })).toEqual([])
  })

  test('agents see neither, and learn nothing by filters', async () => {
    const { id } = await gateway.payin(SHOP, 'AGENT-1', 'SUCCESS')
    await note(SHOP, { id, text: 'ours' })
    await assign(SHOP, { id, assignedTo: 'ME' })
    const asked = { merchantOrderNo: 'AGENT-1' }
    expect((await listed(AGENT, asked, calls.agentPayinList)).map(({ assignedTo, notes }) => [assignedTo, notes])).toEqual([
      [null, null],
    ])
    const found = (is: object) => listed(AGENT, { ...asked, ...is }, calls.agentPayinList)
    expect(await found({ has: 'NOTES' })).toEqual([])
    expect(await found({ assignedTo: names[SHOP] })).toEqual([])
    const inTree = async (is: object) => {
      const where = JSON.stringify({ not: { is } })
      const page = { offset: '0', limit: '20', page: '1' }
      const reply = await gateway.ask(calls.agentPayinList, { ...page, ...asked, where }, tokens[AGENT])
      return reply.statusCode === 200 ? reply.json<{ item: PayOrder[] }>().item.length : reply.statusCode
    }
    expect([await inTree({ has: 'NOTES' }), await inTree({ assignedTo: names[SHOP]! })]).toEqual([1, 1])
  })

  test('consoles of the own side are told of a change, others are not', async () => {
    const { id } = await gateway.payin(OTHER, 'LIVE-1', 'SUCCESS')
    const changes = async (who: string, since?: string) =>
      (
        await gateway.ask(
          calls.changes,
          { list: 'payinList', merchantOrderNo: 'LIVE-1', ...(since === undefined ? {} : { since }) },
          tokens[who],
        )
      ).json<{ item: Changes }>().item
    const before = { own: (await changes(OTHER)).mark!, staff: (await changes(STAFF)).mark! }
    await note(OTHER, { id, text: 'seen' })
    expect((await changes(OTHER, before.own)).rows.map(({ row }) => (row as PayOrder).notes)).toEqual([1])
    expect((await changes(STAFF, before.staff)).changed).toBe(0)
    const between = { own: (await changes(OTHER)).mark!, staff: (await changes(STAFF)).mark! }
    await assign(STAFF, { id, assignedTo: 'ME' })
    expect((await changes(OTHER, between.own)).changed).toBe(0)
    expect((await changes(STAFF, between.staff)).rows.map(({ row }) => (row as PayOrder).assignedTo)).toEqual([names[STAFF]])
  })
})
