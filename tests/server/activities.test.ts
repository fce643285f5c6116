import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Activity } from '#contract/rows/audit.ts'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { LANGUAGES } from '../../server/texts/languages.ts'
import { textsOf } from '../../server/texts/texts.ts'
import { databases } from '../databases.ts'
import { openGateway, StandingClock, type TestGateway } from '../gateway.ts'

describe.each(databases)('the activities list on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  const clock = new StandingClock(Date.parse('2026-11-21T08:15:30+07:00'))

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db, { clock })
    await gateway.account('M00000001', { agentNo: 'M00000004' })
    await gateway.account('M00000002', { kind: 'subMerchant', parentNo: 'M00000001' })
    await gateway.account('M00000003')
    await gateway.account('M00000004', { kind: 'delegate' })
    await gateway.account('M00000005', { kind: 'staff' })
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const activities = async (token: string, language = 'en') => {
    const reply = await gateway.ask(calls.activities, {}, token, {
      headers: { 'accept-language': language, 'merchant-token': token },
    })
    return reply.json<{ item: Activity[] }>().item
  }
  const activitiesOf = async (token: string, language?: string) =>
    (await activities(token, language)).map(({ actor, text }) => `${actor}: ${text}`)

  test('an account sees the actions on its visible data, newest first, in its language', async () => {
    const { id } = await gateway.payin('M00000002', 'A-1')
    const tokens: Record<string, string> = {}
    for (const no of ['1', '2', '3', '4', '5']) tokens[no] = await gateway.signIn(`M0000000${no}`)
    await gateway.ask(calls.payinAction, { id, action: 'close' }, tokens['2'])
    await gateway.ask(calls.resetOtpSecret, { merchantNo: 'M00000002' }, tokens['5'])
    await gateway.ask(calls.locale, { locale: 'vi' }, tokens['3'])
    await gateway.ask(calls.clearNotices, { type: 'message' }, tokens['3'])

    const shop = [
      'm00000005: Reset the passcode secret of M00000002',
      `m00000002: Closed order ${id}`,
      'm00000002: Signed in',
      'm00000001: Signed in',
    ]
    expect(await activitiesOf(tokens['1']!)).toEqual(shop)
    expect(await activitiesOf(tokens['4']!)).toEqual(['m00000004: Signed in'])
    expect(await activitiesOf(tokens['3']!)).toEqual([
      'm00000003: Cleared notices',
      'm00000003: Changed the language',
      'm00000003: Signed in',
    ])
    expect(await activitiesOf(tokens['5']!)).toHaveLength(9)
    expect(await activitiesOf(tokens['1']!, 'zh-CN')).toContain(`m00000002: 关闭订单 ${id}`)
    expect((await activities(tokens['1']!))[1]).toEqual({
      id: expect.stringMatching(/^\d{19}$/) as string,
      time: '2026-11-21T08:15:30+07:00',
      actor: 'm00000002',
      action: 'close',
      target: id,
      kind: 'PAYIN',
      text: `Closed order ${id}`,
    })
  })

  test('the list has twenty entries for every account', async () => {
    for (let times = 0; times < 25; times++) await gateway.signIn('M00000003')
    const ids = async (no: string) => (await activities(await gateway.signIn(no))).map(({ id }) => id)
    const [its, all] = [await ids('M00000003'), await ids('M00000005')]
    expect([its.length, all.length]).toEqual([20, 20])
    expect(its).toEqual(its.toSorted().toReversed())
    expect(all).toEqual(all.toSorted().toReversed())
  })

  test('a language change is audited', async () => {
    await db.run(sql`delete from audit`)
    const token = await gateway.signIn('M00000003')
    await gateway.ask(calls.locale, { locale: 'en' }, token)
    await gateway.ask(calls.locale, { locale: 'en' }, token)
    await gateway.ask(calls.locale, { locale: 'en' })
    expect(await db.all(sql`select actor, action, detail from audit where action <> 'login'`)).toEqual([
      { actor: 'm00000003', action: 'locale', detail: { before: 'vi', after: 'en' } },
    ])
  })
})

test('every action has a label in every language', () => {
  const names = Object.keys(textsOf('en').activities).sort()
  for (const language of LANGUAGES) {
    const { activities } = textsOf(language)
    expect(Object.keys(activities).sort()).toEqual(names)
    expect(new Set(Object.values(activities)).size).toBe(names.length)
  }
})
