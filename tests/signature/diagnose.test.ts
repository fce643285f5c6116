import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmpty, type Signable, sign, stringToSign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { digests, hmacs } from '../../src/api/digests.ts'
import { type Diagnosis, diagnose, digestOf } from '../../src/signature/diagnose.ts'
import { hex } from '../../src/signature/encodings.ts'
import { type Recipe, RIGHT, stepsFor, type Variant } from '../../src/signature/variants.ts'

const NOW = Date.parse('2026-11-21T08:15:30+07:00')
const KNOWN = { secret: 'sk_new_9f2c', oldSecret: 'sk_old_77aa' }
const FIELDS: Signable = {
  payerName: 'Budi Sántoso & Co',
  merchantNo: 'M10000001',
  Zone: '＋62',
  payAmount: '150000.00',
  payFee: '2500',
  remark: '',
  mobile: ' 62812345678',
  note: 'a%20b',
  _timestamp: String(NOW),
}
/** Fields for the mistakes that need other values than those of `FIELDS`. */
const NESTED: Signable = { ...FIELDS, bankCode: null, items: { sizes: ['1', '2'], name: 'é/b' }, meta: '{ "a":1}' }

const diagnosed = (fields: Signable, known = KNOWN): Diagnosis => diagnose(fields, known, { digests, hmacs, now: NOW })

/** The digest of a signature made with these mistakes. */
function signedWith(fields: Signable, made: readonly Variant[]): Uint8Array {
  const recipe: Recipe = Object.assign({ ...RIGHT, secret: KNOWN.secret }, ...made.map(({ change }) => change))
  return digestOf(recipe, fields, { digests, hmacs })
}

const upper = (bytes: Uint8Array) => hex(bytes).toUpperCase()
const steps = stepsFor(KNOWN)

test('a signature made by the contract is right, and the joined text is the same', () => {
  const fields = sign(FIELDS, KNOWN.secret, { hash: sha256, now: NOW })
  expect(diagnosed(fields)).toEqual({
    joined: stringToSign(fields),
    sign: fields._sign,
    sent: fields._sign,
    verdict: 'right',
    mistakes: [],
    fieldsByMistake: {},
    timestamp: { kind: 'fine', offsetMs: 0 },
    misnamedFields: {},
    nonTextFields: [],
    emptyFields: [],
  })
  expect(diagnosed({ ...FIELDS }).verdict).toBe('unsigned')
})

