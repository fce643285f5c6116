import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { OrderTrail, PayOrder } from '#contract/rows/orders.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import type { Environment } from '../../server/config.ts'
import { databaseUrl } from '../databases.setup.ts'
import { fillFolder } from '../databases.ts'
import { fetchCall, type requestOf } from '../gateway.ts'
import { SHORT_LIVED } from '../shortLived.ts'

/** A gateway in a child process. */
interface Gateway {
  process: ChildProcess
  /** Resolves with the address once it listens; rejects with its output when it exits before. */
  ready: Promise<string>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  said: { out: string; err: string }
}

const MAIN = new URL('../../server/main.ts', import.meta.url).pathname
const PAYIN = new URL('../../server/demo/payin.ts', import.meta.url).pathname
const run = promisify(execFile)
const started: Pick<Gateway, 'process' | 'said'>[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-start-'))
})
afterEach(async ({ task }) => {
  for (const { process: child, said } of started.splice(0)) {
    // A test that ran out of time does not tell where it was.
    if (task.result?.state === 'fail') process.stderr.write(`${said.out}${said.err}`)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  rmSync(folder, { recursive: true, force: true })
})

function start(environment: Environment = {}): Gateway {
  const env = { PATH: process.env.PATH, PORT: '0', SEED: 'none', DATA_DIR: join(folder, 'data'), ...environment }
  const child = spawn(process.execPath, [...SHORT_LIVED, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { out: '', err: '' }
  started.push({ process: child, said })
  const address = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
    const [, found] = /Paydesk \S+ {2}(http:\S+)/.exec(said.out) ?? []
    if (found !== undefined) address.resolve(found)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  const ended = once(child, 'close').then(([code]) => {
    address.reject(new Error(`ended with ${code}: ${said.err}`))
    return code as number | null
  })
  address.promise.catch(() => {})
  return { process: child, ready: address.promise, ended, said }
}

async function ask<Item>(address: string, ...[row, input, token]: Parameters<typeof requestOf>): Promise<Item> {
  const reply = await fetchCall(address, row, input, { token })
  const body = (await reply.json()) as { item?: Item; data?: Item }
  return (body.item ?? body.data)!
}

test('a gateway starts on an empty folder, locks it, and stops cleanly', async () => {
  const first = start()
  const address = await first.ready
  expect((await fetch(`${address}/healthz`)).status).toBe(200)

  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.said.err).toBe(
    `${join(folder, 'data')} is in use by process ${first.process.pid}. Stop it, or set another DATA_DIR.\n`,
  )

  first.process.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(first.said.err).toBe('')
  expect(existsSync(join(folder, 'data', 'paydesk.lock'))).toBe(false)

  const third = start()
  await third.ready
  third.process.kill('SIGINT')
  expect(await third.ended).toBe(0)
}, 120_000)

test('a port in use is reported in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const gateway = start({ PORT: String(port) })
  expect(await gateway.ended).toBe(1)
  expect(gateway.said.err).toBe(`Port ${port} is in use. Stop the process that uses it, or set PORT to another port.\n`)
  taken.close()
})

test.each([
  [
    'an invalid setting',
    { PORT: 'high', SEED: 'some' },
    'SEED is "some"; it must be one of demo, none.\nPORT is "high"; it must be a whole number from 0 to 65535.\n',
  ],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://paydesk:hunter2@127.0.0.1:1/paydesk' },
    'PostgreSQL at 127.0.0.1:1/paydesk is not available: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.\n',
  ],
])('%s is reported and ends the start', async (_, environment, line) => {
  const gateway = start(environment as unknown as Record<string, string>)
  expect(await gateway.ended).toBe(1)
  expect(gateway.said).toEqual({ out: '', err: line })
})

