import { isIPv4, isIPv6 } from 'node:net'
import { mergeTerms, parseTerms, type Terms, termsFormat } from './movements/terms.ts'
import { DEFAULT_LANGUAGE, LANGUAGES } from './texts/languages.ts'

export type Config = ReturnType<typeof readConfig>

/** PostgreSQL, the embedded database in a folder, or a remote gateway that calls are proxied to. */
type Backend = { kind: 'postgres'; url: string } | { kind: 'embedded'; dir: string } | RemoteGateway

/** A gateway's address, which may have a path, and the waits for it in seconds. */
export interface RemoteGateway {
  kind: 'upstream'
  url: string
  /** For a connection. */
  connectSeconds: number
  /** For the first byte of a reply. */
  answerSeconds: number
  /** For the next byte of a reply, and for the first byte of a file or a stream. */
  idleSeconds: number
}

/** The WebSocket address of a SIP server, its realm, and the secret that user passwords are derived from. */
export interface SoftphoneSettings {
  server: string
  realm: string
  secret: string
}

/** The format of list replies. For testing a console against gateways that send no totals or another envelope. */
export interface ListSettings {
  totals: boolean
  shape: (typeof LIST_SHAPES)[number]
}

const LIST_SHAPES = ['item', 'data.item', 'data.list', 'data'] as const

/** What a content policy can name. */
const WITH_HOST = 'with a host name or an IPv4 address'

export type Environment = Readonly<Record<string, string | undefined>>

