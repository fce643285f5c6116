import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built console stands in front of a real gateway with the demo in it. */
    console: string
    /** The folder of that build. */
    dist: string
    /** The browser, ready to be launched. */
    chromium: string
  }
}

const root = resolve(import.meta.dirname, '../..')
const PATH = process.env.PATH

/** A file of this run beside the console: whoever has it is the gateway of this run. */
export const RUN_MARKER = 'mark.txt'

/** Orders of the demo: the merchant's own are some thousands. */
const ORDERS = '9000'

/** Once per run: the console as it is shipped, and a gateway in front of a fresh demo. All of it is gone afterwards. */
export async function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-browser-'))
  let gateway: ChildProcess | null = null
  async function teardown() {
    if (gateway?.kill('SIGTERM') === true) await once(gateway, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const dist = join(folder, 'dist')
    await build(dist)
    const mark = randomUUID()
    writeFileSync(join(dist, RUN_MARKER), mark)
    gateway = startGateway(dist, { DATA_DIR: join(folder, 'data'), SEED_ORDERS: ORDERS })
    const address = await waitForAddress(gateway)
    if ((await textAt(`${address}/${RUN_MARKER}`)) !== mark) throw new Error(`somebody else answers at ${address}`)
    provide('console', address)
    provide('dist', dist)
    provide('chromium', await chromiumPath())
  } catch (fault) {
    await teardown()
    throw fault
  }
  return teardown
}

/** In a process of its own: in this one everything believes that it is tested, and React would be built for developers. */
async function build(dist: string): Promise<void> {
  const args = ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', relative(root, dist)]
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', ...args], { cwd: root, env: { PATH } })
}

/** A gateway of its own, that serves this build. */
export const startGateway = (dist: string, settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [join(root, 'tests/browser/gateway.ts'), dist], {
    env: { PATH, PORT: '0', RATE_LIMIT: '100000', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })

/** What the gateway says it listens on; rejects when it ends before it says so. */
export async function waitForAddress(gateway: ChildProcess): Promise<string> {
  let said = ''
  const address = Promise.withResolvers<string>()
  gateway.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    const [, found] = /Paydesk \S+ {2}(http:\S+)/.exec(said) ?? []
    if (found !== undefined) address.resolve(found)
  })
  gateway.once('exit', (code) => address.reject(new Error(`the gateway ended with ${code}: ${said}`)))
  return address.promise
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text()
