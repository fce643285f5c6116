import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sign, signatureOf } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { signatureHeader } from '../../server/auth/signatureHeader.ts'
import { callbackMessage } from '../../server/callbacks/message.ts'
import { digests, hmacs } from '../../src/api/digests.ts'
import { diagnoseHeader } from '../../src/signature/diagnoseHeader.ts'
import { readRequest } from '../../src/signature/readRequest.ts'

const NOW = Date.parse('2026-11-21T08:15:30+07:00')
const KNOWN = { secret: '5b1f9c02', oldSecret: 'sk_old_77aa' }
const BODY = '{"merchantNo": "M10000001", "payerName": "Siti Ráhma"}'
const CALL = `POST /openapi/payin\n${BODY}`
const ORDER = '/openapi/order?merchantNo=M10000001&merchantOrderNo=A%2F1'

const header = (content: string, { secret = KNOWN.secret, now = NOW } = {}) =>
  `Paydesk-Signature: ${signatureHeader(content, [secret], now)}`
function diagnosed(text: string) {
  const { fields, signed } = readRequest(text)!
  const fieldSign = signatureOf(fields, KNOWN.secret, sha256)
  return diagnoseHeader(signed!, KNOWN, { digests, hmacs, fieldSign, now: NOW })
}

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
  expect(other).toMatchObject({ verdict: 'unexplained', mistakes: [], text: `${NOW / 1_000}.${CALL}` })
  expect(signatureHeader(CALL, [KNOWN.secret], NOW)).toBe(`t=${NOW / 1_000},v1=${other!.v1}`)
  expect(diagnosed(http(header(CALL, { secret: KNOWN.oldSecret })))).toMatchObject({
    verdict: 'explained',
    mistakes: ['oldSecret'],
  })
  expect(diagnosed(http(header(CALL, { now: NOW - 301_000 })))).toMatchObject({ verdict: 'right', offsetMs: -301_000 })
  expect(diagnosed(http('Paydesk-Signature: v1=ab'))).toBeNull()
  expect(readRequest(http('Accept: */*'))!.signed).toBeUndefined()
})

const T = String(NOW / 1_000)
const mac = (text: string | Buffer, { secret = KNOWN.secret as string | Buffer, hash = 'sha256' } = {}) =>
  createHmac(hash, secret).update(text).digest('hex')
const plain = (text: string) => createHash('sha256').update(text).digest('hex')

