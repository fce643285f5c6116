import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../server/auth/credentials.ts'
import { type Database, openDatabase } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { brokenLedger, wrongAccountDays } from '../server/ledger/checks.ts'
import { fetchCall } from './gateway.ts'
import { waitForAddress } from './gatewayAddress.ts'
import { SHORT_LIVED } from './shortLived.ts'

const MAIN = new URL('../server/main.ts', import.meta.url).pathname
export const SENDER = 'M10000001'
const RECEIVER = 'M10000002'
const LANES = 8
/** How long a money call may take, whatever the database does. */
const MONEY_LIMIT_MS = 10_000

interface Reply {
  status: number
  error: string | undefined
  retryAfter: string | null
  ms: number
  body: unknown
}

/** A gateway in a process of its own, and transfers of one merchant through it while its database has faults. */
export class TransferLoad {
  readonly #url: string
  readonly #gateway: ChildProcess
  #address = ''
  #token = ''
  #errors = ''

  private constructor(url: string) {
    this.#url = url
    const env = {
      PORT: '0',
      DATABASE_URL: url,
      SEED: 'demo',
      SEED_ORDERS: '20',
      TRAFFIC: 'off',
      HOLD_SECONDS: '0',
      TRANSFER_TERMS: 'IDR 1 1000 0',
    }
    this.#gateway = spawn(process.execPath, [...SHORT_LIVED, MAIN], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#gateway.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text
    })
  }

  /** Starts the gateway, which fills the database with a small demo. */
  static async start(url: string): Promise<TransferLoad> {
    const load = new TransferLoad(url)
    load.#address = await waitForAddress(load.#gateway)
    const login = await load.#ask(calls.login, { username: 'merchant', password: sha256('Paydesk-Demo1') })
    load.#token = (login.body as { data: { token: string } }).data.token
    return load
  }

  close(): void {
    this.#gateway.kill('SIGKILL')
  }

  expectRunning(): void {
    expect([this.#gateway.exitCode, this.#gateway.signalCode], this.#errors).toEqual([null, null])
  }

  async #ask(row: AnyCall, input: Record<string, unknown>, key?: string): Promise<Reply> {
    const from = performance.now()
    const reply = await fetchCall(this.#address, row, input, { token: this.#token, idempotencyKey: key })
    const body: unknown = await reply.json()
    const { error } = body as { error?: string }
    return {
      status: reply.status,
      error,
      retryAfter: reply.headers.get('retry-after'),
      ms: performance.now() - from,
      body,
    }
  }

  transfer(merchantOrderNo: string): Promise<Reply> {
    const content = {
      merchantOrderNo,
      receiveMerchantNo: RECEIVER,
      payAmount: '1.00',
      txnPwd: sha256('Paydesk-Money1'),
    }
    return this.#ask(calls.transfer, sign(content, this.#token, { hash: sha256, now: Date.now() }), merchantOrderNo)
  }

  /** Reads a page of the sender's orders, and returns the status of the reply. */
  async read(): Promise<number> {
    return (await this.#ask(calls.payinList, {})).status
  }

  async health(): Promise<number> {
    return (await this.#ask(calls.health, {})).status
  }

  isHealthy(status: 200 | 503, timeout = 15_000): Promise<void> {
    return vi.waitFor(async () => expect(await this.health()).toBe(status), { timeout, interval: 200 })
  }

  /** Makes transfers on several lanes until `work` ends, and returns every reply by order number. */
  async during(prefix: string, work: () => Promise<void>): Promise<Map<string, Reply>> {
    const replies = new Map<string, Reply>()
    let isOver = false
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; !isOver; n++) {
        const number = `${prefix}-${lane}-${n}`
        replies.set(number, await this.transfer(number))
        if (replies.get(number)!.status !== 200) await setTimeout(50)
      }
    })
    await setTimeout(500)
    await work()
    await setTimeout(1_000)
    isOver = true
    await Promise.all(lanes)
    return replies
  }

  async withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const db = await openDatabase({ url: this.#url })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  /**
   * Checks each reply against the database: 200 was done once, UNAVAILABLE was not done, unknown is done once by a repetition,
   * at once or within some time.
   */
  async reconcile(prefix: string, replies: Map<string, Reply>, recoveredMs = 0): Promise<void> {
    const sent = () =>
      this.withDatabase(async (db) => {
        const rows = await db.all<{ number: string; n: number }>(sql`
          select merchant_order_no as number, count(*)::int as n
            from record
           where merchant_no = ${SENDER} and type = 'TRANSFER_OUT' and merchant_order_no like ${`${prefix}-%`}
           group by 1`)
        expect(rows.filter(({ n }) => n > 1)).toEqual([])
        return new Set(rows.map(({ number }) => number))
      })
    const withStatus = (error: string | undefined) =>
      [...replies].filter(([, reply]) => reply.error === error).map(([number]) => number)
    for (const reply of replies.values()) {
      expect([200, 503], reply.error).toContain(reply.status)
      expect(reply.ms).toBeLessThan(MONEY_LIMIT_MS)
      if (reply.status === 503) expect(Number(reply.retryAfter)).toBeGreaterThan(0)
    }
    const [done, refused, unknown] = [undefined, 'UNAVAILABLE', 'OUTCOME_UNKNOWN'].map(withStatus)
    expect(done!.length + refused!.length + unknown!.length).toBe(replies.size)
    expect(done!.length).toBeGreaterThan(0)
    const found = await sent()
    expect(done!.filter((number) => !found.has(number))).toEqual([])
    expect(refused!.filter((number) => found.has(number))).toEqual([])
    const until = performance.now() + recoveredMs
    for (const number of unknown!) {
      let { status } = await this.transfer(number)
      while (status === 503 && performance.now() < until) ({ status } = await this.transfer(number))
      expect(status).toBe(200)
    }
    const after = await sent()
    expect(unknown!.filter((number) => !after.has(number))).toEqual([])
    await this.withDatabase(async (db) => {
      expect(await brokenLedger(db)).toEqual([])
      expect(await wrongAccountDays(db)).toEqual([])
    })
  }
}
