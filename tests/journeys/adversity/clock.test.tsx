import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { DAY, wibDay } from '../../../server/wib.ts'
import { type Network, startApp, type TestApp } from '../../app.tsx'
import { creditAccount } from '../../money.ts'
import { withdrawOnHold } from '../withdrawOnHold.ts'

const MERCHANT = 'M10000001'

describe.each([
  ['a day behind', DAY],
  ['a day ahead', -DAY],
])('A computer whose clock is %s', (_, error) => {
  const clock = { now: () => Date.now() + error }
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ orders: 20, environment: { HOLD_SECONDS: '3600' }, clock })
    await creditAccount(app.gateway.db, app.gateway.ids, MERCHANT, 10_000_000_000n)
    await app.gateway.db.run(sql`delete from record_due`)
  })
  afterAll(() => app.close())

  /** Responses carry the gateway's time. */
  const dated: Network = async (_, pass) => {
    const response = await pass()
    response.headers.set('date', new Date(clock.now()).toUTCString())
    return response
  }

  test('signs its calls, counts the hold down and finds today by the time of the gateway', async () => {
    await app.openAsGuest()
    app.network = dated
    await app.signIn('merchant')
    await withdrawOnHold(app)
    const left = await screen.findByText(/^Withdrawal of 1,500,000\.00 IDR: sending in \d+ s$/)
    const seconds = Number(/(\d+) s$/.exec(left.textContent)?.[1])
    expect(seconds).toBeLessThanOrEqual(3_600)
    expect(seconds).toBeGreaterThan(3_000)
    const made = await app.gateway.db.one<{ id: string; day: string }>(sql`
      select id::text, to_char(create_time at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day
        from record where merchant_no = ${MERCHANT} and type = 'WITHDRAW' order by create_time desc limit 1`)
    expect(made!.day).toBe(wibDay(clock.now()))
    window.location.hash = '#/transaction/withdraw?dates=today'
    await waitFor(() => expect(document.querySelector('[role=grid]')?.textContent).toContain(made!.day))
  })
})
