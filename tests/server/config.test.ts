import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'
import { TERMS } from '../../server/movements/terms.ts'

test('an empty environment is a local demo', () => {
  expect(readConfig({})).toEqual({
    port: 4180,
    host: '127.0.0.1',
    backend: { kind: 'embedded', dir: './data' },
    seed: 'demo',
    seedOrders: 20_000,
    simulation: true,
    traffic: 2,
    holdSeconds: 10,
    defaultLocale: 'zh',
    sessionIdleMinutes: 15,
    softphone: null,
    connectOrigins: [],
    requireCurrentPassword: true,
    trustedProxies: [],
    notifyAllowPrivate: false,
    logLevel: 'warn',
    metrics: 'loopback',
    rateLimit: 3_000,
    lists: { totals: true, shape: 'item' },
    terms: TERMS,
  })
})

test('every setting can be set', () => {
  const environment = {
    PORT: '8080',
    HOST: '::1',
    DATABASE_URL: 'postgres://paydesk:secret@db.internal:5432/paydesk',
    SEED: 'demo',
    SEED_ORDERS: '500',
    SIMULATION: 'off',
    TRAFFIC: '0.5',
    HOLD_SECONDS: '30',
    DEFAULT_LOCALE: 'en',
    SESSION_IDLE_MINUTES: '30',
    REQUIRE_CURRENT_PWD: 'off',
    TRUSTED_PROXIES: '10.0.0.1, 192.168.0.0/16, fd00::/8',
    NOTIFY_ALLOW_PRIVATE: 'on',
    LOG_LEVEL: 'debug',
    METRICS: 'on',
    RATE_LIMIT: '100',
    ANALYTICS_URL: 'https://stats.example:8443/views?site=1',
    LIST_TOTALS: 'off',
    LIST_SHAPE: 'data.list',
    WITHDRAW_TERMS: 'IDR 50000 1000000.00 2500, USDT 5 500 0.5',
    RECHARGE_TERMS: 'IDR 20000 30000',
  }
  expect(readConfig(environment)).toEqual({
    port: 8080,
    host: '::1',
    backend: { kind: 'postgres', url: 'postgres://paydesk:secret@db.internal:5432/paydesk' },
    seed: 'demo',
    seedOrders: 500,
    simulation: false,
    traffic: 0.5,
    holdSeconds: 30,
    defaultLocale: 'en',
    sessionIdleMinutes: 30,
    softphone: null,
    connectOrigins: ['https://stats.example:8443'],
    requireCurrentPassword: false,
    trustedProxies: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'],
    notifyAllowPrivate: true,
    logLevel: 'debug',
    metrics: 'on',
    rateLimit: 100,
    lists: { totals: false, shape: 'data.list' },
    terms: {
      IDR: {
        ...TERMS.IDR,
        withdraw: { min: '50000.00', max: '1000000.00', serviceFee: '2500.00' },
        recharge: { min: '20000.00', max: '30000.00' },
      },
      VND: TERMS.VND,
      USDT: { ...TERMS.USDT, withdraw: { min: '5.0000', max: '500.0000', serviceFee: '0.5000' } },
    },
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', DATA_DIR: '' })).toEqual(readConfig({}))
})

test('with DATABASE_URL, seeding and simulation are off by default', () => {
  expect(readConfig({ DATABASE_URL: 'postgresql://localhost/paydesk' })).toMatchObject({
    seed: 'none',
    simulation: false,
    holdSeconds: 0,
  })
})

test('with GATEWAY_URL, there is no database and no seeding', () => {
  const config = readConfig({ GATEWAY_URL: 'https://gateway.example' })
  expect(config).toMatchObject({
    backend: { kind: 'upstream', url: 'https://gateway.example' },
    seed: 'none',
    simulation: false,
  })
})

test('the waits for a remote gateway, and an address of which nothing is lost', () => {
  const waits = { GATEWAY_CONNECT_SECONDS: '2', GATEWAY_ANSWER_SECONDS: '60', GATEWAY_IDLE_SECONDS: '300' }
  expect(readConfig({ GATEWAY_URL: 'https://gateway.example/desk', ...waits }).backend).toEqual({
    kind: 'upstream',
    url: 'https://gateway.example/desk',
    connectSeconds: 2,
    answerSeconds: 60,
    idleSeconds: 300,
  })
  expect(() => readConfig({ GATEWAY_URL: 'https://gateway.example', GATEWAY_IDLE_SECONDS: '1' })).toThrow(
    'GATEWAY_IDLE_SECONDS is "1"; it must be a whole number from 5 to 3600.',
  )
})

test.each([
  ['http://localhost:4180', {}],
  ['http://127.0.0.1:8080/desk', { PORT: '8080' }],
  ['https://desk.example', { PORT: '443', HOST: 'desk.example' }],
])('GATEWAY_URL=%s is this server itself', (address, environment) => {
  expect(() => readConfig({ GATEWAY_URL: address, ...environment })).toThrow(
    /^GATEWAY_URL is the address of this server itself/,
  )
})

test.each([
  ['https://me:secret@gateway.example', 'user name'],
  ['https://gateway.example/?tenant=1', 'query'],
  ['https://gateway.example/#desk', 'fragment'],
])('GATEWAY_URL=%s has a %s that would be lost', (address, part) => {
  expect(() => readConfig({ GATEWAY_URL: address })).toThrow(
    new ConfigError(`GATEWAY_URL has a ${part}, which is not sent. Give the origin and a path only.`),
  )
})

test.each([
  ['PORT', 'http', 'PORT is "http"; it must be a whole number from 0 to 65535.'],
  ['PORT', '70000', 'PORT is "70000"; it must be a whole number from 0 to 65535.'],
  ['HOST', 'not a host', 'HOST is "not a host"; it must be a host name or an address.'],
  [
    'DATABASE_URL',
    'mysql://root:hunter2@localhost/x',
    'DATABASE_URL is "mysql://root:****@localhost/x"; it must be a postgres:// address.',
  ],
  ['GATEWAY_URL', 'gateway', 'GATEWAY_URL is "gateway"; it must be an http:// or https:// address.'],
  ['SEED', 'full', 'SEED is "full"; it must be one of demo, none.'],
  ['SEED_ORDERS', '-1', 'SEED_ORDERS is "-1"; it must be a whole number from 0 to 10000000.'],
  ['TRAFFIC', '601', 'TRAFFIC is "601"; it must be off, or a number of payins a minute up to 600.'],
  ['SIMULATION', 'true', 'SIMULATION is "true"; it must be one of on, off.'],
  ['SESSION_IDLE_MINUTES', '0', 'SESSION_IDLE_MINUTES is "0"; it must be a whole number from 1 to 480.'],
  ['REQUIRE_CURRENT_PWD', 'no', 'REQUIRE_CURRENT_PWD is "no"; it must be one of on, off.'],
  [
    'TRUSTED_PROXIES',
    'everybody',
    'TRUSTED_PROXIES is "everybody"; it must be addresses or CIDR ranges with commas between them.',
  ],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/33',
    'TRUSTED_PROXIES is "10.0.0.0/33"; it must be addresses or CIDR ranges with commas between them.',
  ],
  ['NOTIFY_ALLOW_PRIVATE', 'yes', 'NOTIFY_ALLOW_PRIVATE is "yes"; it must be one of on, off.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; it must be one of silent, fatal, error, warn, info, debug, trace.'],
  ['METRICS', 'public', 'METRICS is "public"; it must be one of loopback, on, off.'],
  ['RATE_LIMIT', '1.5', 'RATE_LIMIT is "1.5"; it must be a whole number from 1 to 1000000.'],
  ['LIST_TOTALS', '0', 'LIST_TOTALS is "0"; it must be one of on, off.'],
  ['LIST_SHAPE', 'items', 'LIST_SHAPE is "items"; it must be one of item, data.item, data.list, data.'],
])('%s=%s fails the start', (name, value, line) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(line))
})

