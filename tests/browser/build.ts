import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { waitForAddress } from '../gatewayAddress.ts'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of a real gateway with demo data that serves the built console. */
    console: string
    /** Folder of that build. */
    dist: string
    /** Path of the browser executable. */
    chromium: string
  }
}

const root = resolve(import.meta.dirname, '../..')
const PATH = process.env.PATH

/** A file in the build that identifies the gateway of this run. */
export const RUN_MARKER = 'mark.txt'

/** Number of demo orders. Some thousands of them belong to the demo merchant. */
const ORDERS = '9000'

/** Runs once: builds the console for production and starts a gateway with new demo data. The teardown removes both. */
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
    if ((await textAt(`${address}/${RUN_MARKER}`)) !== mark) throw new Error(`another server answers at ${address}`)
    provide('console', address)
    provide('dist', dist)
    provide('chromium', await chromiumPath())
  } catch (fault) {
    await teardown()
    throw fault
  }
  return teardown
}

/** Builds in a process of its own: the environment of the test runner would select React's development build. */
async function build(dist: string): Promise<void> {
  const args = ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', relative(root, dist)]
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', ...args], { cwd: root, env: { PATH } })
}

/** Starts a gateway process that serves this build. */
export const startGateway = (dist: string, settings: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [join(root, 'tests/browser/gateway.ts'), dist], {
    env: { PATH, PORT: '0', RATE_LIMIT: '100000', ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })

const textAt = async (url: string): Promise<string> => (await fetch(url)).text()
