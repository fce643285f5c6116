import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequest } from '../../src/signature/readRequest.ts'

const FIELDS = { merchantNo: 'M10000001', payAmount: '150000.00', payerName: 'Siti Rahma' }
const BODY = 'merchantNo=M10000001&payAmount=150000.00&payerName=Siti+Rahma'

test.each([
  ['a form body', 'form', BODY],
  ['percent encoding', 'form', BODY.replace('+', '%20')],
  ['a body with line breaks', 'form', BODY.replaceAll('&', '&\n  ').replace('150000.00', '150\r\n000.00')],
  ['one field per line', 'form', BODY.replaceAll('&', '\n')],
  [
    'full-width characters',
    'form',
    'ｍｅｒｃｈａｎｔＮｏ＝Ｍ１００００００１＆payAmount＝１５００００．００＆payerName＝Siti Rahma',
  ],
  ['a query string', 'query', `?${BODY}`],
  ['a URL', 'query', `https://pay.example/openapi/order?${BODY}#top`],
  ['JSON', 'json', JSON.stringify(FIELDS, null, 2)],
  [
    'JSON with typographic quotes',
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
    'curl with a here-document',
    'curl',
    `curl -sS "https://pay.example/x" \\\n  --data-binary @- <<'END'\n${JSON.stringify(FIELDS, null, 2)}\nEND\n`,
  ],
  ['HTTP with JSON', 'http', `POST /x HTTP/1.1\nHost: pay.example\n\n${JSON.stringify(FIELDS, null, 2)}`],
  ['HTTP with a form', 'http', `POST https://pay.example/x\r\nAccept: */*\r\n\r\n${BODY}\r\n`],
  ['an HTTP GET request', 'http', `GET /x?${BODY} HTTP/2\nhost: pay.example`],
  [
    'a curl GET request',
    'curl',
    `curl -G 'https://pay.example/x?merchantNo=M10000001' -d 'payAmount=150000.00&payerName=Siti%20Rahma'`,
  ],
] as const)('reads %s', (_, form, text) => {
  expect(readRequest(text)).toMatchObject({ form, fields: FIELDS })
})

const TEXT = JSON.stringify(FIELDS)
test.each([
  ['curl -d declares a form', `curl https://pay.example/x -d '${TEXT}'`, 'application/x-www-form-urlencoded', true],
  [
    'a curl header declares another type',
    `curl https://pay.example/x -H 'content-type: text/plain; charset=x' -d '${TEXT}'`,
    'text/plain',
    true,
  ],
  ['curl --json declares JSON', `curl --json '${TEXT}' https://pay.example/x`, 'application/json', true],
  [
    'a curl header declares JSON for a form',
    `curl https://pay.example/x -H 'Content-Type: application/json' -d '${BODY}'`,
    'application/json',
    false,
  ],
  [
    'an HTTP header declares the type',
    `POST /x HTTP/1.1\r\nContent-Type: Application/JSON\r\n\r\n${TEXT}`,
    'application/json',
    true,
  ],
] as const)('%s', (_, text, type, isJson) => {
  expect(readRequest(text)).toMatchObject({ fields: FIELDS, body: { type, isJson } })
})

test.each([
  `curl -G https://pay.example/x -d '${BODY}'`,
  `GET /x?${BODY} HTTP/1.1\nHost: pay.example`,
  `POST /x\n\n${TEXT}`,
  BODY,
])('“%s” declares no body type', (text) => expect(readRequest(text)).not.toHaveProperty('body'))

test.each(['', '  ', 'hello', 'curl https://pay.example/x', '{"a":', '[1]', '/openapi/order', 'no fields = here'])(
  'finds no fields in “%s”',
  (text) => expect(readRequest(text)).toBeNull(),
)

test('keeps empty, repeated, nested and non-text values', () => {
  expect(readRequest('a=&b=1&b=2')?.fields).toEqual({ a: '', b: ['1', '2'] })
  expect(readRequest('{"a":null,"b":[],"c":100.00,"d":{"e":1}}')?.fields).toEqual({ a: null, b: [], c: 100, d: { e: 1 } })
})

const name = fc.stringMatching(/^[A-Za-z]\w{0,8}$/)
const value = fc.string({ unit: 'grapheme', maxLength: 12 })

test('any fields encoded as a form are read back unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value, { minKeys: 1, noNullPrototype: true }), (fields) => {
      expect(readRequest(new URLSearchParams(fields).toString())?.fields).toEqual(fields)
    }),
  )
})

test('no pasted text makes it throw', () => {
  const shell = fc.string({ unit: fc.constantFrom(...'curl -d\'"\\\n&=?{}$:,＝＆“x1 '), maxLength: 40 })
  fc.assert(fc.property(shell, (text) => void readRequest(text)))
  fc.assert(fc.property(shell, (text) => void readRequest(`curl ${text}`)))
})