describe('a deliberate mistake is named', () => {
  test.each(steps.flat().map((variant, index) => [variant.mistake, index, variant] as const))(
    '%s (%i)',
    (mistake, _, variant) => {
      const fields = ['nullSigned', 'nestedReencoded'].includes(mistake) ? NESTED : FIELDS
      expect(diagnosed({ ...fields, _sign: upper(signedWith(fields, [variant])) })).toMatchObject({
        verdict: 'explained',
        mistakes: [mistake],
      })
    },
  )

  test('a lower-case hash and a base64 hash are named', () => {
    const bytes = signedWith(FIELDS, [])
    expect(diagnosed({ ...FIELDS, _sign: hex(bytes) }).mistakes).toEqual(['lowerCase'])
    expect(diagnosed({ ...FIELDS, _sign: Buffer.from(bytes).toString('base64') }).mistakes).toEqual(['base64'])
  })

  test.each([
    ['emptyKept', { ...FIELDS, bankCode: '' }, ['remark', 'bankCode']],
    ['orderIgnoresCase', FIELDS, ['Zone']],
    ['plusSent', FIELDS, ['mobile']],
    ['plusSent', { ...FIELDS, mobile: '', at: '2026-11-21T08:15:30 07:00' }, ['at']],
    ['decimalsSigned', FIELDS, ['payFee']],
    ['decimalsSent', FIELDS, ['payAmount']],
    ['encodedTwice', FIELDS, ['note']],
    ['trimmed', { ...FIELDS, payerName: 'Budi ' }, ['payerName', 'mobile']],
    ['md5', FIELDS, []],
    ['nullSigned', NESTED, ['bankCode']],
    ['nestedReencoded', NESTED, ['items', 'meta']],
    ['amountAsFloat', FIELDS, ['payAmount', 'payFee']],
    ['timestampSeconds', FIELDS, ['_timestamp']],
  ] as const)('%s names the affected fields', (mistake, fields, names) => {
    const variant = steps.flat().find((one) => one.mistake === mistake)!
    expect(diagnosed({ ...fields, _sign: upper(signedWith(fields, [variant])) }).fieldsByMistake).toEqual({ [mistake]: names })
  })

  test.each([
    ['secretPadded', { secret: `${KNOWN.secret} ` }, {}],
    ['secretPadded', { secret: `${KNOWN.secret}\r\n` }, {}],
    ['amountAsFloat', {}, { payAmount: '150000.0', payFee: '2500.0' }],
    ['amountAsFloat', {}, { payAmount: '1.5E5', payFee: '2.5E3' }],
    ['signSigned', {}, { _sign2: '' }],
    ['nestedReencoded', {}, { items: '{"name": "\\u00e9/b", "sizes": ["1", "2"]}' }],
  ] as const)('%s is found in a text that %j and %j make', (mistake, secrets, changed) => {
    const { _sign2, ...values } = changed as Record<string, string>
    const fields: Signable = { ...FIELDS, items: { name: 'é/b', sizes: ['1', '2'] } }
    const joined = stringToSign({ ...fields, ...values })
    const { secret } = { ...KNOWN, ...secrets }
    const text = _sign2 === undefined ? joined : joined.replace(/^(Zone[^_]*)/, '$1_sign')
    expect(diagnosed({ ...fields, _sign: sha256(secret + text + secret).toUpperCase() }).mistakes).toEqual([mistake])
  })

  test.each([
    ['textLineBreak', (text: string) => createHash('sha256').update(`${text}\n`)],
    ['byteOrderMark', (text: string) => createHash('sha256').update(`\ufeff${text}`)],
    ['otherHash', (text: string) => createHash('sha1').update(text)],
    ['otherHash', (text: string) => createHash('sha512').update(text)],
    ['hmac', () => createHmac('sha256', KNOWN.secret).update(stringToSign(FIELDS))],
  ] as const)('%s is found in a hash by other code', (mistake, hash) => {
    const _sign = hash(KNOWN.secret + stringToSign(FIELDS) + KNOWN.secret)
      .digest('hex')
      .toUpperCase()
    expect(diagnosed({ ...FIELDS, _sign }).mistakes).toEqual([mistake])
  })

  test.each([
    ['payerName', 'Budi Sántoso & Co '],
    ['merchantNo', ' M10000001'],
    ['note', ' a%20b '],
  ])('spaces of %s that were signed as %j but not sent are found', (name, signed) => {
    const _sign = upper(signedWith({ ...FIELDS, [name]: signed }, []))
    expect(diagnosed({ ...FIELDS, _sign })).toMatchObject({ mistakes: ['spacesLost'], fieldsByMistake: { spacesLost: [name] } })
    const withOldSecret = upper(signedWith({ ...FIELDS, [name]: signed }, [steps[0]![0]!]))
    expect(diagnosed({ ...FIELDS, _sign: withOldSecret }).mistakes).toEqual(['oldSecret', 'spacesLost'])
  })

  test('two and three mistakes at once are found', () => {
    const [secrets, empties, orders, writes] = steps
    const made = [secrets![0]!, empties![0]!, orders![0]!]
    expect(diagnosed({ ...FIELDS, _sign: upper(signedWith(FIELDS, made)) }).mistakes).toEqual([
      'oldSecret',
      'emptyKept',
      'orderIgnoresCase',
    ])
    expect(diagnosed({ ...FIELDS, _sign: hex(signedWith(FIELDS, [orders![1]!, writes![1]!])) }).mistakes).toEqual([
      'orderAsSent',
      'urlEncoded',
      'lowerCase',
    ])
  })
})

