import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDatabase, type PostgresTemplate } from '../databases.setup.ts'
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
export async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-browser-'))
  let gateway: RunningGateway | null = null
  async function teardown() {
    await gateway?.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const dist = join(folder, 'dist')
    await build(dist)
    const mark = randomUUID()
    writeFileSync(join(dist, RUN_MARKER), mark)
    gateway = await startGateway({ dist, postgres: project.getProvidedContext().postgres }, { SEED_ORDERS: ORDERS })
    const { address } = gateway
    if ((await textAt(`${address}/${RUN_MARKER}`)) !== mark) throw new Error(`another server answers at ${address}`)
    project.provide('console', address)
    project.provide('dist', dist)
    project.provide('chromium', await chromiumPath())
  } catch (fault) {
    await teardown()
    throw fault
  }
  return teardown
}

/** Builds in a process of its own: the environment of the test runner would select React's development build. */
export async function build(dist: string): Promise<void> {
  const args = ['build', '--logLevel', 'error', '--emptyOutDir', '--outDir', relative(root, dist)]
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', ...args], { cwd: root, env: { PATH } })
}

export interface RunningGateway {
  address: string
  /** Ends the gateway and removes its data. */
  close(): Promise<void>
}

/** Starts a gateway process that serves a build, with demo data in a database of its own: on the server if there is one. */
export async function startGateway(
  { dist, postgres }: { dist: string; postgres: PostgresTemplate | null },
  settings: Record<string, string>,
): Promise<RunningGateway> {
  const { environment, remove } = postgres === null ? newFolder() : await newDatabase(postgres)
  const gateway = spawn(process.execPath, [join(root, 'tests/browser/gateway.ts'), dist], {
    env: { PATH, PORT: '0', RATE_LIMIT: '100000', SEED: 'demo', TRAFFIC: 'off', ...environment, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  async function close() {
    if (gateway.kill('SIGTERM')) await once(gateway, 'exit')
    await remove()
  }
  try {
    return { address: await waitForAddress(gateway), close }
  } catch (fault) {
    await close()
    throw fault
  }
}

interface Place {
  environment: Record<string, string>
  remove(): Promise<void>
}

function newFolder(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-data-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { environment: { DATA_DIR: join(folder, 'data') }, remove }
}

async function newDatabase(postgres: PostgresTemplate): Promise<Place> {
  const { url, drop } = await createDatabase(postgres)
  // Another run drops databases without connections. The gateway connects only after its start.
  const held = new pg.Client(url)
  await held.connect()
  async function remove() {
    await held.end()
    await drop()
  }
  return { environment: { DATABASE_URL: url }, remove }
}

const textAt = async (url: string): Promise<string> => (await fetch(url)).text()