describe('a deliberate mistake of a call is named', () => {
  const TIMED = `${T}.${CALL}`
  const PYTHON = BODY.replace('á', '\\u00e1')
  test.each([
    ['secretPadded', mac(TIMED, { secret: `${KNOWN.secret}\n` })],
    ['secretPadded', mac(TIMED, { secret: `${KNOWN.secret} ` })],
    ['secretDecoded', mac(TIMED, { secret: Buffer.from(KNOWN.secret, 'hex') })],
    ['timeLeftOut', mac(CALL)],
    ['timeOther', mac(`${NOW}.${CALL}`)],
    ['dotLeftOut', mac(T + CALL)],
    ['headLeftOut', mac(`${T}.${BODY}`)],
    ['addressSigned', mac(`${T}.POST https://pay.example/openapi/payin\n${BODY}`)],
    ['methodLowerCase', mac(`${T}.post /openapi/payin\n${BODY}`)],
    ['methodLeftOut', mac(`${T}./openapi/payin\n${BODY}`)],
    ['lineBreakOther', mac(`${T}.POST /openapi/payin\\n${BODY}`)],
    ['lineBreakOther', mac(`${T}.POST /openapi/payin${BODY}`)],
    ['lineBreakOther', mac(`${T}.POST /openapi/payin\r\n${BODY}`)],
    ['bodyLeftOut', mac(`${T}.POST /openapi/payin\n`)],
    ['bodyReencoded', mac(`${T}.POST /openapi/payin\n${JSON.stringify(JSON.parse(BODY))}`)],
    ['bodyReencoded', mac(`${T}.POST /openapi/payin\n${JSON.stringify(JSON.parse(BODY), null, 4)}`)],
    ['bodyReencoded', mac(`${T}.POST /openapi/payin\n${PYTHON}`)],
    ['latin1', mac(Buffer.from(TIMED, 'latin1'))],
    ['utf16', mac(Buffer.from(TIMED, 'utf16le'))],
    ['byteOrderMark', mac(`\ufeff${TIMED}`)],
    ['plainHash', plain(KNOWN.secret + TIMED + KNOWN.secret)],
    ['plainHash', plain(TIMED + KNOWN.secret)],
    ['otherHash', mac(TIMED, { hash: 'sha1' })],
    ['otherHash', mac(TIMED, { hash: 'sha512' })],
    ['keyAndTextSwapped', mac(KNOWN.secret, { secret: TIMED })],
    ['upperCase', mac(TIMED).toUpperCase()],
    ['headerBase64', Buffer.from(mac(TIMED), 'hex').toString('base64')],
    ['fieldsSigned', signatureOf(JSON.parse(BODY), KNOWN.secret, sha256)],
  ])('%s', (mistake, v1) => {
    const url = 'https://pay.example/openapi/payin'
    const text = `curl ${url} -H 'content-type: application/json' -H 'Paydesk-Signature: t=${T},v1=${v1}' -d '${BODY}'`
    expect(diagnosed(text)).toMatchObject({ verdict: 'explained', mistakes: [mistake] })
  })

  test.each([
    ['queryLeftOut', 'GET /openapi/order\n'],
    ['targetDecoded', `GET ${decodeURIComponent(ORDER)}\n`],
    ['emptyBodySigned', `GET ${ORDER}\n{}`],
  ])('%s', (mistake, content) => {
    const text = `GET ${ORDER} HTTP/1.1\nPaydesk-Signature: t=${T},v1=${mac(`${T}.${content}`)}\n`
    expect(diagnosed(text)).toMatchObject({ verdict: 'explained', mistakes: [mistake] })
  })

  test('two at once are found, and a time in milliseconds is named', () => {
    const http = (line: string) => `POST /openapi/payin HTTP/1.1\nPaydesk-Signature: ${line}\n\n${BODY}`
    expect(diagnosed(http(`t=${T},v1=${mac(CALL).toUpperCase()}`))).toMatchObject({ mistakes: ['timeLeftOut', 'upperCase'] })
    const both = mac(`${T}.${BODY}`, { secret: KNOWN.oldSecret })
    expect(diagnosed(http(`t=${T},v1=${both}`))).toMatchObject({ mistakes: ['oldSecret', 'headLeftOut'] })
    expect(diagnosed(http(`t=${NOW},v1=${mac(`${NOW}.${CALL}`)}`))).toMatchObject({
      verdict: 'right',
      isMilliseconds: true,
      offsetMs: null,
    })
    expect(diagnosed(http(`v0=1, v1=${mac(`${T}.${CALL}`)}, t=${T}`))).toMatchObject({ verdict: 'right' })
  })
})

describe('a callback', () => {
  const order = {
    id: '2611210815300010001',
    moves: 3,
    merchantNo: 'M10000001',
    merchantOrderNo: 'A-1',
    payOrderNo: null,
    channel: 'VA_BCA',
    currency: 'IDR',
    amount: 15_000_000n,
    paidAmount: 15_000_000n,
    refundedAmount: 0n,
    fee: 5_000n,
    status: 'SUCCESS',
    createTime: new Date(NOW),
    completeTime: new Date(NOW),
  }
  const { headers, body } = callbackMessage(order as never, 'evt_1', [KNOWN.secret], NOW)
  const head = (signature = headers['paydesk-signature']!) =>
    Object.entries({ ...headers, 'paydesk-signature': signature })
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')
  const shown = [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n')
  const callback = (text: string, signature?: string) => `POST https://shop.example/notify?a=1\n${head(signature)}\n\n${text}`

  test.each([
    ['as it was sent', body],
    ['as the page of an order shows it', shown],
  ])('is right %s', (_, text) => {
    expect(readRequest(callback(text))).toMatchObject({
      isCallback: true,
      fields: Object.fromEntries(new URLSearchParams(body)),
    })
    expect(diagnosed(callback(text))).toMatchObject({ verdict: 'right', text: `${T}.${body}` })
  })

  test.each([
    ['headSigned', `${T}.POST /notify?a=1\n${body}`],
    ['timeLeftOut', body],
    ['bodyReencoded', `${T}.${[...new URLSearchParams(body)].map((pair) => pair.join('=')).join('&')}`],
    ['bodyReencoded', `${T}.${JSON.stringify(Object.fromEntries(new URLSearchParams(body)))}`],
  ])('%s is named', (mistake, content) => {
    expect(diagnosed(callback(body, `t=${T},v1=${mac(content)}`))).toMatchObject({ mistakes: [mistake] })
  })

  test('has fields that are signed like those of a call', () => {
    const { _sign, _timestamp, ...fields } = readRequest(callback(shown))!.fields
    expect(sign(fields, KNOWN.secret, { hash: sha256, now: NOW })).toMatchObject({ _sign, _timestamp })
  })
})
