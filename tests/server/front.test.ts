import {
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { json, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { FEATURES_HEADER } from '#contract/features.ts'
import type { ErrorBody } from '#contract/reply.ts'
import type { FrontOptions } from '../../server/front/front.ts'
import { LANGUAGES } from '../../server/texts/languages.ts'
import { closedAddress, openFront, startUpstream } from '../upstream.ts'

type Options = Parameters<typeof openFront>[1] & { tls?: boolean; path?: string }

/** A gateway that answers so, and a front of it. Both end with the test. */
async function open(answer: RequestListener, { tls = false, path = '', ...options }: Options = {}) {
  const upstream = await startUpstream(answer, { tls })
  const front = await openFront(upstream.address + path, options)
  onTestFinished(async () => {
    await front.close()
    await upstream.close()
  })
  return { upstream, front, at: (target: string) => front.address + target }
}

async function openBefore(gateway: string, options: FrontOptions = {}) {
  const front = await openFront(gateway, options)
  onTestFinished(() => front.close())
  return (target: string) => front.address + target
}

/** Sends headers that `fetch` does not. */
async function send(url: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  requestHttp(url, options, resolve).on('error', reject).end()
  return promise
}

const errorOf = async (reply: Response): Promise<[number, string]> => [reply.status, ((await reply.json()) as ErrorBody).error]
const english = { headers: { 'accept-language': 'en' } }

describe('a gateway that does not answer', () => {
  test('an unreachable gateway is 502, to be tried again soon', async () => {
    const at = await openBefore(await closedAddress())
    const reply = await fetch(at('/api/merchant/info'), english)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([502, '5'])
    expect(await reply.json()).toEqual({
      status: 'error',
      error: 'GATEWAY_UNREACHABLE',
      message: 'Can’t reach the gateway. Try again shortly',
      requestId: reply.headers.get('x-request-id'),
    })
    expect(await errorOf(await fetch(await openBefore('http://nowhere.invalid').then((to) => to('/api/x'))))).toEqual([
      502,
      'GATEWAY_UNREACHABLE',
    ])
  })

  test('a connection that is not made in time is 502', async () => {
    // TEST-NET-1 (RFC 5737) is not routed, or refused at once.
    const at = await openBefore('http://192.0.2.1', { limits: { connectMs: 100 } })
    expect(await errorOf(await fetch(at('/api/x')))).toEqual([502, 'GATEWAY_UNREACHABLE'])
  })

  test('a silent gateway is 504, and no second request follows', async () => {
    const { upstream, at } = await open(() => {}, { limits: { answerMs: 100 } })
    expect(await errorOf(await fetch(at('/api/merchant/info')))).toEqual([504, 'GATEWAY_TIMEOUT'])
    expect(await errorOf(await fetch(at('/api/account/withdraw'), { method: 'POST', body: '{}' }))).toEqual([
      504,
      'GATEWAY_TIMEOUT',
    ])
    expect(upstream.received.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('a file may begin later than an ordinary call', async () => {
    const file = Promise.withResolvers<ServerResponse>()
    const answer: RequestListener = ({ url }, response) => {
      if (url === `${calls.exportPayin.path}?x=1`) file.resolve(response)
    }
    const { at } = await open(answer, { limits: { answerMs: 50 } })
    const reply = fetch(at(`${calls.exportPayin.path}?x=1`))
    await file.promise
    expect((await fetch(at('/api/merchant/info'))).status).toBe(504)
    ;(await file.promise).end('late')
    expect(await (await reply).text()).toBe('late')
  })

  test.each<[string, RequestListener]>([
    ['closes the connection', (request) => void request.socket.destroy()],
    ['answers something else', (request) => void request.socket.end('220 mail ready\r\n')],
    ['breaks off in its headers', (request) => void request.socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
  ])('a gateway that %s: the outcome is unknown', async (_, answer) => {
    const { at } = await open(answer)
    expect(await errorOf(await fetch(at('/api/account/withdraw'), { method: 'POST', body: '{}' }))).toEqual([
      502,
      'GATEWAY_ANSWER_LOST',
    ])
  })

  test('its own 503 passes once, as it came', async () => {
    const { upstream, at } = await open((_, response) => void response.writeHead(503, { 'retry-after': '1' }).end('busy'))
    const reply = await fetch(at('/api/merchant/info'))
    expect([reply.status, await reply.text(), upstream.received.length]).toEqual([503, 'busy', 1])
  })

  test.each(LANGUAGES)('says so in the language of the caller: %s', async (language) => {
    const at = await openBefore(await closedAddress())
    const reply = await fetch(at('/api/x'), { headers: { 'accept-language': language } })
    const { textsOf } = await import('../../server/texts/texts.ts')
    expect(((await reply.json()) as ErrorBody).message).toBe(textsOf(language).errors.GATEWAY_UNREACHABLE)
  })
})

describe('TLS', () => {
  test('a certificate that is not trusted is refused, and named in the reply and in the log', async () => {
    const lines: string[] = []
    const logStream = { write: (line: string) => void lines.push(line) }
    const { upstream, at } = await open((_, response) => void response.end('secret'), { tls: true, logStream })
    const reply = await fetch(at('/api/merchant/info'), english)
    expect([reply.status, await reply.json()]).toMatchObject([
      502,
      {
        error: 'GATEWAY_UNREACHABLE',
        message: 'Can’t connect to the gateway securely: its certificate is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT)',
      },
    ])
    expect(upstream.received).toEqual([])
    expect(lines.join('')).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  test('so is a server that does not speak TLS', async () => {
    const upstream = await startUpstream((_, response) => void response.end())
    onTestFinished(() => upstream.close())
    const at = await openBefore(upstream.address.replace('http:', 'https:'))
    const body = (await (await fetch(at('/api/x'), english)).json()) as ErrorBody
    expect([body.error, body.message]).toEqual(['GATEWAY_UNREACHABLE', expect.stringMatching(/certificate .*\(\w+\)/)])
  })
})

describe('the health check', () => {
  test('answers for the front, and says whether the gateway answers', async () => {
    const { at } = await open((_, response) => void response.end('{}'))
    const reply = await fetch(at('/healthz'))
    expect([reply.status, reply.headers.get('cache-control'), await reply.json()]).toEqual([
      200,
      'no-store',
      { status: 'ok', version: expect.any(String), build: expect.any(String), gateway: 'ok' },
    ])
    const away = await openBefore(await closedAddress())
    const other = await fetch(away('/healthz'))
    expect([other.status, await other.json()]).toMatchObject([200, { status: 'ok', gateway: 'away' }])
  })

  test.each([
    [200, 'ok'],
    [401, 'ok'],
    [404, 'ok'],
    [500, 'ok'],
    [502, 'away'],
    [503, 'away'],
    [504, 'away'],
  ])('a gateway that answers %i there is %s', async (status, gateway) => {
    const { at } = await open((_, response) => void response.writeHead(status).end())
    expect(await (await fetch(at('/healthz'))).json()).toMatchObject({ gateway })
  })

  test('asks the gateway at the path of its address, and a silent one for a limited time', async () => {
    const paths: (string | undefined)[] = []
    const { at } = await open(({ url }) => void paths.push(url), { path: '/backoffice/', limits: { checkMs: 50 } })
    expect(await (await fetch(at('/healthz'))).json()).toMatchObject({ gateway: 'away' })
    expect(paths).toEqual(['/backoffice/healthz'])
  })

  test('passes on the features that the gateway announces there, and keeps them while it is away', async () => {
    let status = 200
    const answer: RequestListener = (_, response) =>
      void response.writeHead(status, status === 200 ? { [FEATURES_HEADER]: 'changes, views' } : {}).end()
    const { at } = await open(answer, { limits: { checkEveryMs: 0 } })
    expect((await fetch(at('/healthz'))).headers.get(FEATURES_HEADER)).toBe('changes, views')
    status = 503
    const away = await fetch(at('/healthz'))
    expect([await away.json(), away.headers.get(FEATURES_HEADER)]).toMatchObject([{ gateway: 'away' }, 'changes, views'])
    status = 404
    const without = await fetch(at('/healthz'))
    expect([await without.json(), without.headers.get(FEATURES_HEADER)]).toMatchObject([{ gateway: 'ok' }, null])
  })

  test('knows at once that a call did not reach the gateway', async () => {
    const upstream = await startUpstream((_, response) => void response.end())
    const at = await openBefore(upstream.address)
    const state = async () => ((await (await fetch(at('/healthz'))).json()) as { gateway: string }).gateway
    expect(await state()).toBe('ok')
    await upstream.close()
    expect((await fetch(at('/api/x'))).status).toBe(502)
    expect(await state()).toBe('away')
  })

  test('asks the gateway once for many, and again after a while', async () => {
    let asked = 0
    let status = 200
    const answer: RequestListener = (_, response) => {
      asked++
      response.writeHead(status).end()
    }
    const { at } = await open(answer, { limits: { checkEveryMs: 400 } })
    const state = async () => ((await (await fetch(at('/healthz'))).json()) as { gateway: string }).gateway
    expect(await Promise.all(Array.from({ length: 20 }, state))).toEqual(Array(20).fill('ok'))
    expect(asked).toBe(1)
    status = 503
    await vi.waitFor(async () => expect(await state()).toBe('away'), { interval: 10 })
    expect(asked).toBe(2)
  })
})

describe('the page for a browser', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  test.each([
    ['zh', '网关没有响应'],
    ['en', 'The gateway isn’t responding'],
    ['id', 'Gateway tidak merespons'],
    ['vi', 'Cổng thanh toán không phản hồi'],
    ['es', 'La pasarela no responde'],
  ])('in %s, without a script', async (language, title) => {
    const at = await openBefore(await closedAddress())
    const reply = await fetch(at('/docs/'), { headers: { ...browser, 'accept-language': `${language};q=0.9` } })
    const page = await reply.text()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).not.toMatch(/<script|undefined|\{\w+\}\s*</)
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none';style-src 'sha256-[\w+/]+=*';/)
  })

  test('also where the front has nothing, and never for a call', async () => {
    const { at } = await open((_, response) => void response.end())
    const reply = await fetch(at('/nowhere'), { headers: { ...browser, 'accept-language': 'en' } })
    expect([reply.status, await reply.text()]).toEqual([404, expect.stringContaining('<h1>Not found</h1>')])
    expect(await errorOf(await fetch(at('/nowhere')))).toEqual([404, 'NOT_FOUND'])
    const away = await openBefore(await closedAddress())
    expect(await errorOf(await fetch(away('/api/x'), { method: 'POST', headers: browser }))).toEqual([
      502,
      'GATEWAY_UNREACHABLE',
    ])
  })
})

describe('paths', () => {
  const echo: RequestListener = ({ method, url }, response) => void response.end(`${method} ${url}`)

  test('every path of the contract is proxied, and nothing else', async () => {
    const { at } = await open(echo)
    const paths = Object.values(calls).map(({ path }) => path.replaceAll(/:\w+/g, 'a%20b'))
    for (const path of paths.filter((one) => one !== calls.health.path && one !== calls.metrics.path)) {
      expect(await (await fetch(at(`${path}?a=%2B&a=b+c`))).text()).toBe(`GET ${path}?a=%2B&a=b+c`)
    }
    expect(await (await fetch(at('/docs/'))).text()).toBe('GET /docs/')
    for (const path of ['/apis', '/API/x', '/openapis/x', '/docs.html', '/metrics', '/..%2fapi', '//api/x']) {
      expect([path, (await send(at(path))).statusCode]).toEqual([path, 404])
    }
  })

  test.each(['/api/../metrics', '/api/%2e%2e/metrics', '/api/..%2fmetrics', '/api/..%5cmetrics'])(
    '%s does not leave its prefix',
    async (path) => {
      const { upstream, front } = await open(echo, { path: '/backoffice' })
      const { hostname, port } = new URL(front.address)
      expect((await send(front.address, { hostname, port, path })).statusCode).toBe(400)
      expect(upstream.received).toEqual([])
    },
  )

  test('an address with a path: calls, query and redirects', async () => {
    const { at } = await open(
      (request, response) => {
        if (request.url !== '/backoffice/docs') return echo(request, response as never)
        response.writeHead(308, { location: '/backoffice/docs/' }).end()
      },
      { path: '/backoffice' },
    )
    expect(await (await fetch(at('/api/a%20b?q=%2F'))).text()).toBe('GET /backoffice/api/a%20b?q=%2F')
    expect(await (await fetch(at('/docs'))).text()).toBe('GET /backoffice/docs/')
  })

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s passes', async (method) => {
    const { upstream, at } = await open((_, response) => void response.writeHead(204).end())
    expect((await fetch(at('/api/x'), { method })).status).toBe(204)
    expect(upstream.received.map((request) => request.method)).toEqual([method])
  })

  test('a GET with a body passes without it', async () => {
    const { at } = await open(
      async (request, response) => void response.end(`${await text(request)}|${request.headers['content-type']}`),
    )
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
    requestHttp(at('/api/x'), { headers: { 'content-length': 2, 'content-type': 'application/json' } }, resolve).end('{}')
    expect(await text(await promise)).toBe('|undefined')
  })
})

describe('headers of a request', () => {
  const seen: RequestListener = ({ headers }, response) => void response.end(JSON.stringify(headers))
  const headersAt = async (url: string, headers: Record<string, string | string[]>) =>
    (await json(await send(url, { headers }))) as Record<string, string>

  test('those of the client pass; those of its connection and its claims about its origin do not', async () => {
    const { upstream, at } = await open(seen)
    const headers = await headersAt(at('/api/x'), {
      'merchant-token': 't',
      'accept-language': 'id',
      cookie: 'a=1; b=2',
      'paydesk-signature': 't=1,v1=2',
      connection: 'keep-alive, X-Private',
      'x-private': 'p',
      'keep-alive': 'timeout=5',
      'proxy-connection': 'keep-alive',
      'proxy-authorization': 'Basic x',
      te: 'trailers',
      upgrade: 'h2c',
      forwarded: 'for=6.6.6.6',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-port': '1',
      'x-real-ip': '6.6.6.6',
      expect: '100-continue',
    })
    expect(headers).toEqual({
      'merchant-token': 't',
      'accept-language': 'id',
      cookie: 'a=1; b=2',
      'paydesk-signature': 't=1,v1=2',
      connection: 'keep-alive',
      host: new URL(upstream.address).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(at('/')).host,
    })
  })

  test.each([
    ['127.0.0.1', '9.9.9.9', '9.9.9.9, 127.0.0.1'],
    ['127.0.0.1', '6.6.6.6, 9.9.9.9', '9.9.9.9, 127.0.0.1'],
    ['127.0.0.1, 9.9.9.0/24', '7.7.7.7, 9.9.9.9', '7.7.7.7, 9.9.9.9, 127.0.0.1'],
    ['10.0.0.1', '9.9.9.9', '127.0.0.1'],
  ])('with TRUSTED_PROXIES=%s, X-Forwarded-For: %s becomes %s', async (trusted, sent, passed) => {
    const { at } = await open(seen, { environment: { TRUSTED_PROXIES: trusted } })
    const headers = await headersAt(at('/api/x'), {
      'x-forwarded-for': sent,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'desk.example',
    })
    const isTrusted = trusted !== '10.0.0.1'
    expect(headers['x-forwarded-for']).toBe(passed)
    expect(headers['x-forwarded-proto']).toBe(isTrusted ? 'https' : 'http')
    expect(headers['x-forwarded-host']).toBe(isTrusted ? 'desk.example' : new URL(at('/')).host)
  })
})

describe('headers of a reply', () => {
  test('those of the gateway pass, except those of its connection and of its origin', async () => {
    const answer: RequestListener = (_, response) =>
      void response
        .writeHead(200, {
          server: 'nginx',
          'x-powered-by': 'PHP',
          'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2; Domain=pay.example; Secure'],
          'content-security-policy': "default-src 'self'",
          'content-disposition': Buffer.from('attachment; filename="订单.csv"').toString('latin1'),
          'cache-control': 'private',
          'x-request-id': 'theirs',
          connection: 'keep-alive, X-Hop',
          'x-hop': '1',
          'keep-alive': 'timeout=9',
          'proxy-authenticate': 'Basic',
          'alt-svc': 'h3=":443"',
          'clear-site-data': '"*"',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
        })
        .end(Buffer.from('{}'))
    const { at } = await open(answer)
    const { headers } = await send(at('/api/x'))
    expect(headers).toMatchObject({
      server: 'nginx',
      'x-powered-by': 'PHP',
      'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2; Secure'],
      'content-security-policy': "default-src 'self'",
      'content-disposition': Buffer.from('attachment; filename="订单.csv"').toString('latin1'),
      'cache-control': 'private',
      'x-request-id': 'theirs',
    })
    for (const name of ['x-hop', 'proxy-authenticate', 'alt-svc', 'clear-site-data', 'strict-transport-security']) {
      expect([name, headers[name]]).toEqual([name, undefined])
    }
    expect(headers['keep-alive']).not.toBe('timeout=9')
  })

  test('a reply without a policy or a cache rule gets ours', async () => {
    const { at } = await open((_, response) => void response.setHeader('content-type', 'text/html').end('<script>1</script>'))
    const { headers } = await send(at('/api/x'))
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff'])
  })

  test('the policy lets the console connect to the softphone and to the service of page views', async () => {
    const environment = { SOFTPHONE_SERVER: 'wss://sip.example/ws', ANALYTICS_URL: 'https://stats.example/views' }
    const { at } = await open((_, response) => void response.end(), { environment })
    const policy = String((await send(at('/api/x'))).headers['content-security-policy']).split(';')
    expect(policy.filter((directive) => directive.includes('example'))).toEqual([
      "connect-src 'self' wss://sip.example https://stats.example",
    ])
  })

  test.each([
    ['', '/docs/?a=1#b', '/docs/?a=1#b'],
    ['', 'GATEWAY/login?next=%2F', '/login?next=%2F'],
    ['', 'https://HOST/login', '/login'],
    ['', '../up', '/up'],
    ['', 'https://sso.example/x', 'https://sso.example/x'],
    ['', '//sso.example/x', '//sso.example/x'],
    ['/pay', '/pay/docs/', '/docs/'],
    ['/pay', 'GATEWAY/pay/docs/', '/docs/'],
    ['/pay', 'GATEWAY/pay', '/'],
    ['/pay', '/payments', 'GATEWAY/payments'],
    ['/pay', 'next', '/api/next'],
  ])('with the path "%s", the redirect to %s leads to %s', async (path, location, expected) => {
    let address = ''
    const filled = (value: string) => value.replace('GATEWAY', address).replace('HOST', new URL(address).host)
    const { upstream, at } = await open((_, response) => void response.writeHead(302, { location: filled(location) }).end(), {
      path,
    })
    address = upstream.address
    const { statusCode, headers } = await send(at('/api/x'))
    expect([statusCode, headers.location]).toEqual([302, filled(expected)])
  })

  test('a cookie of the base path is one of the front', async () => {
    const cookies = ['s=1; Path=/pay; HttpOnly', 't=2; path=/pay/api', 'u=3; Path=/payments', 'v=4']
    const { at } = await open((_, response) => void response.writeHead(200, { 'set-cookie': cookies }).end(), { path: '/pay' })
    expect((await send(at('/api/x'))).headers['set-cookie']).toEqual([
      's=1; Path=/; HttpOnly',
      't=2; path=/api',
      'u=3; Path=/payments',
      'v=4',
    ])
  })
})
