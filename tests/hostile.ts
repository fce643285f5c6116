import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { AnyCall } from '#contract/call.ts'
import { requestOf } from './gateway.ts'
import { TXN_PASSWORD } from './money.ts'

export type Fields = Record<string, unknown>

/** An object shape, with its fields. */
export interface Shape extends TSchema {
  properties: Record<string, TSchema>
  required?: readonly string[]
}

/** Pseudo-random numbers below 1; the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Days outside of what ids can carry, at its edges, and texts that only look like days. */
export const HOSTILE_DAYS = [
  '9999-12-31',
  '1999-12-31',
  '2092-01-01',
  '2026-02-30',
  '2000-01-01',
  '2091-12-31',
  '2093-01-01',
  '2100-01-01',
  '0001-01-01',
  '0000-00-00',
  '+010000-01-01',
  '-000001-12-31',
  '275760-09-13',
  '2026-2-3',
  '2026-11-21T00:00:00Z',
  '٢٠٢٦-١١-٢١',
]

/** A prototype or a constructor of every object. */
export const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then']

const repeated = (text: string, times: number) => Array<string>(times).fill(text)

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

/** Values of every type and size. */
export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_DAYS,
  ...PROTOTYPE_NAMES,
  ...[null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, -0],
  ...[[], [[]], [null], [''], {}, { length: 1e9 }, { a: { b: { c: { d: {} } } } }, nested(200)],
  ...[['ABCD-1', 'ABCD-1'], ['0000', '9999'], repeated('ABCD-1', 50), repeated('ABCD-1', 51), repeated('A', 5_000)],
  ...['', ' ', '\t\r\n', '\0', 'A\0B', '\u0001', '\u007f', '\u2028', '\ufeff', '\ufffe', '\u202eABCD'],
  ...[
    '\ud800',
    '\udc00A',
    'A\ud83d',
    '👩‍👩‍👧‍👦',
    'e\u0301',
    '\u0301',
    'İıſK',
    'ﬀ',
    '𝟘𝟙𝟚𝟛',
    '１２３４',
    'ß'.repeat(64),
    '\u0301'.repeat(64),
  ],
  ...[
    'x'.repeat(20),
    'x'.repeat(64),
    'x'.repeat(141),
    'x'.repeat(5_000),
    '💣'.repeat(40),
    '9'.repeat(19),
    '9'.repeat(34),
    '9'.repeat(400),
  ],
  ...['0', '00', '-0', '-1', '1e9', '1e400', '0x1f', 'NaN', 'Infinity', '1.5', '.', ',', '1000', '1001', '9999'],
  ...['999999999999', '999999999999999999', '9223372036854775807', '9223372036854775808', '0000000000000000000'],
  ...[
    '9999999999999999.99',
    '9999999999999999.999999',
    '9999999999999999',
    '92233720368547758.08',
    '0.0000001',
    '0.00',
    '0.000001',
  ],
  ...["'", '"', "' or 1=1 --", '\\', '%', '_', '$1', '{}', '{"a":1}', '[]', 'null', 'undefined', '<script>', '=1+1', '../..'],
  ...['createTime.asc', 'payAmount.desc', '__proto__.asc', 'constructor.desc', 'A'.repeat(40).concat('.asc')],
  ...['http://127.0.0.1/', 'http://[::1]/', 'http://localhost:99999/', 'https://a.b/\ud800', '::1', '0.0.0.0/0', '1.1.1.1,,'],
  ...[
    '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----',
    'data:image/png;base64,AAAA',
    'data:image/png;base64,====',
    'data:,',
  ],
  ...['2909999999999999', '3273014105900001', '62812345678901', '0999', 'M99999999', 'M00000001,M00000002'],
]

/** One valid value for each kind of field. A field that accepts none of them needs another one here. */
const VALID_VALUES: readonly unknown[] = [
  'M00000002',
  'M00000003',
  'VA_BCA',
  'ABCD-1',
  '150000.00',
  '10',
  '1',
  'Siti Rahma',
  TXN_PASSWORD,
  '123456',
  '2026-11-21',
  '2026-11-21T14:00',
  '1795231530000',
  'A'.repeat(64),
  'createTime.desc',
  'payinList',
  'M00000001:1',
  ['ABCD-1'],
  [[{ list: 'payinList', orderNo: 'ABCD-1' }]],
]

/** The members of an enum, also of one that may come alone or in an array. */
const enumOf = (schema: { enum?: unknown[]; anyOf?: TSchema[] }): unknown[] =>
  schema.enum ?? schema.anyOf?.flatMap(enumOf) ?? []

/** Valid values that also make sense together. */
const VALID_FIELDS: Fields = {
  accountNumber: '5271038864',
  bankCode: '014',
  payChannel: 'VA_BCA',
  feeType: 'FIXED',
  merchantFee: '1000',
  mobile: '081234567890',
  receiveAccount: '5271038864',
  payerAccountNumber: '5271038864',
  apiWhiteIp: '10.0.0.1',
  receiveName: 'Siti Rahma',
  txnPwd: TXN_PASSWORD,
  oldPwd: TXN_PASSWORD,
  pwd: TXN_PASSWORD,
  pwd2: TXN_PASSWORD,
}

/** Fields without which a change is refused, although the shape does not require them. */
export const CHANGED_FIELDS = ['merchantFee', 'bankCode', 'receiveName', 'txnPwd', 'oldPwd'] as const

/** A value that the field accepts. Throws when none is known. */
export function validValue(name: string, schema: TSchema): unknown {
  const found = [VALID_FIELDS[name], ...enumOf(schema), ...VALID_VALUES].find((value) => Value.Check(schema, value))
  if (found === undefined) throw new Error(`No valid value for the field ${name}: add one to VALID_VALUES.`)
  return found
}

export const accepts = (schema: TSchema, value: unknown): boolean => Value.Check(schema, value)

/** A request of the call with any values: JSON as it is, and text in forms, queries and paths. */
export function hostileRequest(row: AnyCall, input: Fields, token?: string) {
  if (row.body === 'json') return requestOf(row, inUrl(row, input), token)
  return requestOf(row, Object.fromEntries(Object.entries(input).map(([name, value]) => [name, textOf(value)])), token)
}

const inUrl = (row: AnyCall, input: Fields): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) =>
      row.path.includes(`:${name}`) || row.query.includes(name) ? [name, textOf(value)] : [name, value],
    ),
  )

/** A lone surrogate has no place in a URL. */
const textOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(textOf)
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
}