test('a demo prints its accounts, and a callback interrupted by a kill is sent after the restart', async () => {
  const environment = { SEED: 'demo', SEED_ORDERS: '40', TRAFFIC: 'off' }
  fillFolder(join(folder, 'data'))
  const first = start(environment)
  const address = await first.ready
  expect(first.said.out).toMatch(/^Creating a demo with 40 orders …\n/)
  expect(first.said.out).toMatch(/\n {2}merchant {6}\S+ {2}merchant\n/)
  expect(first.said.out).toMatch(/otpauth:\/\/totp\/Paydesk:merchant\.otp\?/)

  const [account] = await ask<{ username: string; password: string }[]>(address, calls.demoAccounts, {})
  const credentials = { username: account!.username, password: sha256(account!.password) }
  const { token } = await ask<{ token: string }>(address, calls.login, credentials)
  // The recorded callbacks went to the endpoint that the start prints.
  const [, endpoint] = /\n {2}demo callbacks to (http:\/\/127\.0\.0\.1:\d+)\n/.exec(first.said.out) ?? []
  const listed = await ask<PayOrder[]>(address, calls.payinList, { page: '1', limit: '40', offset: '0' }, token)
  const recorded = await ask<OrderTrail>(
    address,
    calls.payinTrail,
    { id: listed.find(({ notifyAttempts }) => (notifyAttempts ?? 0) > 0)!.id! },
    token,
  )
  expect(recorded.attempts[0]!.address).toBe(`${endpoint}/demo-merchant/payin`)
  const { stdout } = await run(process.execPath, [PAYIN, '1', '--url', address])
  const [, id = ''] = /"platOrderNo": "(\d+)"/.exec(stdout) ?? []
  // The demo merchant does not reply, so that the attempt is in progress when the gateway is killed.
  await ask(address, calls.simulatePayin, { merchantOrderNo: id, notify: 'timeout' }, token)
  const attempts = async (at: string, by: string) => (await ask<OrderTrail>(at, calls.payinTrail, { id }, by)).attempts
  expect(await attempts(address, token)).toMatchObject([{ number: 1, outcome: 'SENDING' }])
  const paid = await run(process.execPath, [PAYIN, '2', '--pay', '--url', address])
  expect(paid.stdout.match(/^PENDING → SUCCESS, callback \w+ after 1$/gm)).toHaveLength(2)
  first.process.kill('SIGKILL')
  await first.ended

  const second = start(environment)
  const again = await second.ready
  expect(second.said.out).not.toContain('Creating a demo')
  await vi.waitFor(
    async () => {
      const [cut, sent] = await attempts(again, token)
      expect([cut!.outcome, sent!.outcome]).toEqual(['INTERRUPTED', expect.stringMatching(/ACKNOWLEDGED|HTTP_ERROR/)])
      expect(sent!.eventId).toBe(cut!.eventId)
    },
    { timeout: 20_000, interval: 200 },
  )
  second.process.kill('SIGTERM')
  expect(await second.ended).toBe(0)
}, 240_000)

test.runIf(inject('postgres') !== null)(
  'gateways that start concurrently on an empty PostgreSQL database migrate it once',
  async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const environment = { DATABASE_URL, SEED: 'demo', SEED_ORDERS: '20', TRAFFIC: 'off' }
    const gateways = [start(environment), start(environment), start(environment)]
    const addresses = await Promise.all(gateways.map(({ ready }) => ready))
    const counts = addresses.map((address) =>
      ask<unknown[]>(address, calls.demoAccounts, {}).then((accounts) => accounts.length),
    )
    expect(await Promise.all(counts)).toEqual([7, 7, 7])
    for (const gateway of gateways) gateway.process.kill('SIGTERM')
    expect(await Promise.all(gateways.map(({ ended }) => ended))).toEqual([0, 0, 0])
    expect(gateways.map(({ said }) => said.err)).toEqual(['', '', ''])
  },
  120_000,
)

test.runIf(inject('postgres') !== null)(
  'a gateway with DATABASE_URL and without SEED has no demo rows and no demo accounts',
  async () => {
    const DATABASE_URL = await createEmptyDatabase()
    const gateway = start({ DATABASE_URL, SEED: undefined })
    const address = await gateway.ready
    expect(await ask<unknown[]>(address, calls.demoAccounts, {})).toEqual([])
    const client = new pg.Client(DATABASE_URL)
    await client.connect()
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by name`,
    )
    const filled: string[] = []
    for (const { name } of tables) {
      if ((await client.query(`select from "${name}" limit 1`)).rowCount! > 0) filled.push(name)
    }
    await client.end()
    // What migrations insert, and the gateway itself.
    expect(filled).toEqual(['bank', 'gateway_node', 'migration', 'pay_channel'])
    gateway.process.kill('SIGTERM')
    expect(await gateway.ended).toBe(0)
    expect(gateway.said.err).toBe('')
    expect(gateway.said.out).not.toMatch(/demo|otpauth/i)
  },
  120_000,
)

/** The address of an empty PostgreSQL database, which goes after the test. */
async function createEmptyDatabase(): Promise<string> {
  const { url } = inject('postgres')!
  const name = `paydesk_start_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return databaseUrl(url, name)
}
