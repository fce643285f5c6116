import pg from 'pg'
import { describe, expect, inject, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { hasServer, quickest } from '../databases.ts'
import { respondWith } from '../endpoint.ts'
import { openListening } from '../listening.ts'

const NEVER_MS = 3_600_000
/** Long enough to take the database away before, on a busy machine too. */
const RETRY_MS = 5_000

const patient = { timeout: 20_000 }

describe.runIf(hasServer).each([quickest])('a callback on $name', ({ open }) => {
  test.each([
    { finder: 'the queue', sweepMs: NEVER_MS },
    { finder: 'the search for overdue ones', sweepMs: 100 },
  ])(
    'that falls due while the database is away is found by $finder when it is back',
    async ({ sweepMs }) => {
      const { db, gateway, endpoint, close } = await openListening(open, { callbacks: { retries: [RETRY_MS], sweepMs } })
      const [{ name }] = (await db.script('select current_database() as name')).rows as [{ name: string }]
      const admin = new pg.Client(inject('postgres')!.url)
      await admin.connect()
      const failed = vi.spyOn(gateway.app.log, 'error')
      await gateway.account('M00000001', { notifyAddress: endpoint.address })
      await gateway.callbacks.start()
      endpoint.answer = respondWith(500, 'out of order')
      await gateway.payin('M00000001', 'P-1', 'SUCCESS')
      gateway.callbacks.flush()
      await endpoint.waitForRequests(1)
      const retries = async () => (await db.script('select 1 from pgboss.job where start_after > created_on')).rows.length
      await vi.waitFor(async () => expect(await retries()).toBe(1), patient)
      if (sweepMs !== NEVER_MS) await db.script('delete from pgboss.job')
      endpoint.answer = respondWith(200, 'SUCCESS')

      await admin.query(`alter database ${name} allow_connections false`)
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      failed.mockClear()
      const due = Date.now() + RETRY_MS
      await vi.waitFor(() => expect([failed.mock.calls.length > 0, Date.now() > due]).toEqual([true, true]), patient)
      expect(endpoint.received).toHaveLength(1)
      await admin.query(`alter database ${name} allow_connections true`)
      await endpoint.waitForRequests(2)
      await vi.waitFor(
        async () => expect(await db.one(sql`select notify_status as status from orders`)).toEqual({ status: 'SUCCESS' }),
        patient,
      )
      await admin.end()
      await close()
    },
    60_000,
  )
})
