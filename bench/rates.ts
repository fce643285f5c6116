import { databaseName, type Fixture } from './fixture.ts'
import { quantile, shuffled } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const OF_BARE = 2
const CLIENTS = 8
const ROUNDS = 7
const ROUND_MS = 1_000

/** The same work in one bare statement, and through the gateway's function after authentication. */
export interface Pair<Input> {
  bare(input: Input): Promise<unknown>
  gateway(input: Input): Promise<unknown>
}

type Way = keyof Pair<unknown>

/** Measures the throughput of eight clients for each kind of input. */
export async function measureRates<Input>(
  title: string,
  fixture: Fixture,
  pair: Pair<Input>,
  inputs: Readonly<Record<string, () => Input>>,
): Promise<void> {
  const rows: string[][] = []
  for (const [name, input] of Object.entries(inputs)) {
    const done = await rates(pair, input)
    const [bare, gateway] = [quantile(done.bare, 0.5), quantile(done.gateway, 0.5)]
    rows.push([name, figure(bare), figure(gateway), times(bare, gateway), verdict(bare / gateway, OF_BARE)])
  }
  print(
    `${title} on ${databaseName(fixture)}: a second, ${CLIENTS} clients`,
    ['', 'bare', 'gateway', 'of bare', 'held to'],
    rows,
  )
}

/** The variants alternate; returns the calls per second of each round. */
async function rates<Input>(pair: Pair<Input>, input: () => Input): Promise<Record<Way, number[]>> {
  const done: Record<Way, number[]> = { bare: [], gateway: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of shuffled(Object.keys(done) as Way[])) {
      const began = performance.now()
      let count = 0
      const client = async () => {
        for (; performance.now() < began + ROUND_MS; count++) await pair[way](input())
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      done[way].push((count * 1_000) / (performance.now() - began))
    }
  }
  return done
}
