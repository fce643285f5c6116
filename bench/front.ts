import { createServer, type Server } from 'node:http'
import { Client, type Dispatcher } from 'undici'
import { calls } from '#contract/calls.ts'
import { listenOnLoopback } from '../tests/loopback.ts'
import { openFront } from '../tests/upstream.ts'
import { createBareProxy } from './bareProxy.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const ADDED_MS = 2
const WARM = 100
const ROUNDS = 1_500

const PAGE = Buffer.from(
  JSON.stringify({ status: 'ok', item: Array(10).fill({ id: '1'.repeat(19), remark: 'x'.repeat(780) }) }),
)
const FILE = Buffer.alloc(4 * 1024 * 1024, 'x')

interface Work {
  name: string
  rounds: number
  request: Dispatcher.RequestOptions
  isHeld: boolean
}

const WORKS: readonly Work[] = [
  { name: 'a page of rows, 8 kB', rounds: ROUNDS, request: { method: 'GET', path: calls.merchantInfo.path }, isHeld: true },
  {
    name: 'a form of 2 kB',
    rounds: ROUNDS,
    request: { method: 'POST', path: calls.login.path, body: 'x'.repeat(2_000) },
    isHeld: true,
  },
  { name: 'a file of 4 MB', rounds: 60, request: { method: 'GET', path: calls.exportPayin.path }, isHeld: false },
]

type Way = 'direct' | 'bare' | 'front'

/** Measures what the front adds to a call of a bare proxy, in front of a gateway that answers at once. */
export async function measureFront(): Promise<void> {
  const gateway = createServer((request, response) => {
    request.resume().on('end', () => {
      const body = request.url === calls.exportPayin.path ? FILE : PAGE
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    })
  })
  const direct = await listening(gateway)
  const bare = await listening(createBareProxy(direct.address))
  const front = await openFront(direct.address)
  const clients = {
    direct: new Client(direct.address),
    bare: new Client(bare.address),
    front: new Client(front.address),
  }
  const rows: string[][] = []
  for (const work of WORKS) rows.push(rowOf(work, await timed(clients, work)))
  await Promise.all(Object.values(clients).map((client) => client.close()))
  await front.close()
  for (const { close } of [bare, direct]) await close()
  print(
    'Front: milliseconds, p50 and p95, one call after the other; added is the front less the bare proxy',
    ['', 'direct', 'p95', 'bare proxy', 'p95', 'front', 'p95', 'of bare', 'p95', 'added', 'p95', 'held to'],
    rows,
  )
}

async function listening(server: Server): Promise<{ address: string; close(): Promise<void> }> {
  const { port, close } = await listenOnLoopback(server)
  return { address: `http://127.0.0.1:${port}`, close }
}

/** The ways alternate, so that other load on the machine affects all of them. */
async function timed(clients: Record<Way, Client>, { name, rounds, request }: Work): Promise<Record<Way, number[]>> {
  const spent: Record<Way, number[]> = { direct: [], bare: [], front: [] }
  const warm = Math.min(WARM, rounds)
  for (let round = 0; round < warm + rounds; round++) {
    for (const way of shuffled(Object.keys(clients) as Way[])) {
      const began = performance.now()
      const { statusCode, body } = await clients[way].request(request)
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      if (statusCode !== 200) throw new Error(`${name}, ${way}: ${statusCode}`)
      if (round >= warm) spent[way].push(performance.now() - began)
    }
  }
  return spent
}

function rowOf({ name, isHeld }: Work, spent: Record<Way, number[]>): string[] {
  const at = (way: Way, share: number) => quantile(spent[way], share)
  const pair = (way: Way) => [figure(at(way, 0.5)), figure(at(way, 0.95))]
  const added = (share: number) => at('front', share) - at('bare', share)
  return [
    name,
    ...pair('direct'),
    ...pair('bare'),
    ...pair('front'),
    times(at('front', 0.5), at('bare', 0.5)),
    times(at('front', 0.95), at('bare', 0.95)),
    figure(added(0.5)),
    figure(added(0.95)),
    isHeld ? verdict(added(0.95), ADDED_MS) : '',
  ]
}
