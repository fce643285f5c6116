import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { Api } from '../../src/api/client.ts'
import { encodeBody, placeFields, queryString } from '../../src/api/encode.ts'
import { Aborted, ApiError, isUnknownCall } from '../../src/api/errors.ts'
import { sha256Hex } from '../../src/api/sha256Hex.ts'
import { json, ORIGIN, redirected, type Sent, scriptedApi } from './scriptedApi.ts'

const refusedWith = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('requests', () => {
  test('the token travels in its header, cookies are included, the language is named', async () => {
    const { api, sent } = scriptedApi(json({}))
    await api.request('/x')
    expect(sent[0]?.headers.get('merchant-token')).toBe('abc')
    expect(sent[0]?.headers.get('accept-language')).toBe('id')
    expect(sent[0]?.credentials).toBe('include')
  })

  test('no token, no header', async () => {
    const { api, sent } = scriptedApi(json({}), { token: null })
    await api.request('/x')
    expect(sent[0]?.headers.has('merchant-token')).toBe(false)
  })

  test('the idempotency key travels in its header', async () => {
    const { api, sent } = scriptedApi(() => json({ item: {} }))
    await api.call(calls.payoutAction, { id: '1', action: 'retry' as const }, { idempotencyKey: 'retry-1' })
    await api.call(calls.payoutAction, { id: '1', action: 'check' as const })
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['retry-1', null])
  })

  test('a call of a feature that the gateway has not announced is not sent', async () => {
    const views = { status: 'ok', item: [] }
    const unannounced = scriptedApi(json(views), { announced: ['changes'] })
    const error = await refusedWith(unannounced.api.call(calls.views, {}))
    expect([error.status, error.code, unannounced.effects, unannounced.sent]).toEqual([404, 'NOT_ANNOUNCED', [], []])
    const { api, sent } = scriptedApi(json(views), { announced: ['changes', 'views'] })
    await api.call(calls.views, {})
    expect(sent).toHaveLength(1)
  })

  test('the features of a gateway are those that its last sign-in or account reply names', async () => {
    const merchant = (headers: Record<string, string>) => json({ item: {} }, { headers })
    const announced = async (reply: Response) => {
      const { api, effects } = scriptedApi(reply)
      await api.call(calls.merchantInfo, {}, { quiet: true }).catch(() => {})
      return effects
    }
    expect(await announced(merchant({ 'Paydesk-Features': 'views,  events,unknown' }))).toEqual([
      'announce views,events,unknown',
    ])
    expect(await announced(merchant({}))).toEqual(['announce '])
    expect(await announced(json({ message: 'down' }, { status: 503 }))).toEqual([])
    const { api, effects } = scriptedApi(json({ item: [] }, { headers: { 'Paydesk-Features': 'views' } }))
    await api.call(calls.merchantBanks, {})
    expect(effects).toEqual([])
  })

  test('the token is sent to the gateway only', async () => {
    const { api, sent } = scriptedApi(() => json({}), { mapsHosts: ['maps.example', new URL(ORIGIN).host] })
    await api.request('https://maps.example/geocode')
    await api.request('https://elsewhere.example/x')
    await api.request('/maps-behind-our-own-host')
    expect(sent.map(({ headers }) => headers.has('merchant-token'))).toEqual([false, false, false])
  })

  test.each([
    ['form', 'application/x-www-form-urlencoded;charset=UTF-8', 'a=1+2&b=x%26y'],
    ['json', 'application/json;charset=UTF-8', '{"a":"1 2","b":"x&y"}'],
  ] as const)('a body encoded as %s', async (encoding, type, body) => {
    for (const method of ['POST', 'PUT'] as const) {
      const { api, sent } = scriptedApi(json({}))
      await api.request('/x', { method, encoding, body: { a: '1 2', b: 'x&y' } })
      expect([sent[0]?.method, sent[0]?.headers.get('content-type'), sent[0]?.body]).toEqual([method, type, body])
    }
  })

  test('a form drops null and undefined, repeats arrays, writes objects as JSON', () => {
    const values = { a: null, b: undefined, c: [1, 2], d: { e: 1 }, f: 0, g: '' }
    expect(encodeBody('POST', 'form', values).body).toBe('c=1&c=2&d=%7B%22e%22%3A1%7D&f=0&g=')
  })

  test('the query comes from the third argument; empty and null values are dropped', async () => {
    const { api, sent } = scriptedApi(() => json({}))
    await api.request('/x', {}, { a: 1 })
    await api.request('/x?a=1&b=2', {}, { a: 3 })
    expect(sent.map(({ url }) => url)).toEqual(['/x?a=1', '/x?a=3&b=2'])
    expect(queryString({ a: '', b: null, c: undefined, d: 0, e: 'x y', f: [], g: ['1', '2'] })).toBe('?d=0&e=x%20y&g=1&g=2')
  })

  test('each field travels where its call defines', () => {
    expect(placeFields(calls.payinList, { status: 'SUCCESS', offset: '10', limit: '10', page: '2' })).toEqual({
      path: '/api/transaction/payin',
      query: { offset: '10', limit: '10', page: '2', sort: undefined, totals: undefined },
      fields: { status: 'SUCCESS' },
      encoding: 'json',
    })
    expect(placeFields(calls.payinAction, { id: 'a/b', action: 'close' })).toEqual({
      path: '/api/transaction/payin/a%2Fb',
      query: {},
      fields: { action: 'close' },
      encoding: 'form',
    })
    expect(placeFields(calls.exportPayin, { status: 'FAILED' })).toMatchObject({ query: { status: 'FAILED' }, fields: {} })
  })

  test('a typed password is sent as its hash, also without subtle crypto', () => {
    vi.stubGlobal('crypto', { ...crypto, subtle: undefined })
    expect(sha256Hex('Passw0rd')).toBe('ab38eadaeb746599f2c1ee90f8267f31f467347462764a24d71ac1843ee77fe3')
    vi.unstubAllGlobals()
  })
})