test('all invalid variables are reported together', () => {
  expect(() => readConfig({ PORT: 'x', SEED: 'y' })).toThrow(/^SEED is .*\nPORT is .*$/)
})

test('GATEWAY_URL and DATABASE_URL exclude each other', () => {
  const both = { GATEWAY_URL: 'http://gateway.example', DATABASE_URL: 'postgres://localhost/x' }
  expect(() => readConfig(both)).toThrow('GATEWAY_URL and DATABASE_URL are both set')
})

test.each([
  ['WITHDRAW_TERMS', 'IDR 10000 500000'],
  ['WITHDRAW_TERMS', 'IDR 10000 500000 5000 1'],
  ['WITHDRAW_TERMS', 'EUR 10000 500000 5000'],
  ['TRANSFER_TERMS', 'IDR 500000 10000 0'],
  ['TRANSFER_TERMS', 'IDR 0 10000 0'],
  ['RECHARGE_TERMS', 'IDR 1.001 2'],
  ['RECHARGE_TERMS', 'IDR -1 2'],
])('%s is not %s', (name, text) => {
  expect(() => readConfig({ [name]: text })).toThrow(
    new ConfigError(
      `${name} is "${text}"; it must be "<currency> <min> <max>${FEES[name] ?? ''}" for each currency, with commas between them.`,
    ),
  )
})

