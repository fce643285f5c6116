import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Feature } from '#contract/features.ts'
import { outcomeOf } from '../../src/submission/outcome.ts'
import { json, redirected, scriptedApi } from './scriptedApi.ts'

/** The outcome of a call, by default a withdraw, that gets this reply; `unknown` when it cannot be told. */
async function outcomeAfter(reply: Response, features: readonly Feature[] = [], call = calls.withdraw as AnyCall) {
  const { api } = scriptedApi(reply)
  const services = {
    connection: { isLost: false },
    features: { has: (feature: Feature) => features.includes(feature) },
    i18n: { t: (key: string) => key },
  } as unknown as Parameters<typeof outcomeOf>[0]
  const send = () => api.call(call, { merchantOrderNo: 'C1' }, { quiet: true })
  const outcome = await outcomeOf(services, send).catch(() => 'unknown' as const)
  if (outcome === 'unknown' || outcome.kind === 'accepted') return outcome === 'unknown' ? outcome : outcome.kind
  const { kind, refusal } = outcome
  return kind === 'later' ? `later ${outcome.seconds}` : `refused ${refusal.message}, settles doubt: ${outcome.settlesDoubt}`
}

const refusal = (status: number, error = 'E_1042', headers = {}) => json({ error, message: 'Too poor' }, { status, headers })

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => void vi.unstubAllGlobals())

describe('the answer to a money call', () => {
  test.each([400, 402, 403, 404, 405, 409, 410, 418, 422, 423, 451])(
    '%i with a message is a refusal, whatever its code',
    async (status) => {
      expect(await outcomeAfter(refusal(status))).toBe('refused Too poor, settles doubt: false')
    },
  )

  test('a refusal settles an earlier attempt only where a repeated request is carried out once', async () => {
    expect(await outcomeAfter(refusal(422, 'INSUFFICIENT_BALANCE'), ['idempotency'])).toBe(
      'refused Too poor, settles doubt: true',
    )
    expect(await outcomeAfter(refusal(422, 'INSUFFICIENT_BALANCE'))).toBe('refused Too poor, settles doubt: false')
    expect(await outcomeAfter(refusal(400, 'SIGN_EXPIRED'), ['idempotency'])).toBe('refused Too poor, settles doubt: false')
    expect(await outcomeAfter(refusal(401, 'NO_TOKEN'), ['idempotency'])).toBe('refused Too poor, settles doubt: false')
  })

  test.each([
    ['an account frozen since', refusal(403, 'ACCOUNT_DISABLED')],
    ['another content under the key', refusal(422, 'IDEMPOTENCY_MISMATCH')],
    ['a code of another gateway', refusal(409)],
    ['a proxy, in JSON without a code', json({ message: 'Too poor' }, { status: 403 })],
    ['a proxy, in plain text', new Response('Too poor', { status: 400 })],
  ])('a refusal because of %s says nothing about an earlier attempt', async (_, reply) => {
    expect(await outcomeAfter(reply, ['idempotency'])).toBe('refused Too poor, settles doubt: false')
  })

  test.each([
    ['a 400 without a message', new Response('<html>', { status: 400 })],
    ['a 404 page of a proxy', new Response('<html>', { status: 404 })],
    ['a 500 with a message', refusal(500)],
    ['a 503 with a message', refusal(503)],
    ['a success that is not JSON', new Response('<html>')],
  ])('%s leaves the outcome unknown', async (_, reply) => {
    expect(await outcomeAfter(reply)).toBe('unknown')
  })

  test('a short plain text is the reason of a refusal', async () => {
    expect(await outcomeAfter(new Response('Too poor\n', { status: 422 }))).toBe('refused Too poor, settles doubt: false')
  })

  test('429 is sent again after the time that the gateway names; 408 and 425 only where that is safe', async () => {
    expect(await outcomeAfter(refusal(429, 'SLOW', { 'retry-after': '7' }))).toBe('later 7')
    // Not at once, and not after the user has gone.
    expect(await outcomeAfter(refusal(429, 'SLOW', { 'retry-after': '0' }))).toBe('later 1')
    expect(await outcomeAfter(refusal(429, 'SLOW', { 'retry-after': '86400' }))).toBe('later 120')
    for (const status of [408, 425]) {
      expect(await outcomeAfter(refusal(status), ['idempotency'])).toBe('later 5')
      expect(await outcomeAfter(refusal(status))).toBe('refused Too poor, settles doubt: false')
    }
  })
})

test('a setting that is refused in the body of a success is not changed', async () => {
  const refusal = { status: 'error', error: 'E_7', message: 'Not today' }
  for (const call of [calls.resetPassword, calls.updateIpLists, calls.changeSecret])
    expect(await outcomeAfter(json(refusal), [], call)).toBe('refused Not today, settles doubt: false')
  expect(await outcomeAfter(redirected(json(refusal)), [], calls.resetPassword)).toBe('unknown')
  expect(await outcomeAfter(json({ status: 'ok' }), [], calls.resetPassword)).toBe('accepted')
})
