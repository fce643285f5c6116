import type { TSchema } from 'typebox'
import { OPTION_MEMBERS } from '#contract/options.ts'
import { ERROR_STATUS } from '#contract/reply.ts'
import { CallbackFields } from '#contract/shapes/merchantReplies.ts'
import { SIGN_TOLERANCE_MS, SIGNATURE_HEADER, sign, signedHead, stringToSign } from '#contract/signing.ts'
import { sha256 } from '../auth/credentials.ts'
import { signatureHeader } from '../auth/signatureHeader.ts'
import { RETRY_DELAYS_MS } from '../callbacks/retrySchedule.ts'
import { type Html, html } from '../http/html.ts'
import { IDENTITY } from '../identity.ts'
import { textsOf } from '../texts/texts.ts'
import { API, CALL_LIMITS, COMMON_ERRORS, type DocumentedCall, FIELD_RULES } from './api.ts'
import { client, prelude, RECEIVER, SIGNED_FIELDS, shellOf } from './examples.ts'

/** The documentation for merchants' developers: one self-contained page. `host` is the origin used in the examples. */
export function documentPage(host: string): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${IDENTITY.name} merchant API</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav aria-label="Contents">
<strong>${IDENTITY.name} merchant API</strong>
<ol>${CHAPTERS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ol>
<p><a href="openapi.json">OpenAPI 3.1</a> for code generators</p>
</nav>
<main>
${start(host)}
${signing(host)}
${API.map(operation)}
${callbacks()}
${statuses()}
${errors()}
${exportedFiles()}
${sandbox()}
</main>
</body>
</html>
`
  return page.html
}

const CHAPTERS = [
  ['start', 'Get started'],
  ['signing', 'Sign requests'],
  ...API.map(({ id, title }) => [id, title] as const),
  ['callbacks', 'Callbacks'],
  ['statuses', 'Statuses'],
  ['errors', 'Errors'],
  ['files', 'Exported files'],
  ['trying', 'Test'],
] as const

const start = (host: string): Html => html`<section id="start">
<h1>${IDENTITY.name} merchant API</h1>
<p>Your server calls this API to create payins and payouts. The gateway sends your server a callback when an order becomes final.
Bodies are JSON, and every value that you send is a string; amounts have two decimals (four for USDT). Times are in UTC+7. ${CALL_LIMITS}</p>
<p>You need your merchant number and the secret from <em>Keys</em> in the console. If your API whitelist is not empty, the gateway
accepts calls from its addresses only.</p>
<p>Paste this into a shell first. The examples below then run as they are.</p>
${code('prelude', prelude(host))}
</section>`

// Not a real secret, so that every step can show it.
const SAMPLE_KEY = 'test-key'
const SAMPLE = { receiveMerchantNo: 'M10000002', payAmount: '100000.00', remark: '' }
const SAMPLE_TIME = 1_700_000_000_000

function signing(host: string): Html {
  const { method, path } = API[0]!.call
  const content = signedHead(method, path) + JSON.stringify(SAMPLE)
  return html`<section id="signing">
<h2>Sign requests</h2>
<p>Sign each call with the header <code>${SIGNATURE_HEADER}</code>. It covers the call and every byte of its body, and the examples on
this page use it. A call without the header is signed by its fields. Under <em>Keys</em> in the console you can require the header; the
gateway then rejects calls signed by their fields alone with <code>SIGN_HEADER_REQUIRED</code>.</p>
<p>Either way, the time may differ from the gateway’s clock by up to ${SIGN_TOLERANCE_MS / 60_000} minutes, and each signature works once.</p>
<h3>With the header</h3>
<p>Step by step, with the secret <code>${SAMPLE_KEY}</code>:</p>
<ol class="steps">
<li>Join the method, a space, the path with its query, a line break, and the body (a GET has none), exactly as you will send
them. Encode the body once: sign and send the same bytes. ${code('content', content)}</li>
<li>Prefix the time in seconds since 1970, and a dot. ${code('header-text', `${SAMPLE_TIME / 1_000}.${content}`)}</li>
<li>Compute the HMAC-SHA256 with the secret as the key, in lower-case hex. Send both.
${code('header', `${SIGNATURE_HEADER}: ${signatureHeader(content, [SAMPLE_KEY], SAMPLE_TIME)}`)}</li>
</ol>
<p>Repeat <code>v1</code> to sign with several secrets. Identical calls with the same time have the same signature, so the gateway
rejects the second with <code>SIGN_REPLAYED</code>. A fraction tells them apart: <code>t=1700000000.123</code>.</p>
<p>In Node.js, save this as <code>call.mjs</code> and run <code>SECRET=… node call.mjs</code>:</p>
${code('client', client(host))}
${signingByFields()}
<h3>If the gateway rejects your signature</h3>
<ul>
<li>The header: the body was encoded again after it was signed, the query was left out, or the time is in milliseconds.</li>
<li>The fields: the encoded value was signed instead of the plain one. Sign <code>Siti Rahma</code>, even where the query says <code>Siti%20Rahma</code>.</li>
<li>The fields: an empty field was signed, or the names were sorted ignoring case.</li>
<li>The fields: the hash is in lower case, or the secret is on one side only.</li>
<li>The fields: <code>100000.00</code> was signed and <code>100000</code> sent.</li>
<li>The secret was reset. The old one stays valid only for the time chosen at the reset.</li>
<li><code>SIGN_REPLAYED</code>: each signature works once. Sign again with a new time.</li>
</ul>
<p><em>Signature</em> in the console’s developer center tells you which of these it was.</p>
</section>`
}

function signingByFields(): Html {
  const signed = sign(SAMPLE, SAMPLE_KEY, { hash: sha256, now: SAMPLE_TIME })
  const text = stringToSign(signed)
  return html`<h3>With the fields</h3>
<p>A call without the header carries <code>_timestamp</code> and <code>_sign</code>. Names and values are joined without separators, so this
signature covers neither where a value ends nor which call it is for. Prefer the header.</p>
<ol class="steps">
<li>Take the fields as you will send them. ${code('fields', JSON.stringify(SAMPLE, null, 2))}</li>
<li>Leave out empty fields: empty text, null, an empty list. Here that is <code>remark</code>. Don’t send them either.</li>
<li>Add <code>_timestamp</code>, milliseconds since 1970 as text: <code>${SAMPLE_TIME}</code>.</li>
<li>Sort by name in code-point order: <code>_</code> comes after capital and before small letters. Write each name directly
followed by its value, without separators. ${code('joined', text)}</li>
<li>Put the secret before and after it, encode it as UTF-8 and compute the SHA-256 in upper-case hex.
${code('hashed', `${SAMPLE_KEY}${text}${SAMPLE_KEY}`)} ${code('sign', String(signed._sign))}</li>
<li>Send it as <code>_sign</code> with the other fields: in the body of a POST, in the query of a GET.</li>
</ol>
${code('fields-example', SIGNED_FIELDS)}`
}

const operation = (one: DocumentedCall): Html => html`<section id="${one.id}">
<h2>${one.title}</h2>
<p class="call"><b>${one.call.method}</b> <code>${one.call.path}</code></p>
<p>${one.description}</p>
<h3>Fields</h3>
${fieldTable(one.input)}
<h3>Example</h3>
${code(`example-${one.id}`, shellOf(one))}
<h3>Response</h3>
<p>Status 200 and <code>{"status":"ok","item":{…}}</code>, with these fields in <code>item</code>:</p>
${fieldTable(one.output)}
${one.errors.length === 0 ? '' : html`<p>Errors: ${listOf(one.errors)}, and the errors of every call.</p>`}
</section>`

const listOf = (codes: readonly string[]): Html[] =>
  codes.map((one, index) => html`${index === 0 ? '' : ', '}<code>${one}</code>`)

interface Property {
  type?: string
  enum?: string[]
  anyOf?: Property[]
  pattern?: string
  maxLength?: number
  description?: string
}

function fieldTable(schema: TSchema): Html {
  const { properties, required = [] } = schema as unknown as { properties: Record<string, Property>; required?: string[] }
  return html`<table>
<thead><tr><th>Field</th><th>Meaning</th><th>Format</th></tr></thead>
<tbody>${Object.entries(properties).map(
    ([name, property]) => html`<tr><td><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}</td>
<td>${meaningOf(name, property)}</td><td>${formOf(property)}</td></tr>
`,
  )}</tbody>
</table>`
}

const MEANINGS: Record<string, string> = {
  _timestamp: 'Without the header: milliseconds since 1970',
  _sign: 'Without the header: SHA-256 of the fields, upper-case hex',
  merchantNo: 'Your merchant number',
  merchantOrderNo: 'Your own order number; each can be used once',
  platOrderNo: 'The gateway’s order number',
  payChannel: 'One of the channels open to you',
  payerName: 'Name of the payer',
  mobile: 'Mobile number',
  remark: 'For your own use',
  bankCode: 'Three-digit clearing code of the bank',
  receiveName: 'Name of the receiver',
}

const meaningOf = (name: string, { description, anyOf }: Property): string =>
  MEANINGS[name] ?? description ?? anyOf?.find((one) => one.description !== undefined)?.description ?? ''

function formOf({ type, enum: members, anyOf, pattern, maxLength }: Property): Html | string {
  if (members !== undefined) return html`${listOf(members)}`
  if (anyOf !== undefined) return html`${formOf(anyOf[0]!)}, or null`
  if (pattern !== undefined) return html`<code>${pattern}</code>`
  return maxLength === undefined ? (type ?? 'text').replace('string', 'text') : `text, up to ${maxLength} characters`
}

const MINUTE = 60_000
const formatDuration = (ms: number): string =>
  ms < MINUTE ? `${ms / 1_000} s` : ms < 60 * MINUTE ? `${ms / MINUTE} min` : `${ms / (60 * MINUTE)} h`

const callbacks = (): Html => html`<section id="callbacks">
<h2>Callbacks</h2>
<p>When an order becomes final, and when a payin is refunded or a payout reversed, the gateway sends a form-encoded POST to the callback
URL you set in the console. There is none for EXCEPTION and UNKNOWN, which are not final. Verify it before you trust it: the header <code>${SIGNATURE_HEADER}</code> signs the time, a dot and the raw body, without method and path, and has a
<code>v1</code> for each of your valid secrets. The fields <code>_timestamp</code> and <code>_sign</code> sign the other fields as in
calls. <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> follow Standard Webhooks, with your
secret as the key.</p>
<p>Respond within 20 seconds with a status of 200 to 299 and the text <code>SUCCESS</code> or <code>OK</code>. After anything else the
gateway resends the callback after ${RETRY_DELAYS_MS.map(formatDuration).join(', ')}, each up to a fifth longer. It doesn’t follow redirects. A 410 disables the callback
URL; a <code>Retry-After</code> with 429 or 503 is honored. A resent callback keeps its <code>webhook-id</code>.</p>
<p>Payments can arrive late: an order that expired, failed or was closed may still be paid. You then get another callback.</p>
<h3>Fields of a callback</h3>
${fieldTable(CallbackFields)}
<h3>A receiver</h3>
<p>Save this as <code>receiver.mjs</code> and run <code>SECRET=… node receiver.mjs</code>:</p>
${code('receiver', RECEIVER)}
</section>`

function statuses(): Html {
  const texts: Record<string, string> = textsOf('en').statuses
  const table = (list: 'PayinOrderStatus' | 'PayoutOrderStatus') => html`<table>
<tbody>${OPTION_MEMBERS[list].map(
    (key) => html`<tr><td><code>${key}</code></td><td>${texts[key]!}</td></tr>
`,
  )}</tbody>
</table>`
  return html`<section id="statuses">
<h2>Statuses</h2>
<h3>Payins</h3>
<p>SUCCESS, FAILED, EXPIRED and CLOSED are final, but a late payment changes the last three to SUCCESS. EXCEPTION means that the payer
paid too little or too much; the platform accepts what was paid, which is then SUCCESS, or rejects it, which is FAILED.</p>
${table('PayinOrderStatus')}
<h3>Payouts</h3>
<p>UNKNOWN means that the bank gave no clear response: the money stays frozen. Don’t send the payout again under another number before
it is final.</p>
${table('PayoutOrderStatus')}
</section>`
}

const errors = (): Html => html`<section id="errors">
<h2>Errors</h2>
<p>An error has a status outside 200 to 299 and <code>{"status":"error","error":"CODE","message":"…","fields":{…},"requestId":"…"}</code>.
Decide by the code; the message is for people, in the language of <code>Accept-Language</code>. <code>fields</code> is in
<code>VALIDATION_FAILED</code> alone. ${FIELD_RULES}. After 429 and 503, wait as long as <code>Retry-After</code> says. After 500, or
without a response, the outcome is unknown: query the order before you retry.</p>
<table>
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead>
<tbody>${[...new Set([...COMMON_ERRORS, ...API.flatMap((one) => one.errors)])].map(
  (code) =>
    html`<tr><td><code>${code}</code></td><td>${ERROR_STATUS[code as keyof typeof ERROR_STATUS]}</td><td>${textsOf('en').errors[code]}</td></tr>
`,
)}</tbody>
</table>
</section>`

const exportedFiles = (): Html => html`<section id="files">
<h2>Exported files</h2>
<p>A CSV file from the console is made for spreadsheets: values that look like a formula become text, and long numbers keep their
digits. With <code>format=raw</code> an export holds the values as they are, for programs. Don’t open a raw file in a spreadsheet: a
payer can choose a name such as <code>=HYPERLINK(…)</code>, and the spreadsheet runs it.</p>
</section>`

const sandbox = (): Html => html`<section id="trying">
<h2>Test</h2>
<p>In a sandbox no real money moves. <em>Simulation</em> in the console’s developer center sets the outcome of an order (paid, failed,
expired, underpaid, overpaid or late) and the simulated response of your server. The gateway sends callbacks as for real payments.</p>
</section>`

/** A code block. Tests find it by its id. */
const code = (id: string, text: string): Html => html`<pre id="${id}" tabindex="0"><code>${text}</code></pre>`