const FEES: Record<string, string | undefined> = { WITHDRAW_TERMS: ' <serviceFee>', TRANSFER_TERMS: ' <transferFee>' }

test('the softphone needs a server, a realm and a secret together', () => {
  const whole = { SOFTPHONE_SERVER: 'wss://sip.example/ws', SOFTPHONE_REALM: 'sip.example', SOFTPHONE_SECRET: 's' }
  expect(readConfig(whole)).toMatchObject({
    softphone: { server: 'wss://sip.example/ws', realm: 'sip.example', secret: 's' },
    connectOrigins: ['wss://sip.example'],
  })
  expect(() => readConfig({ ...whole, SOFTPHONE_SECRET: '' })).toThrow('must be set together')
  expect(() => readConfig({ ...whole, SOFTPHONE_SERVER: 'https://sip.example' })).toThrow('SOFTPHONE_SERVER is')
})

test('in front of a gateway, the softphone needs the server alone', () => {
  const front = { GATEWAY_URL: 'https://gateway.example' }
  expect(readConfig({ ...front, SOFTPHONE_SERVER: 'wss://sip.example/ws' })).toMatchObject({
    softphone: null,
    connectOrigins: ['wss://sip.example'],
  })
  expect(() => readConfig({ ...front, SOFTPHONE_REALM: 'sip.example' })).toThrow('must be set together')
  expect(() => readConfig({ SOFTPHONE_SERVER: 'wss://sip.example/ws' })).toThrow('must be set together')
})

test.each(['//*', '//*.example', '//%2A.example', '//a;script-src', "//a,script-src'none'", '//[::1]', ' *', ''])(
  'an address with the host of %j does not get into the content policy',
  (rest) => {
    const front = { GATEWAY_URL: 'https://gateway.example' }
    expect(() => readConfig({ ...front, ANALYTICS_URL: `https:${rest}` })).toThrow(
      `ANALYTICS_URL is "https:${rest}"; it must be an http:// or https:// address with a host name or an IPv4 address.`,
    )
    expect(() => readConfig({ ...front, SOFTPHONE_SERVER: `wss:${rest}` })).toThrow(
      `SOFTPHONE_SERVER is "wss:${rest}"; it must be a wss:// address with a host name or an IPv4 address.`,
    )
  },
)

test.each(['wss://stats.example', 'javascript:alert(1)', 'stats.example'])('page views cannot go to %s', (address) => {
  expect(() => readConfig({ ANALYTICS_URL: address })).toThrow(`ANALYTICS_URL is "${address}"`)
})
