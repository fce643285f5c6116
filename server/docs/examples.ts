import type { DocumentedCall } from './api.ts'

/**
 * A shell script for pasting that needs only curl and openssl: three settings and a `sign` function with the complete
 * signing scheme. Fields are sorted by name in the C locale, which is code-point order.
 */
export const prelude = (host: string): string => `HOST=${host}
MERCHANT=M10000001
SECRET=paste-your-secret-here

sign() {
  joined=$(printf '%s\\n' "$@" | grep -v '=$' | LC_ALL=C sort -t= -k1,1 | sed 's/=//' | tr -d '\\n')
  printf '%s' "$SECRET$joined$SECRET" | openssl dgst -sha256 -r | cut -d' ' -f1 | tr a-f A-F
}
NOW=$(date +%s)000
ORDER=TRY-$NOW`

/** A shell command that makes the call with its example fields. Requires the prelude. */
export function shellOf({ call, example }: DocumentedCall): string {
  const fields = { merchantNo: '$MERCHANT', ...example }
  const named = Object.entries(fields).map(([name, value]) => `"${name}=${value}"`)
  const time = 'NOW=$(date +%s)000'
  const sign = `SIGN=$(sign ${[...named, '"_timestamp=$NOW"'].join(' ')})`
  const all = { ...fields, _timestamp: '$NOW', _sign: '$SIGN' }
  if (call.method === 'GET') {
    const query = Object.entries(all).map(([name, value]) => `  --data-urlencode "${name}=${value}"`)
    return [time, sign, [`curl -sSG "$HOST${call.path}"`, ...query].join(' \\\n')].join('\n')
  }
  const body = Object.entries(all).map(([name, value]) => `  "${name}": "${value}"`)
  const headers = [
    "  -H 'content-type: application/json'",
    ...(call.idempotent ? [`  -H "idempotency-key: ${example.merchantOrderNo}"`] : []),
  ]
  return [
    time,
    sign,
    [`curl -sS "$HOST${call.path}"`, ...headers, '  --data-binary @- <<END'].join(' \\\n'),
    '{',
    body.join(',\n'),
    '}',
    'END',
  ].join('\n')
}

/** An example callback receiver in Node.js: checks the signature and acknowledges the callback. */
export const RECEIVER = `import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const SECRET = process.env.SECRET
const sign = (fields) => {
  const joined = Object.keys(fields)
    .filter((key) => key !== '_sign' && fields[key] !== '')
    .sort()
    .map((key) => key + fields[key])
    .join('')
  return createHash('sha256').update(SECRET + joined + SECRET).digest('hex').toUpperCase()
}

createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const fields = Object.fromEntries(new URLSearchParams(body))
  if (fields._sign !== sign(fields)) return response.writeHead(401).end('bad signature')
  // For a repeated callback with the same order and status, reply SUCCESS again and do nothing.
  console.log(fields.merchantOrderNo, fields.status, fields.payAmount)
  response.end('SUCCESS')
}).listen(8080)
`
