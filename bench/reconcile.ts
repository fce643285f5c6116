import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { chromiumPath, launchChromium } from '../tests/browser/chromium.ts'
import type { Measured } from './reconcile/page.ts'
import { quantile } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const LINES = 100_000
const ROUNDS = 3
const PARSE_AND_MATCH_MS = 3_000
const TASK_MS = 50
const MEMORY_MB = 300

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Measures reading and matching a statement in the worker, beside a worker that only parses and joins. */
export async function measureReconcile(): Promise<void> {
  const dist = await buildPage()
  const server = createServer(({ url = '/' }, reply) => {
    const name = new URL(url, 'http://localhost').pathname
    const file = join(dist, name === '/' ? 'index.html' : name)
    reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    reply.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchChromium(await chromiumPath())
  const samples: Measured[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
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
    server.close()
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
