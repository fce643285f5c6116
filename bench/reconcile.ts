import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { chromiumPath } from '../tests/browser/chromium.ts'
import { listenOnLoopback } from '../tests/loopback.ts'
import { buildConsole } from './builtConsole.ts'
import { openEmbedded } from './fixture.ts'
import { measureFlow } from './reconcile/flow.ts'
import type { Measured } from './reconcile/page.ts'
import { quantile } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const LINES = 100_000
const ROUNDS = 3
const PARSE_AND_MATCH_MS = 3_000
const TASK_MS = 50
const MEMORY_MB = 300
const FETCH_MS = 30_000
const BUCKETS_MS = 1_000
const KEY_MS = 33

/** Of the demo, so that about as many payins as lines were paid. */
const GATEWAY_ORDERS = 170_000

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Measures the engine alone, then the whole flow in the console. */
export async function measureReconcile(): Promise<void> {
  await measureEngine()
  await measureConsole()
}

async function measureConsole(): Promise<void> {
  const { dist } = await buildConsole()
  const fixture = await openEmbedded(GATEWAY_ORDERS, dist)
  const browser = await launchOptimizing()
  try {
    const { lines, orders, read, fetched, buckets, whole, key, longestTask } = await measureFlow(browser, fixture, LINES)
    const row = (name: string, value: number, bound?: number) => [
      name,
      figure(value),
      bound === undefined ? '' : verdict(value, bound),
    ]
    print(
      `Reconcile in the console: ${lines.toLocaleString('en')} lines, ${orders.toLocaleString('en')} orders of their days on the embedded database. Milliseconds`,
      ['', 'once', 'bound'],
      [
        row('file chosen to columns', read),
        row('columns confirmed to the last order', fetched, FETCH_MS),
        row('last order to the buckets', buckets, BUCKETS_MS),
        row('columns confirmed to the rows', whole),
        row('key to paint in the rows, p95', key, KEY_MS),
        row('longest task of the page', longestTask, TASK_MS),
      ],
    )
  } finally {
    await browser.close()
    await fixture.close()
  }
}

/** Reading and matching a statement in the worker, beside a worker that only parses and joins. */
async function measureEngine(): Promise<void> {
  const dist = await buildPage()
  const server = createServer(({ url = '/' }, reply) => {
    const name = new URL(url, 'http://localhost').pathname
    const file = join(dist, name === '/' ? 'index.html' : name)
    reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    reply.end(readFileSync(file))
  })
  const { port, close } = await listenOnLoopback(server)
  const browser = await launchOptimizing()
  const samples: Measured[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${port}/`)
      samples.push(
        await page.evaluate(
          (count) => (globalThis as unknown as { measure(count: number): Promise<Measured> }).measure(count),
          LINES,
        ),
      )
      await page.close()
    }
  } finally {
    await browser.close()
    await close()
    rmSync(dist, { recursive: true, force: true })
  }
  const middle = (pick: (one: Measured) => number) => quantile(samples.map(pick), 0.5)
  const floor = middle((one) => one.bare)
  const both = middle((one) => one.read + one.match)
  const memory = Number(
    execFileSync(process.execPath, ['--expose-gc', join(import.meta.dirname, 'reconcile/memory.ts'), String(LINES)], {
      encoding: 'utf8',
    }),
  )
  const row = (name: string, value: number, bound?: number) => [
    name,
    figure(value),
    times(value, floor),
    bound === undefined ? '' : verdict(value, bound),
  ]
  print(
    `Reconcile: ${LINES.toLocaleString('en')} lines with as many orders, ${samples[0]!.matched.toLocaleString('en')} matched. Milliseconds`,
    ['', 'median', 'of bare', 'bound'],
    [
      row('read and match', both, PARSE_AND_MATCH_MS),
      row(
        'read, columns detected',
        middle((one) => one.read),
      ),
      row(
        'match',
        middle((one) => one.match),
      ),
      row(
        'match lines without a number',
        middle((one) => one.unnumbered),
        PARSE_AND_MATCH_MS,
      ),
      row(
        'orders sent to the worker',
        middle((one) => one.orders),
      ),
      row(
        'first 100 rows',
        middle((one) => one.rows),
      ),
      row(
        'a mark',
        middle((one) => one.key),
      ),
      row('bare worker: parse and join', floor),
      [
        'longest task of the page',
        figure(middle((one) => one.longestTask)),
        '',
        verdict(
          middle((one) => one.longestTask),
          TASK_MS,
        ),
      ],
      ['memory of the worker, MB', figure(memory), '', verdict(memory, MEMORY_MB)],
    ],
  )
}

/** With the optimizing compiler, which the browser of short tests does without: a reconciliation lasts as long as it needs. */
const launchOptimizing = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

async function buildPage(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'paydesk-bench-reconcile-'))
  await build({
    root: join(import.meta.dirname, 'reconcile'),
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2023' },
    worker: { format: 'es' },
  })
  return outDir
}
