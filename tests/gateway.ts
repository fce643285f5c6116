import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { AccountKind, Permission } from '#contract/authority.ts'
import type { AnyCall, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import { type AppOptions, buildApp } from '../server/app.ts'
import { hashPassword, sha256 } from '../server/auth/credentials.ts'
import { type CallbackSettings, type Callbacks, openCallbacks } from '../server/callbacks/callbacks.ts'
import { type Clock, systemClock } from '../server/clock.ts'
import { type Config, type Environment, readConfig } from '../server/config.ts'
import type { Database } from '../server/db/database.ts'
import { sql } from '../server/db/sql.ts'
import { type Ids, NodeIds } from '../server/ids.ts'
import { merchantByNo } from '../server/merchants/merchants.ts'
import type { OrderRecord } from '../server/orders/orderRow.ts'
import { createPayin, transitionPayin } from '../server/payins/payins.ts'
import type { PaymentContext } from '../server/payments/payments.ts'
import { QUICK_HASH } from '../server/seed/accounts.ts'

export { StandingClock } from './clock.ts'

export const PASSWORD = sha256('Passw0rd')
export const SECRET = 'secret-of-a-test-merchant'
/** A hash that is quick to verify: tests verify passwords thousands of times. */
export const quickHash = (password: string): Promise<string> => hashPassword(password, QUICK_HASH)
const passwordHash = quickHash(PASSWORD)

export interface AccountFacts {
  kind?: AccountKind
  status?: string
  parentNo?: string
  agentNo?: string
  permissionKeys?: Permission[]
  otpSecret?: string
  otpEnabled?: boolean
  otpEnrolled?: boolean
  currency?: 'IDR' | 'USDT'
  notifyAddress?: string | null
  apiWhiteIp?: string[]
  loginWhiteIp?: string[]
}

export interface GatewayOptions extends AppOptions {
  environment?: Environment
  callbacks?: Partial<CallbackSettings>
  clock?: Clock
  /** Gateways that share a database need different node numbers. */
  node?: number
  demoAccounts?: DemoAccount[]
}

export interface TestGateway {
  app: FastifyInstance
  db: Database
  clock: Clock
  config: Config
  ids: Ids
  callbacks: Callbacks
  world: PaymentContext
  /** An account that signs in with `PASSWORD`; its username is its number in lower case. */
  account(merchantNo: string, facts?: AccountFacts): Promise<void>
  /** A new payin of the merchant, moved through the statuses. */
  payin(merchantNo: string, number: string, ...statuses: Parameters<typeof transitionPayin>[3][]): Promise<OrderRecord>
  signIn(merchantNo: string): Promise<string>
  ask<Row extends AnyCall>(
    row: Row,
    input: InputOf<Row>,
    token?: string,
    options?: InjectOptions,
  ): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

/** A gateway over a migrated database. Its queue is idle until `callbacks.start()`. */
export async function openGateway(db: Database, options: GatewayOptions = {}): Promise<TestGateway> {
  const { environment = {}, callbacks: settings = {}, clock = systemClock, node = 1, demoAccounts = [] } = options
  const config = readConfig({ SEED: 'none', LOG_LEVEL: 'silent', ...environment })
  const ids = new NodeIds(node, clock)
  const failed = (err: Error) => app.log.error({ err })
  const callbacks = openCallbacks({ db, clock, ids, onError: failed }, { random: () => 0, graceMs: 200, ...settings })
  const app: FastifyInstance = await buildApp(
    { db, clock, config, ids, callbacks, demoAccounts },
    { dist: '/nowhere', ...options },
  )
  const world = { ids, clock, enqueueCallback: callbacks.enqueue }
  const ask: TestGateway['ask'] = (row, input, token, more) =>
    app.inject({ ...requestOf(row, input, token), payloadAsStream: row.reply === 'events', ...more })
  return {
    app,
    db,
    clock,
    config,
    ids,
    callbacks,
    world,
    ask,
    async account(merchantNo, facts = {}) {
      const {
        kind = 'normal',
        otpSecret = null,
        currency = kind === 'umerchant' ? 'USDT' : 'IDR',
        notifyAddress = null,
      } = facts
      await db.run(sql`
        insert into merchant (merchant_no, kind, name, username, password_hash, status, parent_no, agent_no, permission_keys,
                              otp_enabled, otp_secret, otp_enrolled, currency, payin_notify_address,
                              payout_notify_address, api_secret, api_white_ip,
                              login_white_ip, create_time)
        values (${merchantNo}, ${kind}, ${`Merchant ${merchantNo}`}, ${merchantNo.toLowerCase()}, ${await passwordHash},
                ${facts.status ?? 'ACTIVE'}, ${facts.parentNo ?? null}, ${facts.agentNo ?? null}, ${facts.permissionKeys ?? null},
                ${facts.otpEnabled ?? otpSecret !== null}, ${otpSecret}, ${facts.otpEnrolled ?? false}, ${currency},
                ${notifyAddress}, ${notifyAddress}, ${SECRET}, ${facts.apiWhiteIp ?? []}, ${facts.loginWhiteIp ?? []}, ${new Date(clock.now())})
      `)
      await db.run(sql`insert into account (merchant_no, currency) values (${merchantNo}, ${currency})`)
    },
    async payin(merchantNo, number, ...statuses) {
      const merchant = await merchantByNo(db, merchantNo)
      const channel = merchant!.currency === 'USDT' ? 'USDT_TRC20' : 'VA_BCA'
      const amount = merchant!.currency === 'USDT' ? 100_000_000n : 15_000_000n
      const request = {
        merchant: merchant!,
        merchantOrderNo: number,
        amount,
        channel,
        payerName: 'Siti Rahma',
        mobile: '081234567890',
      }
      let { order } = await db.tx((tx) => createPayin(tx, world, request))
      for (const to of statuses) {
        order = await db.tx((tx) =>
          transitionPayin(tx, world, order, to, to === 'EXCEPTION' ? { paidAmount: amount / 2n } : {}),
        )
      }
      return order
    },
    async signIn(merchantNo) {
      const reply = await ask(calls.login, { username: merchantNo.toLowerCase(), password: PASSWORD })
      return reply.json<{ data: { token: string } }>().data.token
    },
    async close() {
      await app.close()
      await callbacks.stop()
    },
  }
}

/** A call as an HTTP request: each field where its definition puts it. */
export function requestOf(row: AnyCall, input: Record<string, unknown>, token?: string): InjectOptions & { url: string } {
  const names = Array.from(row.path.matchAll(/:(\w+)/g), ([, name]) => name!)
  const rest = Object.entries(input).filter(([name, value]) => value !== undefined && !names.includes(name))
  const inQuery = rest.filter(([name]) => row.query === 'all' || row.query.includes(name))
  const inBody = rest.filter(([name]) => row.query !== 'all' && !row.query.includes(name))
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = pairs(inQuery).toString()
  return {
    method: row.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: {
      'accept-language': 'en',
      ...(token !== undefined && { 'merchant-token': token }),
      ...(row.body === 'form' && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
      ...(row.body === 'json' && { 'content-type': 'application/json;charset=UTF-8' }),
    },
    ...(row.body === 'form' && { payload: pairs(inBody).toString() }),
    ...(row.body === 'json' && { payload: JSON.stringify(Object.fromEntries(inBody)) }),
  }
}

/** Makes the call over HTTP. */
export function fetchCall(
  address: string,
  row: AnyCall,
  input: Record<string, unknown>,
  { token, idempotencyKey }: { token?: string | undefined; idempotencyKey?: string | undefined } = {},
): Promise<Response> {
  const { url, method, headers, payload } = requestOf(row, input, token)
  return fetch(`${address}${url}`, {
    method: method as string,
    headers: {
      ...(headers as Record<string, string>),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(payload !== undefined && { body: payload as string }),
  })
}

const pairs = (fields: [string, unknown][]): URLSearchParams =>
  new URLSearchParams(fields.flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)])))
