import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guard } from '../../server/callbacks/guard.ts'
import { hostResolver } from '../../server/callbacks/resolveHost.ts'
import { send } from '../../server/callbacks/send.ts'
import { systemClock } from '../../server/clock.ts'
import { type Endpoint, startEndpoint } from '../endpoint.ts'

/** A name server that knows the addresses of some names, and never answers for `*.tar.example`. */
const ADDRESSES: Record<string, string[]> = {
  'good.example': ['127.0.0.1'],
  'public.example': ['93.184.216.34'],
  'both.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'rebinding.example': ['93.184.216.34', '10.0.0.1'],
}

let nameServer: Socket
let servers: string[]
let endpoint: Endpoint
let folder: string
let asked = 0

beforeAll(async () => {
  endpoint = await startEndpoint()
  folder = await mkdtemp(join(tmpdir(), 'paydesk-hosts-'))
  nameServer = createSocket('udp4').bind(0, '127.0.0.1')
  nameServer.on('message', (query, { port, address }) => {
    asked++
    const reply = answerTo(query)
    if (reply !== null) nameServer.send(reply, port, address)
  })
  await once(nameServer, 'listening')
  servers = [`127.0.0.1:${nameServer.address().port}`]
})
afterAll(async () => {
  nameServer.close()
  await endpoint.close()
  await rm(folder, { recursive: true })
})

const TYPES = { 1: (address: string) => address.split('.').map(Number), 28: ipv6Bytes } as const

/** The addresses of the name in a DNS message, "no such name" when it has none, and null for names that are not answered. */
function answerTo(query: Buffer): Buffer | null {
  const labels: string[] = []
  let end = 12
  for (; query[end] !== 0; end += query[end]! + 1) labels.push(query.toString('latin1', end + 1, end + 1 + query[end]!))
  const name = labels.join('.').toLowerCase()
  if (name.endsWith('.tar.example')) return null
  const type = query.readUInt16BE(end + 1) as keyof typeof TYPES
  const known = ADDRESSES[name]
  const answers = (known ?? []).filter((address) => address.includes(':') === (type === 28)).map(TYPES[type])
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  const records = answers.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]))
  return Buffer.concat([header, query.subarray(12, end + 5), ...records])
}

function ipv6Bytes(address: string): number[] {
  const [head = '', tail = ''] = address.split('::')
  const words = (text: string) => text.split(':').flatMap((word) => (word === '' ? [] : [Number.parseInt(word, 16)]))
  const [first, last] = [words(head), words(tail)]
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
  return all.flatMap((word) => [word >> 8, word & 0xff])
}

const open = (allowPrivate = true) => guard({ allowPrivate, demoOrigin: null, resolve: hostResolver({ servers }) })

const post = (host: string, addressGuard = open(), stop = new AbortController().signal) =>
  send(
    `http://${host}:${new URL(endpoint.address).port}/`,
    { headers: {}, body: '' },
    { guard: addressGuard, clock: systemClock, stop, timeoutMs: 20_000 },
  )

test('callbacks to names whose name server is silent hold up no other name, and no name of the system', async () => {
  const stop = new AbortController()
  const before = asked
  const silent = Array.from({ length: 16 }, (_, n) => post(`a${n}.tar.example`, open(), stop.signal))
  await expect.poll(() => asked).toBeGreaterThanOrEqual(before + 32)
  const started = performance.now()
  const [healthy] = await Promise.all([post('good.example'), lookup('localhost')])
  expect([healthy.outcome, performance.now() - started < 1_500]).toEqual(['ACKNOWLEDGED', true])
  stop.abort()
  expect((await Promise.all(silent)).map(({ outcome }) => outcome)).toEqual(silent.map(() => 'INTERRUPTED'))
})

test('a name without an answer, and one that does not exist, is unreachable', async () => {
  const [silent, unknown] = await Promise.all([post('b.tar.example'), post('unknown.example')])
  expect([silent.outcome, silent.error]).toEqual(['UNREACHABLE', 'queryA ETIMEOUT b.tar.example'])
  expect([unknown.outcome, unknown.error]).toEqual(['UNREACHABLE', 'queryA ENOTFOUND unknown.example'])
  expect(silent.latency).toBeLessThan(9_500)
})

test('a name has the addresses of both families', async () => {
  const addresses = await hostResolver({ servers })('both.example')
  expect(addresses).toEqual([
    { address: '93.184.216.34', family: 4 },
    { address: '2606:2800:220:1::1', family: 6 },
  ])
})

test('a name with a private address among its addresses is refused', async () => {
  const { outcome, error } = await post('rebinding.example', open(false))
  expect([outcome, error]).toEqual(['REFUSED_ADDRESS', 'rebinding.example is 10.0.0.1, which is not public'])
})

test('names of the hosts file and of this machine are not asked of name servers, and are refused where they are private', async () => {
  const hostsFile = join(folder, 'hosts')
  await writeFile(
    hostsFile,
    '127.0.0.1 localhost\n# 10.0.0.2 shop.test\n127.0.0.1\tother.test Shop.Test # a shop\n::1 shop.test\nx shop.test\n',
  )
  const resolve = hostResolver({ servers, hostsFile })
  const before = asked
  expect(await resolve('shop.test')).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
  expect((await resolve('localhost')).map(({ address }) => address)).toContain('127.0.0.1')
  expect((await post('localhost')).outcome).toBe('ACKNOWLEDGED')
  const closed = guard({ allowPrivate: false, demoOrigin: null, resolve })
  expect([(await post('localhost', closed)).outcome, (await post('shop.test', closed)).outcome]).toEqual([
    'REFUSED_ADDRESS',
    'REFUSED_ADDRESS',
  ])
  expect(asked).toBe(before)
  await expect(hostResolver({ servers, hostsFile: join(folder, 'none') })('shop.test')).rejects.toThrow('ENOTFOUND')
})
