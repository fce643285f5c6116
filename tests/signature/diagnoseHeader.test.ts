import { expect, test } from 'vitest'
import { signatureHeader } from '../../server/auth/signatureHeader.ts'
import { hmacSha256 } from '../../src/api/digests.ts'
import { diagnoseHeader } from '../../src/signature/diagnoseHeader.ts'
import { readRequest } from '../../src/signature/readRequest.ts'

const NOW = Date.parse('2026-11-21T08:15:30+07:00')
const KNOWN = { secret: 'sk_new_9f2c', oldSecret: 'sk_old_77aa' }
const BODY = '{"merchantNo": "M10000001", "payerName": "Siti Ráhma"}'
const CALL = `POST /openapi/payin\n${BODY}`
const ORDER = '/openapi/order?merchantNo=M10000001&merchantOrderNo=A%2F1'

const header = (content: string, { secret = KNOWN.secret, now = NOW } = {}) =>
  `Paydesk-Signature: ${signatureHeader(content, [secret], now)}`
const diagnosed = (text: string) => diagnoseHeader(readRequest(text)!.signed!, KNOWN, { hmac: hmacSha256, now: NOW })

test.each([
  ['curl', `curl https://pay.example/openapi/payin -H 'content-type: application/json' -H '${header(CALL)}' -d '${BODY}'`],
  [
    'a curl command with a here-document',
    `curl pay -X POST -H '${header(`POST pay\n${BODY}\n`)}' --data-binary @- <<END\n${BODY}\nEND`,
  ],
  ['a GET by curl', `curl -H "${header(`GET ${ORDER}\n`)}" 'https://pay.example${ORDER}'`],
  ['a GET by curl with its query as data', `curl -G -H '${header('GET /a?b=1\n')}' http://pay.example/a -d b=1`],
  ['an HTTP request', `POST /openapi/payin HTTP/1.1\nhost: pay.example\n${header(CALL).toLowerCase()}\n\n${BODY}`],
  ['an HTTP request without a body', `GET ${ORDER} HTTP/1.1\n${header(`GET ${ORDER}\n`)}\n`],
])('the header of %s is right', (_, text) => {
  expect(diagnosed(text)).toMatchObject({ verdict: 'right', offsetMs: null })
})

test('a wrong header is compared with the right one, and the old secret and the time are noticed', () => {
  const http = (line: string) => `POST /openapi/payin HTTP/1.1\n${line}\n\n${BODY}`
  const other = diagnosed(http(header(`POST /openapi/payout\n${BODY}`)))
  expect(other).toMatchObject({ verdict: 'unexplained', text: `${NOW / 1_000}.${CALL}` })
  expect(signatureHeader(CALL, [KNOWN.secret], NOW)).toBe(`t=${NOW / 1_000},v1=${other!.v1}`)
  expect(diagnosed(http(header(CALL, { secret: KNOWN.oldSecret })))).toMatchObject({ verdict: 'explained' })
  expect(diagnosed(http(header(CALL, { now: NOW - 301_000 })))).toMatchObject({ verdict: 'right', offsetMs: -301_000 })
  expect(diagnosed(http('Paydesk-Signature: v1=ab'))).toBeNull()
  expect(readRequest(http('Accept: */*'))!.signed).toBeUndefined()
})