describe('replies', () => {
  test.each([
    [{ item: { a: 1 } }, { a: 1 }],
    [
      { status: 'ok', data: {} },
      { status: 'ok', data: {} },
    ],
    [{ item: [] }, []],
    [{ item: 0 }, 0],
    [{ item: '' }, ''],
    [{ item: false }, false],
    [
      { item: null, other: 1 },
      { item: null, other: 1 },
    ],
  ])('%j is unwrapped to %j', async (body, data) => {
    expect((await scriptedApi(json(body)).api.request('/x')).data).toEqual(data)
  })

  test('the paginator is passed on', async () => {
    const paginator = { page: 2, limit: 10, offset: 10, totalCount: 37 }
    expect((await scriptedApi(json({ item: [], paginator })).api.request('/x')).paginator).toEqual(paginator)
  })

  test.each([
    [{ item: [1], paginator: { totalCount: 37 } }, [1], 37],
    [{ data: { item: [1], totalCount: 5 } }, [1], 5],
    [{ data: { list: [1], totalCount: 5 } }, [1], 5],
    [{ data: [1], paginator: { totalCount: 3 } }, [1], 3],
    [{ item: { list: [1], totalCount: 4 } }, [1], 4],
    [{ item: [1] }, [1], null],
    [{ item: [1], paginator: { totalCount: -1 } }, [1], null],
    [{ data: { list: [] } }, [], null],
    [null, [], null],
  ])('the rows and the total of %j', async (body, rows, total) => {
    const { api } = scriptedApi(json(body))
    expect(await api.rows(calls.payinList, { page: '1' })).toEqual({ rows, total, summary: null })
  })

  test.each([
    [json({}), 'Server response 200'],
    [new Response(null, { status: 204 }), 'Server response 204'],
    [json({ status: 'error' }), 'Server response 200'],
    [json({ code: 5001, msg: 'System busy', data: null }), 'System busy'],
    [json({ success: false, message: 'Try again later' }), 'Try again later'],
  ])('a reply without a list is a failure, in its words: %#', async (reply, message) => {
    const { api, effects } = scriptedApi(reply)
    const error = await refusedWith(api.rows(calls.payinList, { page: '1' }))
    expect([error.message, error.code, error.isAnswer, error.isErrorInSuccess]).toEqual([message, 'UNREADABLE', false, false])
    expect(effects).toEqual(['notify'])
  })

  test('the summary of a list is passed on', async () => {
    const { api } = scriptedApi(json({ item: [], summary: { payinFee: '12.50' } }))
    expect((await api.rows(calls.payinList, { page: '1' })).summary).toEqual({ payinFee: '12.50' })
  })

  test('an empty body is an empty object', async () => {
    expect((await scriptedApi(new Response(null, { status: 204 })).api.request('/x')).data).toEqual({})
    expect((await scriptedApi(new Response('')).api.request('/x')).data).toEqual({})
  })

  test('a number too long for a float keeps its digits as text', async () => {
    expect((await scriptedApi(json({ item: '12345678901234567890.12' })).api.request('/x')).data).toBe(
      '12345678901234567890.12',
    )
  })

  test('the gateway’s clock is taken from its last answer', async () => {
    const { api } = scriptedApi(json({}, { headers: { date: 'Sat, 21 Nov 2026 01:00:00 GMT' } }), { now: () => 1_000 })
    await api.request('/x')
    expect(api.serverNow()).toBe(Date.UTC(2026, 10, 21, 1))
  })
})

