import { SIGN_TOLERANCE_MS, SIGNATURE_HEADER } from '#contract/signing.ts'
import type { DocumentedCall } from './api.ts'

/** A shell script for pasting that needs only curl and openssl: three settings and a `sign` function that prints the header. */
export const prelude = (host: string): string => `HOST=${host}
MERCHANT=M10000001
SECRET=paste-your-secret-here

# sign METHOD PATH-WITH-QUERY [BODY]
sign() {
  t=$(date +%s)
  v1=$(printf '%s.%s %s\\n%s' $t "$1" "$2" "$3" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)
  echo "${SIGNATURE_HEADER}: t=$t,v1=$v1"
}
ORDER=TRY-$(date +%s)`

/** A shell command that makes the call with its example fields. Requires the prelude. */
export function shellOf({ call: { method, path, idempotent }, example }: DocumentedCall): string {
  const fields = Object.entries({ merchantNo: '$MERCHANT', ...example })
  if (method === 'GET') {
    const query = fields.map(([name, value]) => `${name}=${value}`).join('&')
    return `TARGET="${path}?${query}"\ncurl -sS "$HOST$TARGET" -H "$(sign GET "$TARGET")"`
  }
  const headers = [
    "-H 'content-type: application/json'",
    `-H "$(sign POST ${path} "$BODY")"`,
    ...(idempotent ? [`-H "idempotency-key: ${example.merchantOrderNo}"`] : []),
  ]
  return [
    'BODY=$(cat <<END',
    '{',
    fields.map(([name, value]) => `  "${name}": "${value}"`).join(',\n'),
    '}',
    'END',
    ')',
    [`curl -sS "$HOST${path}"`, ...headers, '--data-binary "$BODY"'].join(' \\\n  '),
  ].join('\n')
}

/** A call in Node.js, signed with the header. */
export const client = (host: string): string => `import { createHmac } from 'node:crypto'

const HOST = '${host}'
const { SECRET, MERCHANT = 'M10000001' } = process.env

async function call(method, target, fields) {
  const body = fields ? JSON.stringify(fields) : ''
  const t = Date.now() / 1000
  const v1 = createHmac('sha256', SECRET).update(\`\${t}.\${method} \${target}\\n\${body}\`).digest('hex')
  const headers = { '${SIGNATURE_HEADER}': \`t=\${t},v1=\${v1}\`, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(HOST + target, { method, headers, ...(body && { body }) })
  return reply.json()
}

console.log(await call('GET', \`/openapi/balance?merchantNo=\${MERCHANT}\`))
`

/** A shell command that signs the fields. Fields are sorted by name in the C locale, which is code-point order. */
export const SIGNED_FIELDS = `sign_fields() {
  joined=$(printf '%s\\n' "$@" | grep -v '^[^=]*=$' | LC_ALL=C sort -t= -k1,1 | sed 's/=//' | tr -d '\\n')
  printf '%s' "$SECRET$joined$SECRET" | openssl dgst -sha256 -r | cut -d' ' -f1 | tr a-f A-F
}
NOW=$(date +%s)000
SIGN=$(sign_fields "merchantNo=$MERCHANT" "_timestamp=$NOW")
curl -sSG "$HOST/openapi/balance" --data-urlencode "merchantNo=$MERCHANT" -d "_timestamp=$NOW" -d "_sign=$SIGN"`

/**
 * An example callback receiver in Node.js: checks the header and acknowledges the callback. Its port is public, so neither a broken
 * header nor a lost connection may end it.
 */
export const RECEIVER = `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { SECRET } = process.env
if (!SECRET) throw new Error('Set SECRET')

function isSigned(header = '', body) {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(t)) <= ${SIGN_TOLERANCE_MS / 1_000})) return false
  const expected = createHmac('sha256', SECRET).update(t + '.').update(body).digest()
  const isExpected = (signature) => signature.length === expected.length && timingSafeEqual(signature, expected)
  return parts.some(([name, value = '']) => name === 'v1' && isExpected(Buffer.from(value, 'hex')))
}

createServer(async (request, response) => {
  const body = await buffer(request).catch(() => null)
  if (body === null) return // The connection was lost.
  if (!isSigned(request.headers['${SIGNATURE_HEADER.toLowerCase()}'], body)) return response.writeHead(401).end('bad signature')
  const fields = Object.fromEntries(new URLSearchParams(body.toString()))
  // For a repeated callback with the same order and status, reply SUCCESS again and do nothing.
  console.log(fields.merchantOrderNo, fields.status, fields.payAmount)
  response.end('SUCCESS')
}).listen(8080)
`
