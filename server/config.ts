import { isIPv4, isIPv6 } from 'node:net'
import type { Currency } from '#contract/money.ts'
import { mergeTerms, parseTerms, type Terms, termsFormat } from './movements/terms.ts'

/** Everything the environment decides, read once and checked once. */
export interface Config {
  port: number
  host: string
  /** Where the data lives: PostgreSQL, a folder, or somebody else's gateway that is only passed through to. */
  backend: { kind: 'postgres'; url: string } | { kind: 'embedded'; dir: string } | { kind: 'elsewhere'; url: string }
  seed: 'demo' | 'none'
  seedOrders: number
  simulation: boolean
  /** How long a withdraw or a transfer waits before it leaves, and can be taken back. */
  holdSeconds: number
  sessionIdleMinutes: number
  /** Whether a new password is taken only together with the one of now. */
  requireCurrentPassword: boolean
  /** Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges. */
  trustedProxies: string[]
  /** Whether callbacks may go to private and loopback addresses. */
  notifyAllowPrivate: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Who may read how the gateway does: this machine, everybody or nobody. */
  metrics: (typeof METRICS)[number]
  /** Calls a minute and session. */
  rateLimit: number
  /** The exchange of the console's telephone; null where there is none. */
  softphone: SoftphoneSettings | null
  lists: ListSettings
  /** Between which amounts, and for what fee, accounts move their own money. */
  terms: Record<Currency, Terms>
}

/** A SIP server that is spoken to over a WebSocket, its realm, and what passwords are made with. */
export interface SoftphoneSettings {
  server: string
  realm: string
  secret: string
}

/** How lists are answered: for trying a console against gateways that count less or wrap otherwise. */
export interface ListSettings {
  totals: boolean
  shape: (typeof LIST_SHAPES)[number]
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
const METRICS = ['loopback', 'on', 'off'] as const
const LIST_SHAPES = ['item', 'data.item', 'data.list', 'data'] as const

export type Environment = Readonly<Record<string, string | undefined>>

/** What is wrong with the environment: one line a variable, with what it was and what it may be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings; throws a ConfigError that names every variable that is wrong. */
export function readConfig(environment: Environment): Config {
  const wrong: string[] = []
  const read = <Value>(name: string, fallback: Value, parse: (text: string) => Value | undefined, allowed: string): Value => {
    const text = environment[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) wrong.push(`${name} is "${withoutPassword(text)}"; it must be ${allowed}.`)
    return value ?? fallback
  }
  const whole = (name: string, fallback: number, min: number, max: number) =>
    read(name, fallback, wholeBetween(min, max), `a whole number from ${min} to ${max}`)
  const choice = <Value extends string>(name: string, fallback: Value, values: readonly Value[]) =>
    read(name, fallback, (text) => values.find((value) => value === text), `one of ${values.join(', ')}`)
  const flag = (name: string, fallback: boolean) => choice(name, fallback ? 'on' : 'off', ['on', 'off']) === 'on'

  const terms = <Kind extends keyof Terms>(name: string, kind: Kind) =>
    read(name, {}, (text) => parseTerms(kind, text), termsFormat(kind))

  function softphone(): SoftphoneSettings | null {
    const server = read('SOFTPHONE_SERVER', null, url(['ws:', 'wss:']), 'a wss:// address')
    const realm = read('SOFTPHONE_REALM', null, (text) => (/^[\w.-]+$/.test(text) ? text : undefined), 'the name of a realm')
    const { SOFTPHONE_SECRET: secret } = environment
    if (server === null && realm === null && !secret) return null
    if (server !== null && realm !== null && secret) return { server, realm, secret }
    wrong.push('SOFTPHONE_SERVER, SOFTPHONE_REALM and SOFTPHONE_SECRET belong together; one of them is missing.')
    return null
  }

  const postgres = read('DATABASE_URL', null, url(['postgres:', 'postgresql:']), 'a postgres:// address')
  const elsewhere = read('GATEWAY_URL', null, url(['http:', 'https:']), 'an http:// or https:// address')
  if (postgres !== null && elsewhere !== null) {
    wrong.push('GATEWAY_URL and DATABASE_URL are both set; with a gateway elsewhere there is no database here.')
  }
  const dir = environment.DATA_DIR || './data'
  const seed = choice('SEED', postgres === null && elsewhere === null ? 'demo' : 'none', ['demo', 'none'])
  const config: Config = {
    port: whole('PORT', 4180, 0, 65_535),
    host: read('HOST', '127.0.0.1', (text) => (/^[\w.:-]+$/.test(text) ? text : undefined), 'a host name or an address'),
    backend: elsewhere
      ? { kind: 'elsewhere', url: elsewhere }
      : postgres
        ? { kind: 'postgres', url: postgres }
        : { kind: 'embedded', dir },
    seed,
    seedOrders: whole('SEED_ORDERS', 20_000, 0, 10_000_000),
    simulation: flag('SIMULATION', seed === 'demo'),
    holdSeconds: whole('HOLD_SECONDS', seed === 'demo' ? 10 : 0, 0, 3_600),
    sessionIdleMinutes: whole('SESSION_IDLE_MINUTES', 15, 1, 480),
    requireCurrentPassword: flag('REQUIRE_CURRENT_PWD', true),
    trustedProxies: read('TRUSTED_PROXIES', [], proxies, 'addresses or CIDR ranges with commas between them'),
    notifyAllowPrivate: flag('NOTIFY_ALLOW_PRIVATE', false),
    logLevel: choice('LOG_LEVEL', 'warn', LOG_LEVELS),
    metrics: choice('METRICS', 'loopback', METRICS),
    rateLimit: whole('RATE_LIMIT', 3_000, 1, 1_000_000),
    softphone: softphone(),
    lists: {
      totals: flag('LIST_TOTALS', true),
      shape: choice('LIST_SHAPE', 'item', LIST_SHAPES),
    },
    terms: mergeTerms({
      withdraw: terms('WITHDRAW_TERMS', 'withdraw'),
      transfer: terms('TRANSFER_TERMS', 'transfer'),
      recharge: terms('RECHARGE_TERMS', 'recharge'),
    }),
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  return config
}

const wholeBetween = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

const url = (protocols: readonly string[]) => (text: string) => {
  const parsed = URL.parse(text)
  return parsed !== null && protocols.includes(parsed.protocol) ? text : undefined
}

function proxies(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim())
  return entries.every((entry) => isRange(entry)) ? entries : undefined
}

function isRange(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/')
  const width = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0
  return width > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
}

const withoutPassword = (text: string): string => text.replace(/(:\/\/[^:/@\s]*):[^@\s]*@/, '$1:****@')