describe('readers of replies that load late', () => {
  const unloadable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

  test('without its reader no change is sent, and the failure says so', async () => {
    const { api, sent, shown } = scriptedApi(() => json({ item: {} }))
    api.readWith(unloadable)
    const error = await refusedWith(api.call(calls.payoutAction, { id: '1', action: 'retry' as const }))
    expect([error.code, sent.length, shown]).toEqual(['NETWORK_ERROR', 0, [error]])
  })

  test('what only reads is sent at once, and a failure of both is shown once', async () => {
    const reader = Promise.withResolvers<never>()
    const { api, sent, shown } = scriptedApi(() => json({ message: 'no' }, { status: 422 }))
    api.readWith(() => reader.promise)
    const reading = refusedWith(api.call(calls.accountInfo, {}))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    reader.reject(new TypeError('Failed to fetch dynamically imported module'))
    expect(shown).toEqual([await reading])
    expect(shown[0]?.status).toBe(422)
  })
})

describe('errors', () => {
  const reply = (status: number, body: unknown = undefined, statusText = '') =>
    new Response(body === undefined ? null : JSON.stringify(body), { status, statusText })

  test.each([400, 401, 403, 404, 406, 410, 422, 500, 502, 503, 504])(
    '%i without a body has the fixed message',
    async (status) => {
      const error = await refusedWith(scriptedApi(reply(status, undefined, 'Words')).api.request('/x'))
      expect([error.status, error.message, error.code]).toEqual([
        status,
        `Server response ${status}`,
        `Server response ${status}`,
      ])
    },
  )

  test.each([
    [404, 'ORDER_NOT_FOUND', true],
    [409, 'ORDER_STATE_CONFLICT', true],
    [409, 'REQUEST_RUNNING', false],
    [500, 'INTERNAL', false],
    [503, 'UNAVAILABLE', false],
  ])('%i %s tells how the call ended: %s', async (status, error, isAnswer) => {
    const { api } = scriptedApi(reply(status, { error, message: 'Words' }))
    expect((await refusedWith(api.request('/x'))).isAnswer).toBe(isAnswer)
  })

  test.each([
    [400, { message: 'x' }, '', 'x', 'x'],
    [400, { message: 'm', error: 'X' }, '', 'm', 'X'],
    [418, undefined, "I'm a teapot", "I'm a teapot", "I'm a teapot"],
    [418, undefined, '', 'Server response 418', 'Server response 418'],
    [500, { message: '' }, 'Words', 'Server response 500', 'Server response 500'],
    [409, 'text', 'Conflict', 'Conflict', 'Conflict'],
  ])('%i %j %j has the message %j and the code %j', async (status, body, statusText, message, code) => {
    const error = await refusedWith(scriptedApi(reply(status, body, statusText)).api.request('/x'))
    expect([error.message, error.code]).toEqual([message, code])
  })

  test('fields and the time to wait are passed on', async () => {
    const body = { status: 'error', error: 'VALIDATION_FAILED', message: 'm', fields: { payAmount: 'amount.rule' } }
    const error = await refusedWith(scriptedApi(json(body, { status: 422, headers: { 'retry-after': '7' } })).api.request('/x'))
    expect([error.fields, error.retryAfter]).toEqual([{ payAmount: 'amount.rule' }, 7])
  })

  test.each([
    ['unreadable, redirected, elsewhere', '<html>', true, '/api/index/', 401],
    ['readable', '{}', true, '/api/index/', null],
    ['not redirected', '<html>', false, '/api/index/', 200],
    ['readable, not redirected', '{}', false, '/api/index/', null],
    ['to the login path', '<html>', true, '/api/auth/login', 200],
    ['to the login path, readable', '{}', true, '/api/auth/login', null],
    ['to the login path, not redirected', '<html>', false, '/api/auth/login', 200],
    ['to the login path, readable, not redirected', '{}', false, '/api/auth/login', null],
  ])('a 200 that is %s', async (_, text, isRedirected, url, status) => {
    const answer = new Response(text, { headers: { 'content-type': 'text/html' } })
    const { api } = scriptedApi(isRedirected ? redirected(answer) : answer)
    if (status === null) await api.request(url)
    else expect(await refusedWith(api.request(url))).toMatchObject({ status, message: `Server response ${status}` })
  })

  describe('in the body of a success', () => {
    const refusal = { status: 'error', error: 'E_7', message: 'Not today', fields: { pwd: 'rule.format' }, requestId: 'r' }

    test.each<[string, (api: Api) => Promise<unknown>]>([
      ['a change', (api) => api.call(calls.resetPassword, {} as never)],
      ['one thing', (api) => api.call(calls.merchantSecret, {})],
      ['rows', (api) => api.rows(calls.payinList, {})],
      ['a file', (api) => api.download(calls.exportPayin, {})],
    ])('refuses %s, in the words of the gateway', async (_, call) => {
      const { api, effects } = scriptedApi(() => json(refusal))
      const error = await refusedWith(call(api))
      const { message, code, fields, isErrorInSuccess, isAnswer } = error
      expect({ message, code, fields }).toEqual({ message: 'Not today', code: 'E_7', fields: refusal.fields })
      expect([isErrorInSuccess, isAnswer, effects]).toEqual([true, false, ['notify']])
    })

    test.each([{ data: null }, { data: [] }, { data: {} }, { data: '' }, { item: [] }])(
      'refuses a change with %j',
      async (nothing) => {
        const { api } = scriptedApi(json({ ...refusal, ...nothing }))
        expect(await refusedWith(api.call(calls.resetPassword, {} as never))).toMatchObject({
          message: 'Not today',
          code: 'E_7',
        })
      },
    )

    test.each([
      ['a message', { ...refusal, message: '' }],
      ['the status of an error', { ...refusal, status: 'ok' }],
      ['being without an item', { ...refusal, item: { changed: true } }],
      ['being without data', { ...refusal, data: [0] }],
      ['being without a text', { ...refusal, data: 'x' }],
    ])('is none without %s', async (_, body) => {
      const { api, effects } = scriptedApi(json(body))
      await api.call(calls.resetPassword, {} as never)
      expect(effects).toEqual([])
    })

    test('is read by the callers of guest calls', async () => {
      const { api } = scriptedApi(() => json(refusal))
      expect(await api.call(calls.locale, { locale: 'en' })).toEqual(refusal)
      expect(await api.call(calls.login, { username: 'a', password: 'b' })).toEqual(refusal)
    })
  })

  test.each([
    [202, 'Accepted', 'Server response 202'],
    [203, 'Non-Authoritative Information', 'Non-Authoritative Information'],
    [203, '', 'Server response 203'],
  ])('an unreadable %i %s has the message %s', async (status, statusText, message) => {
    const { api } = scriptedApi(new Response('<html>', { status, statusText }))
    expect(await refusedWith(api.request('/x'))).toMatchObject({ status, message })
  })

  test('truncated JSON with 200 is an error, not text', async () => {
    expect(await refusedWith(scriptedApi(new Response('{"item":[1,2')).api.request('/x'))).toMatchObject({ status: 200 })
  })

  test('a call without an answer has its own message', async () => {
    const broken = scriptedApi(() => Promise.reject(new TypeError('fetch failed')))
    expect(await refusedWith(broken.api.request('/x'))).toMatchObject({
      status: 0,
      code: 'NETWORK_ERROR',
      message: 'words for NETWORK_ERROR',
    })
    expect(broken.effects).toEqual(['notify'])
  })

  /** A network that never answers, and rejects when the call is aborted. */
  const silent = (_: Sent, signal: AbortSignal | null) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

  test('a call that takes too long times out', async () => {
    const { api, effects } = scriptedApi(silent)
    expect(await refusedWith(api.request('/x', { limit: 5 }))).toMatchObject({ code: 'TIMEOUT', message: 'words for TIMEOUT' })
    expect(effects).toEqual(['notify'])
  })

  const leavable = () => ({ signal: new AbortController().signal })

  test.each([
    ['a call', 30_000, (api: Api) => api.call(calls.merchantInfo, {})],
    ['a call that can be aborted', 30_000, (api: Api) => api.call(calls.merchantInfo, {}, leavable())],
    ['a file', 120_000, (api: Api) => api.download(calls.exportPayin, {})],
    ['a file that can be aborted', 120_000, (api: Api) => api.download(calls.exportPayin, {}, leavable())],
  ])('%s waits for an answer for %d ms', async (_, limit, ask) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { api, shown } = scriptedApi(silent)
    const refused = refusedWith(ask(api))
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(shown).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await refused).toMatchObject({ code: 'TIMEOUT' })
  })

  test('an aborted call shows nothing', async () => {
    const leaving = new AbortController()
    const { api, effects } = scriptedApi(silent)
    const call = api.request('/x', { signal: leaving.signal })
    leaving.abort()
    await expect(call).rejects.toBeInstanceOf(Aborted)
    expect(effects).toEqual([])
  })

  test.each([408, 409, 425, 429, 500, 502, 503, 504])('a GET that fails with %i is not repeated', async (status) => {
    const { api, sent } = scriptedApi(() => reply(status))
    await refusedWith(api.request('/x'))
    expect(sent).toHaveLength(1)
  })
})