test('misnamed protocol fields are found, and fields that are not text are named', () => {
  const { _timestamp, ...rest } = FIELDS
  expect(diagnosed({ ...rest, Timestamp: NOW, sign: 'ABC', signedBy: 'me' })).toMatchObject({
    misnamedFields: { _sign: 'sign', _timestamp: 'Timestamp' },
    nonTextFields: ['Timestamp'],
  })
  expect(diagnosed({ ...FIELDS, sign: 'ABC', _sign: 'DEF' }).misnamedFields).toEqual({})
})

test('a signature of another value has no explanation', () => {
  expect(diagnosed({ ...FIELDS, _sign: upper(signedWith({ ...FIELDS, merchantNo: 'M10000002' }, [])) }).verdict).toBe(
    'unexplained',
  )
  expect(diagnosed({ ...FIELDS, _sign: 'not a signature' }).verdict).toBe('unexplained')
})

test.each([
  [NOW, 'fine'],
  [NOW - 5 * 60_000, 'fine'],
  [NOW - 5 * 60_000 - 1, 'late'],
  [NOW + 5 * 60_000 + 1, 'early'],
  [Math.floor(NOW / 1_000), 'seconds'],
  ['', 'missing'],
  [undefined, 'missing'],
  ['2026-11-21', 'unreadable'],
] as const)('a timestamp of %s is %s', (_timestamp, kind) => {
  expect(diagnosed({ ...FIELDS, _timestamp }).timestamp.kind).toBe(kind)
})

const name = fc.stringMatching(/^[A-Za-z]\w{0,6}$/)
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constant(''),
  fc.integer({ min: 0, max: 9_999_999 }).map(String),
  fc.integer({ min: 1, max: 9_999_999 }).map((amount) => `${amount}.00`),
  fc.constantFrom(null, 5, 0, false),
)
const fields = fc
  .dictionary(name, value, { minKeys: 1, maxKeys: 6, noNullPrototype: true })
  .map((some): Signable => ({ payAmount: '100', ...some, _timestamp: String(NOW) }))

/** At most one mistake per step, in at most three steps. */
const mistakes = fc
  .subarray(steps.slice(), { maxLength: 3 })
  .chain((some) => fc.tuple(...some.map((step) => fc.constantFrom(...step))))

test('for any fields, the mistakes are found, and never more than were made', () => {
  fc.assert(
    fc.property(fields, mistakes, (some, made) => {
      const sent = upper(signedWith(some, made))
      const found = diagnosed({ ...some, _sign: sent })
      const harmless = sent === found.sign
      expect(found.verdict).toBe(harmless ? 'right' : 'explained')
      expect(found.mistakes.length).toBeLessThanOrEqual(made.length)
      // The named mistakes produce exactly the given signature.
      const named = found.mistakes.map((mistake) => steps.flat().filter((one) => one.mistake === mistake))
      const combinations = named.reduce<Variant[][]>(
        (all, variants) => all.flatMap((made) => variants.map((variant) => [...made, variant])),
        [[]],
      )
      expect(combinations.map((variants) => upper(signedWith(some, variants)))).toContain(sent)
    }),
    { numRuns: 150 },
  )
})

test('for any fields, a proper signature is right', () => {
  fc.assert(
    fc.property(fields, (some) => {
      const signed = sign(some, KNOWN.secret, { hash: sha256, now: NOW })
      expect(diagnosed(signed)).toMatchObject({ verdict: 'right', emptyFields: [], joined: stringToSign(signed) })
      expect(diagnosed({ ...some, _sign: 'x' }).emptyFields).toEqual(Object.keys(some).filter((key) => isEmpty(some[key])))
    }),
  )
})
