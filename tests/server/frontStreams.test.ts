import { once } from 'node:events'
import { type IncomingMessage, type RequestListener, request as requestHttp, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { calls } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/reply.ts'
import { BODY_LIMIT } from '../../server/http/createApp.ts'
import { closedAddress, openFront, startUpstream } from '../upstream.ts'

const EXPORT = calls.exportPayin.path
const MB = 1024 * 1024

type Options = Parameters<typeof openFront>[1]

async function open(answer: RequestListener, options: Options = {}) {
  const upstream = await startUpstream((request, response) =>
    request.url === '/healthz' ? response.end() : answer(request, response),
  )
  const front = await openFront(upstream.address, options)
  onTestFinished(async () => {
    await front.close()
    await upstream.close()
  })
  return { upstream, front, at: (target: string) => front.address + target }
}

/** Starts a request and waits for the head of its reply. */
async function head(url: string, options: { headers?: Record<string, string> } = {}) {
  const request = requestHttp(url, options)
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  request.end()
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  return { request, reply }
}

/** A request whose reply is not read, on a socket of its own. */
async function stalled(address: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.pause()
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nhost: front\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Writes pieces until the connection takes no more; then waits for it. Returns the bytes accepted so far. */
function pour(response: ServerResponse, total: number): { readonly bytes: number } {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const poured = { bytes: 0 }
  const more = () => {
    while (poured.bytes < total && !response.destroyed) {
      poured.bytes += piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
  return poured
}

test('the first bytes of a file arrive before the last are sent', async () => {
  let response: ServerResponse | undefined
  const { at } = await open((_, answer) => {
    response = answer
    answer.write('one\n')
  })
  const { reply } = await head(at(EXPORT))
  const pieces = reply.iterator()
  expect(String((await pieces.next()).value)).toBe('one\n')
  response!.end('two\n')
  expect(String((await pieces.next()).value)).toBe('two\n')
  expect((await pieces.next()).done).toBe(true)
})

test('the head of an event stream arrives before its first event, and each event at once', async () => {
  let response: ServerResponse | undefined
  const { at } = await open((_, answer) => {
    response = answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.flushHeaders()
  })
  const { reply } = await head(at(calls.events.path))
  expect(reply.headers['content-type']).toBe('text/event-stream')
  const pieces = reply.iterator()
  for (const event of ['data: payin\n\n', ': silence\n\n']) {
    response!.write(event)
    expect(String((await pieces.next()).value)).toBe(event)
  }
})

test('a stream that keeps moving has no end, a silent one has', async () => {
  const { at } = await open(
    (request, response) => {
      response.write('begun\n')
      if (request.url !== EXPORT) return
      const timer = setInterval(() => response.write('more\n'), 50)
      response.once('close', () => clearInterval(timer))
    },
    { limits: { answerMs: 200, idleMs: 200 } },
  )
  const moving = await head(at(EXPORT))
  let received = 0
  moving.reply.on('data', (piece: Buffer) => {
    received += piece.length
  })
  const { reply } = await head(at('/api/x'))
  reply.resume()
  const [error] = (await once(reply, 'error')) as [NodeJS.ErrnoException]
  expect([error.code, reply.complete]).toEqual(['ECONNRESET', false])
  const before = received
  await vi.waitFor(() => expect(received).toBeGreaterThan(before + 20))
  expect(moving.reply.destroyed).toBe(false)
  moving.request.destroy()
})

test('a gateway that breaks off in the middle leaves no reply that looks complete', async () => {
  const { at } = await open((_, response) => {
    response.write('half')
    response.once('drain', () => {})
    setImmediate(() => response.destroy())
  })
  const { reply } = await head(at(EXPORT))
  reply.resume()
  await once(reply, 'error')
  expect(reply.complete).toBe(false)
})

test('sixty clients that read nothing hold back the gateway, and hold little memory', async () => {
  const poured: { readonly bytes: number }[] = []
  const { front, at } = await open((_, response) => {
    poured.push(pour(response, 64 * MB))
  })
  const heldBytes = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = heldBytes()
  const clients = await Promise.all(Array.from({ length: 60 }, () => stalled(front.address, EXPORT)))
  const sum = () => poured.reduce((bytes, one) => bytes + one.bytes, 0)
  await vi.waitFor(() => expect(poured).toHaveLength(60), { timeout: 60_000 })
  let last = -1
  await vi.waitFor(
    () => {
      const now = sum()
      const isStill = now === last
      last = now
      expect(isStill).toBe(true)
    },
    { interval: 200, timeout: 60_000 },
  )
  // The rest of what was poured lies in the buffers of the kernel.
  expect(Math.max(...poured.map(({ bytes }) => bytes))).toBeLessThan(32 * MB)
  expect(heldBytes() - before).toBeLessThan(60 * MB)
  expect((await fetch(at('/healthz'))).status).toBe(200)
  for (const client of clients) client.destroy()
}, 150_000)

test('a client that takes nothing is disconnected', async () => {
  const { upstream, front } = await open((_, response) => void pour(response, 64 * MB), { limits: { idleMs: 300 } })
  await stalled(front.address, EXPORT)
  await vi.waitFor(() => expect(upstream.received).toHaveLength(1))
  await vi.waitFor(() => expect(upstream.received[0]!.socket.destroyed).toBe(true), { timeout: 10_000 })
})

test('a client that leaves ends the request to the gateway', async () => {
  const { upstream, at } = await open((_, response) => void pour(response, 64 * MB))
  const { request } = await head(at(EXPORT))
  request.destroy()
  await vi.waitFor(() => expect(upstream.received[0]!.socket.destroyed).toBe(true))
})

test('a client that leaves before the first byte ends the request to the gateway, and other clients get their replies', async () => {
  const answers: ServerResponse[] = []
  const lines: string[] = []
  const { upstream, at } = await open((_, response) => void answers.push(response), {
    logStream: { write: (line) => void lines.push(line) },
  })
  // The console is not built for this test, and that is logged.
  lines.length = 0
  const leaving = ['GET', 'POST'].map((method) => requestHttp(at('/api/x'), { method }).on('error', () => {}))
  for (const request of leaving) request.end()
  const staying = fetch(at('/api/y'))
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  for (const request of leaving) request.destroy()
  await vi.waitFor(() =>
    expect(upstream.received.map(({ url, socket }) => [url, socket.destroyed]).sort()).toEqual([
      ['/api/x', true],
      ['/api/x', true],
      ['/api/y', false],
    ]),
  )
  answers.find(({ req }) => req.url === '/api/y')!.end('here')
  expect(await (await staying).text()).toBe('here')
  expect(lines).toEqual([])
})

test('an upload streams: its first bytes arrive before the last are sent', async () => {
  const arrived: string[] = []
  const { at } = await open((request, response) => {
    request.on('data', (piece: Buffer) => arrived.push(String(piece)))
    request.on('end', () => response.end(arrived.join('')))
  })
  const request = requestHttp(at('/api/x'), { method: 'POST', headers: { 'content-type': 'application/octet-stream' } })
  request.write('first ')
  await vi.waitFor(() => expect(arrived).toEqual(['first ']))
  request.end('last')
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  expect(String(Buffer.concat(await reply.toArray()))).toBe('first last')
})

test.each(['stated', 'not stated'])('a body over the limit is refused when its length is %s', async (length) => {
  let bytes = 0
  let isWhole = false
  const { at } = await open((request, response) => {
    request.on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    request.on('error', () => {})
    request.on('end', () => {
      isWhole = true
      response.end()
    })
  })
  const body = Buffer.alloc(BODY_LIMIT + 1)
  const request = requestHttp(at('/api/x'), {
    method: 'POST',
    headers: { 'accept-language': 'en', ...(length === 'stated' && { 'content-length': body.length }) },
  })
  request.on('error', () => {})
  onTestFinished(() => void request.destroy())
  request.write(body)
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  const { error } = JSON.parse(String(Buffer.concat(await reply.toArray()))) as ErrorBody
  expect([reply.statusCode, error, reply.headers.connection]).toEqual([413, 'BODY_TOO_LARGE', 'close'])
  expect([isWhole, bytes <= BODY_LIMIT]).toEqual([false, true])
})

test('a body of the limit passes', async () => {
  const { at } = await open(async (request, response) => {
    let bytes = 0
    for await (const piece of request) bytes += (piece as Buffer).length
    response.end(String(bytes))
  })
  for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
    const request = requestHttp(at('/api/x'), { method: 'POST', headers })
    request.end(Buffer.alloc(BODY_LIMIT))
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    expect(String(Buffer.concat(await reply.toArray()))).toBe(String(BODY_LIMIT))
  }
})

test('an upload that breaks off does not arrive as a whole one', async () => {
  let isWhole = false
  const { upstream, at } = await open((request) => {
    request.on('error', () => {})
    request.on('end', () => {
      isWhole = true
    })
  })
  const request = requestHttp(at('/api/x'), { method: 'POST' })
  request.on('error', () => {})
  request.write('{"half":')
  await vi.waitFor(() => expect(upstream.received).toHaveLength(1))
  request.destroy()
  await vi.waitFor(() => expect(upstream.received[0]!.socket.destroyed).toBe(true))
  expect(isWhole).toBe(false)
})

test('the front stops while streams are open: an export in progress ends first, event streams and WebSockets at once', async () => {
  let exported: ServerResponse | undefined
  const upstream = await startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': request.url === EXPORT ? 'text/csv' : 'text/event-stream' })
    response.write('begun')
    if (request.url === EXPORT) exported = response
  })
  onTestFinished(() => upstream.close())
  new WebSocketServer({ server: upstream.server })
  const front = await openFront(upstream.address)
  const events = await head(front.address + calls.events.path)
  const file = await head(front.address + EXPORT)
  const socket = new WebSocket(`${front.address.replace('http', 'ws')}/api/live`)
  await once(socket, 'open')
  const ended = Promise.all([once(events.reply.resume(), 'error'), once(socket, 'close')])
  const closed = front.close()
  await ended
  exported!.end(', ended')
  expect(String(Buffer.concat(await file.reply.toArray()))).toBe('begun, ended')
  await closed
})

test('WebSockets pass with their protocol, their headers and large messages', async () => {
  const { upstream, front } = await open((_, response) => void response.end())
  const server = new WebSocketServer({
    server: upstream.server,
    handleProtocols: (offered) => (offered.has('two') ? 'two' : false),
  })
  let headers: IncomingMessage['headers'] = {}
  let path: string | undefined
  server.on('connection', (socket, request) => {
    headers = request.headers
    path = request.url
    socket.send('welcome')
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  const socket = new WebSocket(`${front.address.replace('http', 'ws')}/api/live?x=%2F`, ['one', 'two'], {
    headers: { 'merchant-token': 't', 'x-forwarded-for': '6.6.6.6' },
  })
  const [welcome] = (await once(socket, 'message')) as [Buffer]
  expect([String(welcome), socket.protocol, path]).toEqual(['welcome', 'two', '/api/live?x=%2F'])
  expect(headers).toMatchObject({ 'merchant-token': 't', 'x-forwarded-for': '127.0.0.1', host: new URL(upstream.address).host })
  const large = Buffer.alloc(4 * MB, 'y')
  socket.send(large)
  expect(((await once(socket, 'message')) as [Buffer])[0].equals(large)).toBe(true)
  socket.close(4001)
  expect((await once(socket, 'close'))[0]).toBe(4001)
})

test.each<[string, string, RequestListener, number]>([
  ['the gateway’s own refusal', '/api/live', (_, response) => void response.writeHead(401).end('no'), 401],
  ['a path that is not proxied', '/live', (_, response) => void response.end(), 404],
])('a refused WebSocket gets %s', async (_, path, answer, status) => {
  const { front } = await open(answer)
  const socket = new WebSocket(front.address.replace('http', 'ws') + path)
  socket.on('error', () => {})
  const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  expect(reply.statusCode).toBe(status)
  socket.terminate()
})

test('a WebSocket of a gateway that is away is 502, and of a silent one 504', async () => {
  const { upstream, front } = await open(() => {}, { limits: { answerMs: 100 } })
  upstream.server.on('upgrade', (_, socket) => void onTestFinished(() => void socket.destroy()))
  const away = await openFront(await closedAddress())
  onTestFinished(() => away.close())
  const statusAt = async (address: string) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/live`)
    socket.on('error', () => {})
    const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
    socket.terminate()
    return reply.statusCode
  }
  expect([await statusAt(front.address), await statusAt(away.address)]).toEqual([504, 502])
})