describe('the error policy', () => {
  const effectsOf = async (status: number, asked: { logout?: boolean; redirects?: boolean } = {}) => {
    const { api, effects } = scriptedApi(new Response(null, { status }))
    await refusedWith(api.request('/x', asked))
    return effects.join(', ')
  }

  test('every status, when the call allows redirects and asks for logout', async () => {
    const table = await Promise.all(
      [
        400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 421, 422, 423, 429, 451, 499, 500, 501, 502, 503, 504, 505,
        599,
      ].map(async (status) => `${status} ${await effectsOf(status, { logout: true, redirects: true })}`),
    )
    expect(table.join('\n')).toMatchInlineSnapshot(`
      "400 notify
      401 clear cookies, logout
      402 notify
      403 notify, redirect /exception/403
      404 notify, redirect /exception/404
      405 notify, redirect /exception/404
      406 notify, redirect /exception/404
      409 notify, redirect /exception/404
      410 notify, redirect /exception/404
      413 notify, redirect /exception/404
      415 notify, redirect /exception/404
      418 notify, redirect /exception/404
      421 notify, redirect /exception/404
      422 notify
      423 notify
      429 notify
      451 notify
      499 notify
      500 notify, redirect /exception/500
      501 notify, redirect /exception/500
      502 notify, clear cookies, redirect /exception/500
      503 notify, redirect /exception/500
      504 notify, redirect /exception/500
      505 notify
      599 notify"
    `)
  })

  test('there is no redirect or logout unless the call asks for it', async () => {
    expect(await effectsOf(401)).toBe('clear cookies')
    expect(await effectsOf(403)).toBe('notify')
    expect(await effectsOf(404)).toBe('notify')
    expect(await effectsOf(502)).toBe('notify, clear cookies')
  })

  test('a login page instead of an answer ends the session', async () => {
    const { api, effects } = scriptedApi(() => redirected(new Response('<html>')))
    await refusedWith(api.call(calls.enums, {}))
    expect(effects).toEqual(['clear cookies', 'logout'])
  })

  test.each([
    [500, false, ''],
    [401, false, 'clear cookies'],
    [502, false, 'clear cookies'],
    [401, true, 'clear cookies, logout'],
  ])('%i of a quiet call is not shown; with logout %s its effects are: %s', async (status, logout, done) => {
    const { api, effects } = scriptedApi(new Response(null, { status }))
    await refusedWith(api.request('/x', { quiet: true, logout }))
    expect(effects.join(', ')).toBe(done)
  })
})

