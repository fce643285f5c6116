import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequest } from '../../src/signature/readRequest.ts'

const FIELDS = { merchantNo: 'M10000001', payAmount: '150000.00', payerName: 'Siti Rahma' }
const BODY = 'merchantNo=M10000001&payAmount=150000.00&payerName=Siti+Rahma'

test.each([
  ['a form body', 'form', BODY],
  ['percent signs', 'form', BODY.replace('+', '%20')],
  ['a body broken by its lines', 'form', BODY.replaceAll('&', '&\n  ').replace('150000.00', '150\r\n000.00')],
  ['a field a line', 'form', BODY.replaceAll('&', '\n')],
  [
    'full-width signs',
    'form',
    'ｍｅｒｃｈａｎｔＮｏ＝Ｍ１００００００１＆payAmount＝１５００００．００＆payerName＝Siti Rahma',
  ],
  ['a query string', 'query', `?${BODY}`],
  ['an address', 'query', `https://pay.example/openapi/order?${BODY}#top`],
  ['JSON', 'json', JSON.stringify(FIELDS, null, 2)],
  [
    'JSON of a chat, with its quotes',
    'json',
    '｛“merchantNo”：“M10000001”，“payAmount”：“150000.00”，“payerName”：“Siti Rahma”｝',
  ],
  ['JSON with a line break within a value', 'json', JSON.stringify(FIELDS).replace('150000', '150\n000')],
  ['curl with a form', 'curl', `curl -X POST 'https://pay.example/x' -H 'Accept: */*' -d '${BODY}'`],
  [
    'curl over several lines',
    'curl',
    `curl https://pay.example/x \\\n  --data-raw merchantNo=M10000001 \\\n  -d payAmount=150000.00 \\\n --data-urlencode 'payerName=Siti Rahma'`,
  ],
  ['curl of the Windows prompt', 'curl', `curl "https://pay.example/x" ^\r\n  --data "${BODY}"`],
  ['curl with JSON', 'curl', `curl --json '${JSON.stringify(FIELDS)}' https://pay.example/x`],
  [
    'curl with JSON in double quotes',
    'curl',
    `curl -d "${JSON.stringify(FIELDS).replaceAll('"', '\\"')}" https://pay.example/x`,
  ],
  [
    'curl of the developer tools',
    'curl',
    `curl 'https://pay.example/x' --compressed --data-raw $'merchantNo=M10000001&payAmount=150000.00&payerName=Siti\\u0020Rahma'`,
  ],
  [
    'curl that asks',
    'curl',
    `curl -G 'https://pay.example/x?merchantNo=M10000001' -d 'payAmount=150000.00&payerName=Siti%20Rahma'`,
  ],
] as const)('reads %s', (_, form, text) => {
  expect(readRequest(text)).toEqual({ form, fields: FIELDS })
})

test.each(['', '  ', 'hello', 'curl https://pay.example/x', '{"a":', '[1]', '/openapi/order', 'no fields = here'])(
  'finds no fields in “%s”',
  (text) => expect(readRequest(text)).toBeNull(),
)

test('keeps what is empty, repeated, nested or not text', () => {
  expect(readRequest('a=&b=1&b=2')?.fields).toEqual({ a: '', b: ['1', '2'] })
  expect(readRequest('{"a":null,"b":[],"c":100.00,"d":{"e":1}}')?.fields).toEqual({ a: null, b: [], c: 100, d: { e: 1 } })
})

const name = fc.stringMatching(/^[A-Za-z]\w{0,8}$/)
const value = fc.string({ unit: 'grapheme', maxLength: 12 })

test('whatever is encoded as a form is read as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true }), (fields) => {
      expect(readRequest(new URLSearchParams(fields).toString())?.fields).toEqual(fields)
    }),
  )
})

test('nothing that can be pasted breaks it', () => {
  const shell = fc.string({ unit: fc.constantFrom(...'curl -d\'"\\\n&=?{}$:,＝＆“x1 '), maxLength: 40 })
  fc.assert(fc.property(shell, (text) => void readRequest(text)))
  fc.assert(fc.property(shell, (text) => void readRequest(`curl ${text}`)))
})