/** The invalid settings: one line per variable with its value and the allowed values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads the settings. Throws a ConfigError that lists every invalid variable. */
export function readConfig(environment: Environment) {
  const problems: string[] = []
  const read = <Value>(name: string, fallback: Value, parse: (text: string) => Value | undefined, allowed: string): Value => {
    const text = environment[name]
    if (text === undefined || text === '') return fallback
    const value = parse(text)
    if (value === undefined) problems.push(`${name} is "${withoutPassword(text)}"; it must be ${allowed}.`)
    return value ?? fallback
  }
  const integer = (name: string, fallback: number, min: number, max: number) =>
    read(name, fallback, integerBetween(min, max), `a whole number from ${min} to ${max}`)
  const choice = <Value extends string>(name: string, fallback: Value, values: readonly Value[]) =>
    read(name, fallback, (text) => values.find((value) => value === text), `one of ${values.join(', ')}`)
  const flag = (name: string, fallback: boolean) => choice(name, fallback ? 'on' : 'off', ['on', 'off']) === 'on'

  const terms = <Kind extends keyof Terms>(name: string, kind: Kind) =>
    read(name, {}, (text) => parseTerms(kind, text), termsFormat(kind))

  const sipServer = read('SOFTPHONE_SERVER', null, hostUrl(['ws:', 'wss:']), `a wss:// address ${WITH_HOST}`)
  const analytics = read('ANALYTICS_URL', null, hostUrl(['http:', 'https:']), `an http:// or https:// address ${WITH_HOST}`)

  /** The SIP server of the console's softphone; null when there is none, and when the gateway behind tells it. */
  function softphone(): SoftphoneSettings | null {
    const realm = read('SOFTPHONE_REALM', null, (text) => (/^[\w.-]+$/.test(text) ? text : undefined), 'the name of a realm')
    const { SOFTPHONE_SECRET: secret } = environment
    if (sipServer === null && realm === null && !secret) return null
    if (sipServer !== null && realm !== null && secret) return { server: sipServer, realm, secret }
    // A remote gateway tells realm and password itself.
    if (sipServer !== null && upstream !== null) return null
    problems.push('SOFTPHONE_SERVER, SOFTPHONE_REALM and SOFTPHONE_SECRET must be set together; at least one is missing.')
    return null
  }

  const postgres = read('DATABASE_URL', null, url(['postgres:', 'postgresql:']), 'a postgres:// address')
  const upstream = read('GATEWAY_URL', null, url(['http:', 'https:']), 'an http:// or https:// address')
  if (postgres !== null && upstream !== null) {
    problems.push('GATEWAY_URL and DATABASE_URL are both set. Set only one: a proxy to a remote gateway has no database.')
  }
  const waits = {
    connectSeconds: integer('GATEWAY_CONNECT_SECONDS', 5, 1, 60),
    // Below the 30 s of the console, so that the console gets an answer.
    answerSeconds: integer('GATEWAY_ANSWER_SECONDS', 25, 1, 600),
    idleSeconds: integer('GATEWAY_IDLE_SECONDS', 120, 5, 3_600),
  }
  const backend: Backend = upstream
    ? { kind: 'upstream', url: upstream, ...waits }
    : postgres
      ? { kind: 'postgres', url: postgres }
      : { kind: 'embedded', dir: environment.DATA_DIR || './data' }
  const seed = choice('SEED', backend.kind === 'embedded' ? 'demo' : 'none', ['demo', 'none'])
  const lists: ListSettings = { totals: flag('LIST_TOTALS', true), shape: choice('LIST_SHAPE', 'item', LIST_SHAPES) }
  const unused = upstream === null ? null : unusedPart(upstream)
  if (unused !== null) problems.push(`GATEWAY_URL has a ${unused}, which is not sent. Give the origin and a path only.`)
  const port = integer('PORT', 4180, 0, 65_535)
  const host = read('HOST', '127.0.0.1', (text) => (/^[\w.:-]+$/.test(text) ? text : undefined), 'a host name or an address')
  if (upstream !== null && isOwnAddress(upstream, port, host)) {
    problems.push(`GATEWAY_URL is the address of this server itself, at PORT ${port}. Set it to that of the gateway.`)
  }
  const config = {
    port,
    host,
    backend,
    seed,
    /** The console's language before its user has chosen one. */
    defaultLocale: choice('DEFAULT_LOCALE', DEFAULT_LANGUAGE, LANGUAGES),
    seedOrders: integer('SEED_ORDERS', 20_000, 0, 10_000_000),
    simulation: flag('SIMULATION', seed === 'demo'),
    /** Payins a minute that the payers of a demo make; 0 for none. */
    traffic: read('TRAFFIC', 2, trafficRate, 'off, or a number of payins a minute up to 600'),
    /** How long a withdraw or a transfer is on hold before it is sent. It can be cancelled during the hold. */
    holdSeconds: integer('HOLD_SECONDS', seed === 'demo' ? 10 : 0, 0, 3_600),
    sessionIdleMinutes: integer('SESSION_IDLE_MINUTES', 15, 1, 480),
    requireCurrentPassword: flag('REQUIRE_CURRENT_PWD', true),
    /** Proxies with a trusted X-Forwarded-For header: addresses or CIDR ranges. */
    trustedProxies: read<string[]>('TRUSTED_PROXIES', [], proxies, 'addresses or CIDR ranges with commas between them'),
    notifyAllowPrivate: flag('NOTIFY_ALLOW_PRIVATE', false),
    logLevel: choice('LOG_LEVEL', 'warn', ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    /** Access to `/metrics`: from this machine only, from every address, or from none. */
    metrics: choice('METRICS', 'loopback', ['loopback', 'on', 'off']),
    rateLimit: integer('RATE_LIMIT', 3_000, 1, 1_000_000),
    softphone: softphone(),
    /** The other origins that the console connects to. */
    connectOrigins: [sipServer, analytics].flatMap((address) => (address === null ? [] : [new URL(address).origin])),
    lists,
    terms: mergeTerms({
      withdraw: terms('WITHDRAW_TERMS', 'withdraw'),
      transfer: terms('TRANSFER_TERMS', 'transfer'),
      recharge: terms('RECHARGE_TERMS', 'recharge'),
    }),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

const trafficRate = (text: string) => {
  const rate = text === 'off' ? 0 : /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  return rate >= 0 && rate <= 600 ? rate : undefined
}

const integerBetween = (min: number, max: number) => (text: string) => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

const url = (protocols: readonly string[]) => (text: string) => {
  const parsed = URL.parse(text)
  return parsed !== null && protocols.includes(parsed.protocol) ? text : undefined
}

/** An address of one host in a content policy, which knows no IPv6 and takes `*`, `;` and `,` for its own syntax. */
const hostUrl = (protocols: readonly string[]) => (text: string) => {
  const found = url(protocols)(text)
  return found !== undefined && /^[\w.-]+$/.test(new URL(found).hostname) ? found : undefined
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

/** A server that proxies to itself answers each call with another one. */
function isOwnAddress(address: string, port: number, host: string): boolean {
  const { hostname, port: stated, protocol } = new URL(address)
  const own = [host, 'localhost', '127.0.0.1', '[::1]']
  return own.includes(hostname) && Number(stated || (protocol === 'https:' ? 443 : 80)) === port
}

/** What an address has that calls do not take over. */
function unusedPart(address: string): string | null {
  const { username, search, hash } = new URL(address)
  return username !== '' ? 'user name' : search !== '' ? 'query' : hash !== '' ? 'fragment' : null
}

const withoutPassword = (text: string): string => text.replace(/(:\/\/[^:/@\s]*):[^@\s]*@/, '$1:****@')