test('the failure of a call about money is shown until it is dismissed, that of a list is not', async () => {
  const { api, effects } = scriptedApi(() => json({ error: 'E_7', message: 'Not today' }, { status: 422 }))
  await refusedWith(api.call(calls.payoutAction, { id: '1', action: 'retry' as const }))
  await refusedWith(api.rows(calls.payinList, {}))
  expect(effects).toEqual(['notify until dismissed', 'notify'])
})

describe('a 401 of a call that other gateways may not serve', () => {
  const unauthorized = () => json({ message: 'Who are you?' }, { status: 401 })
  const answering = (merchantInfo: () => Response) =>
    scriptedApi(({ url }) => (url === '/api/merchant/info' ? merchantInfo() : unauthorized()))
  const asked = (sent: readonly Sent[]) => sent.filter(({ url }) => url === '/api/merchant/info').length

  test('ends nothing while the session is valid, and the call is not made again', async () => {
    const { api, effects, sent } = answering(() => json({ item: {} }))
    const refused = await refusedWith(api.call(calls.activities, {}, { quiet: true }))
    expect([refused.status, refused.code, refused.message, isUnknownCall(refused)]).toEqual([
      404,
      'NOT_SERVED',
      'words for NOT_SERVED',
      true,
    ])
    expect((await refusedWith(api.call(calls.activities, {}))).code).toBe('NOT_SERVED')
    expect([sent.map(({ url }) => url), effects]).toEqual([['/api/index/activities', '/api/merchant/info'], []])
  })

  test('is not shown where the screen does without the call; a failure of it is', async () => {
    const { api, effects } = answering(() => json({ item: {} }))
    await refusedWith(api.call(calls.activities, {}, { optional: true }))
    expect(effects).toEqual([])
    const failing = scriptedApi(new Response(null, { status: 500 }))
    await refusedWith(failing.api.call(calls.activities, {}, { optional: true }))
    expect(failing.effects).toEqual(['notify'])
  })

  test('is shown when the user has asked for it', async () => {
    const { api, effects } = answering(() => json({ item: {} }))
    await refusedWith(api.call(calls.activities, {}))
    expect(effects).toEqual(['notify'])
  })

  test('ends the session when the account is refused too; all calls ask once', async () => {
    const { api, effects, sent } = answering(unauthorized)
    const waiting = [api.call(calls.activities, {}), api.call(calls.enums, {}), api.call(calls.dashboard, {})].map(refusedWith)
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401, 401])
    expect([asked(sent), effects.filter((effect) => effect === 'logout')]).toEqual([1, ['logout', 'logout', 'logout']])
  })

  test('decides nothing while the account does not answer', async () => {
    const { api, effects, sent } = answering(() => new Response(null, { status: 503 }))
    for (const _ of [1, 2]) expect((await refusedWith(api.call(calls.dashboard, {}))).status).toBe(401)
    expect([asked(sent), effects]).toEqual([2, []])
  })

  test('ends the session at once after a change by the user, and for the account itself', async () => {
    const { api, effects, sent } = scriptedApi(unauthorized)
    await refusedWith(api.call(calls.payinAction, { id: '1', action: 'close' as const }))
    await refusedWith(api.call(calls.merchantInfo, {}))
    expect([sent.length, effects]).toEqual([2, ['clear cookies', 'logout', 'clear cookies', 'logout']])
  })
})

