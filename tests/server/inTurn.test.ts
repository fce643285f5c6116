import { expect, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Item } from '#contract/reply.ts'
import type { Changes } from '#contract/rows/changes.ts'
import { createInTurn } from '../../server/changes/inTurn.ts'
import type { Database } from '../../server/db/database.ts'
import { type Sql, statement } from '../../server/db/sql.ts'
import { databases } from '../databases.ts'
import { openGateway } from '../gateway.ts'

test('so many works run at once, and the others start in the order of their calls, also after one that fails', async () => {
  const inTurn = createInTurn(2)
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const started: number[] = []
  const results = works.map(({ promise }, n) =>
    inTurn(() => {
      started.push(n)
      return promise
    }).catch((error: Error) => error.message),
  )
  expect(started).toEqual([0, 1])
  works[1]!.reject(new Error('refused'))
  expect(await results[1]).toBe('refused')
  await Promise.resolve()
  expect(started).toEqual([0, 1, 2])
  works[0]!.resolve(0)
  works[2]!.resolve(2)
  expect(await Promise.all([results[0], results[2]])).toEqual([0, 2])
  works[3]!.resolve(3)
  works[4]!.resolve(4)
  expect(await Promise.all(results)).toEqual([0, 'refused', 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(await inTurn(async () => 5)).toBe(5)
})

test.each(databases)('the changes of two lists are read at once on $name, and marks alone meanwhile', async ({ open }) => {
  const db = await open()
  const held = Promise.withResolvers<void>()
  let reading = 0
  // Holds what only an answer with changes reads.
  const readHeld = async <Row>(query: Sql): Promise<Row[]> => {
    if (statement(query).text.includes('from change\n')) {
      reading++
      await held.promise
    }
    return db.all<Row>(query)
  }
  const gateway = await openGateway({ ...db, all: readHeld } satisfies Database)
  await gateway.account('M00000001')
  const token = await gateway.signIn('M00000001')
  const ask = async (marks: { since?: string } = {}) => {
    const reply = await gateway.ask(calls.changes, { list: 'payinList', ...marks }, token)
    return reply.json<Item<Changes>>().item
  }
  const since = (await ask()).mark!
  await gateway.payin('M00000001', 'E-1')

  const answers = Array.from({ length: 5 }, () => ask({ since }))
  await vi.waitFor(() => expect(reading).toBe(2))
  expect((await ask()).mark).not.toBe(since)
  expect(reading).toBe(2)
  held.resolve()
  expect((await Promise.all(answers)).map(({ created }) => created)).toEqual([1, 1, 1, 1, 1])
  expect(reading).toBe(5)
  await gateway.close()
  await db.close()
})
