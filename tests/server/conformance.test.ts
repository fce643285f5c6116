import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePermissions } from '#contract/authority.ts'
import { calls } from '#contract/calls.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { checkGateway } from '../../src/conformance/checkGateway.ts'
import { periodOf } from '../../src/format/ranges.ts'
import { embedded } from '../databases.ts'
import { contractGateway } from '../foreign/contract/contractGateway.ts'
import { openGateway, type TestGateway } from '../gateway.ts'
import { wire } from '../wire.ts'

let gateway: TestGateway
beforeAll(async () => {
  const db = await embedded.open()
  await seedDemo(db, { now: Date.now(), orders: 600 })
  gateway = await openGateway(db, { environment: { SIMULATION: 'on' } })
})
afterAll(async () => {
  await gateway.close()
  await gateway.db.close()
})

const FORMS = {
  'our gateway': (send: typeof fetch) => send,
  'only its documented calls and fields': (send: typeof fetch) => contractGateway(send).fetch,
  'rows in data.list': (send: typeof fetch) => contractGateway(send, { container: 'data.list' }).fetch,
}

test.for(
  Object.keys(FORMS).flatMap((form) =>
    ['merchant', 'submerchant', 'usdt', 'agent', 'staff'].map((username) => [username, form as keyof typeof FORMS] as const),
  ),
)('every call that %s reads is served without gaps: %s', async ([username, form]) => {
  const { body } = await gateway.ask(calls.login, { username, password: sha256('Paydesk-Demo1') })
  const { data } = JSON.parse(body) as { data: { token: string; menuList: string } }
  const reports = await Array.fromAsync(
    checkGateway({
      fetch: FORMS[form](wire(gateway.app)),
      address: '',
      token: data.token,
      language: 'en',
      permissions: parsePermissions(data.menuList),
      // Long enough that the merchant has paid payouts in them.
      days: periodOf('30d', Date.now())!,
    }),
  )
  expect(reports.length).toBeGreaterThan(9)
  const weak = reports.filter(
    ({ outcome, notes, missing, unread }) =>
      // An account of the demo may have no paid payout.
      !['served', 'untried'].includes(outcome) || notes.length + missing.length + unread.length > 0,
  )
  expect(weak).toEqual([])
  expect(username === 'merchant' && reports.find(({ outcome }) => outcome === 'untried')).toBeFalsy()
})