describe('files', () => {
  const csv = 'no,amount\r\n1,10.00\r\n2,20.00\r\n'

  test('a file arrives complete, with its name and progress', async () => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payin-20261121-082431.csv"',
      'x-row-count': '2',
    }
    const progress: unknown[] = []
    const { api } = scriptedApi(new Response(csv, { headers }))
    const { blob, name } = await api.download(calls.exportPayin, {}, {}, (...seen) => progress.push(seen))
    expect([await blob.text(), name, progress.at(-1)]).toEqual([csv, 'payin-20261121-082431.csv', [2, 2]])
  })

  test('a file may take long, but not fall silent for two minutes', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const file = writable.getWriter()
    const { api, effects } = scriptedApi(new Response(readable, { headers: { 'content-type': 'text/csv' } }))
    const refused = refusedWith(api.download(calls.exportPayin, {}))
    for (let chunk = 0; chunk < 3; chunk++) {
      await file.write(new TextEncoder().encode(csv))
      await vi.advanceTimersByTimeAsync(119_000)
    }
    expect(effects).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await refused).toMatchObject({ code: 'TIMEOUT', message: 'words for TIMEOUT' })
    expect(effects).toEqual(['notify'])
    // The connection is closed.
    await expect(file.closed).rejects.toBe(undefined)
  })

  test('JSON instead of a file is the error it contains', async () => {
    const { api, shown } = scriptedApi(json({ error: 'RANGE_INVALID', message: 'm' }, { status: 422 }))
    await refusedWith(api.download(calls.exportPayin, {}))
    expect(shown.map(({ code }) => code)).toEqual(['RANGE_INVALID'])
  })

  test('a web page instead of a file is an error', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } })
    await refusedWith(scriptedApi(page).api.download(calls.exportPayin, {}))
  })
})
