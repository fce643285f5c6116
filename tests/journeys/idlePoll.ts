import { expect } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import type { TestApp } from '../app.tsx'

/** Waits for the next answer to a polled call, and expects that it does not count as use of the session. */
export async function idlePoll(app: TestApp, polled: string): Promise<void> {
  const { db } = app.gateway
  await db.run(sql`update session set seen_time = seen_time - interval '5 minutes'`)
  const before = await db.all(sql`select seen_time from session`)
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path.endsWith(polled)) resolve()
    return reply
  }
  await answered
  app.network = null
  expect(await db.all(sql`select seen_time from session`)).toEqual(before)
}
