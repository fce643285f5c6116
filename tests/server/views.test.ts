import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { MAX_SAVED_VIEWS, type SavedView } from '#contract/rows/views.ts'
import type { Database } from '../../server/db/database.ts'
import { databases } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'

describe.each(databases)('saved views on $name', ({ open }) => {
  let db: Database
  let gateway: TestGateway
  let mine: string
  let theirs: string

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db)
    await gateway.account('M00000001')
    await gateway.account('M00000002', { kind: 'delegate' })
    await gateway.account('M00000003', { status: 'FROZEN' })
    mine = await gateway.signIn('M00000001')
    theirs = await gateway.signIn('M00000002')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const read = async (token: string) => (await gateway.ask(calls.views, {}, token)).json<{ item: SavedView[] }>().item
  const save = async (token: string, view: SavedView & { formerly?: string }) =>
    (await gateway.ask(calls.saveView, view, token)).json<{ item: SavedView[] }>().item
  const failed = { list: 'payin', name: 'Failed', query: 'status=FAILED&dates=week' }

  test('views belong to the account and are identified by list and name', async () => {
    expect(await read(mine)).toEqual([])
    expect(await save(mine, failed)).toEqual([failed])
    expect(await save(mine, { ...failed, list: 'payout' })).toHaveLength(2)
    const replaced = { list: 'payin', name: 'failed', query: 'status=FAILED' }
    expect(await save(mine, replaced)).toEqual([replaced, { ...failed, list: 'payout' }])
    expect(await read(theirs)).toEqual([])
  })

  test('a view is renamed, replaces one of the same name, and is removed', async () => {
    await save(mine, { ...failed, name: 'Expired' })
    const renamed = await save(mine, { ...failed, name: 'EXPIRED', formerly: 'FAILED' })
    expect(renamed.map(({ list, name }) => `${list} ${name}`)).toEqual(['payin EXPIRED', 'payout Failed'])
    const respelt = await save(mine, { ...failed, name: 'Expired', formerly: 'EXPIRED' })
    expect(respelt.map(({ name }) => name)).toEqual(['Expired', 'Failed'])
    const left = await gateway.ask(calls.removeView, { list: 'payin', name: 'expired' }, mine)
    expect(left.json<{ item: SavedView[] }>().item.map(({ list }) => list)).toEqual(['payout'])
    expect((await gateway.ask(calls.removeView, { list: 'payin', name: 'expired' }, mine)).statusCode).toBe(200)
  })

  test('the number and length of views are limited for every account', async () => {
    const refused = async (view: SavedView) => (await gateway.ask(calls.saveView, view, theirs)).statusCode
    expect(await refused({ ...failed, name: ' padded' })).toBe(422)
    expect(await refused({ ...failed, name: 'x'.repeat(61) })).toBe(422)
    expect(await refused({ ...failed, query: 'x'.repeat(2_001) })).toBe(422)
    expect(await refused({ ...failed, list: 'no such/list' })).toBe(422)
    for (let n = 0; n < MAX_SAVED_VIEWS; n++) await save(theirs, { ...failed, name: `View ${n}` })
    expect(await refused({ ...failed, name: 'One more' })).toBe(422)
    expect(await save(theirs, { ...failed, name: 'view 7' })).toHaveLength(MAX_SAVED_VIEWS)
    expect(await save(theirs, { ...failed, name: 'Another', formerly: 'View 8' })).toHaveLength(MAX_SAVED_VIEWS)
  })

  test('a read-only account can save views', async () => {
    expect(await save(await gateway.signIn('M00000003'), failed)).toEqual([failed])
  })
})
