import { parseArgs } from 'node:util'
import { parsePermissions } from '#contract/authority.ts'
import type { Login } from '#contract/rows/session.ts'
import { encodeBody } from '../src/api/encode.ts'
import { sha256Hex } from '../src/api/sha256Hex.ts'
import { type CallReport, checkGateway } from '../src/conformance/checkGateway.ts'
import { isServed, reportText } from '../src/conformance/reportTexts.ts'
import { rangeOf } from '../src/format/ranges.ts'
import { createI18n } from '../src/i18n.ts'
import { hiddenAnswers } from './hiddenAnswers.ts'

const HELP = `npm run conformance -- https://pay.example --user NAME

Signs in and makes every documented call that only reads. Prints which of them the gateway serves, whether the console understands the
replies, which fields are missing, and what the console loses by it. Asks for the password, and for the one-time passcode if the account
needs one. Ends with 1 when a call is not served or not understood.`

class UsageError extends Error {}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const { message, cause } = error as Error
  // `fetch` says only that it failed.
  console.error(cause instanceof Error ? `${message}: ${cause.message}` : message)
  process.exitCode = 2
}

async function run(args: string[]): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { user: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const address = URL.parse(positionals[0] ?? '')?.href.replace(/\/$/, '')
  if (address === undefined || values.user === undefined) throw new UsageError(HELP)
  const login = await signIn(address, values.user)
  const i18n = createI18n({ with: ['developer'] })
  await i18n.use('en')
  const reports: CallReport[] = []
  const access = {
    fetch,
    address,
    token: login.token,
    language: 'en',
    permissions: parsePermissions(login.menuList),
    days: rangeOf('last7', Date.now()),
  }
  for await (const report of checkGateway(access)) reports.push(report)
  console.log(reportText(reports, i18n.t))
  await fetch(`${address}/api/auth/logout`, { method: 'POST', headers: { 'merchant-token': login.token } }).catch(() => {})
  return reports.every((report) => isServed(report) || report.outcome === 'untried') ? 0 : 1
}

/** Signs in with a password, and a one-time passcode if the account needs one. */
async function signIn(address: string, username: string): Promise<Login> {
  const { ask, close } = hiddenAnswers()
  try {
    const password = sha256Hex(await ask(`Password of ${username}: `))
    const first = await post(`${address}/api/auth/login`, { username, password })
    if (!first.needOtp) return first
    if (first.otpAuthUrl) console.log(`Add this to an authenticator first: ${first.otpAuthUrl}`)
    return await post(`${address}/api/auth/login/otp`, { otp: await ask('One-time passcode: ') }, first.token)
  } finally {
    close()
  }
}

async function post(url: string, fields: Record<string, string>, token?: string): Promise<Login> {
  const { headers: contentType, ...sent } = encodeBody('POST', 'form', fields)
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...contentType, 'accept-language': 'en', ...(token !== undefined && { 'merchant-token': token }) },
    ...sent,
  })
  const text = await response.text()
  const { status, data, message } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
    status?: string
    data?: Login
    message?: string
  }
  if (!response.ok || status !== 'ok' || data === undefined) {
    throw new Error(`The gateway refused the sign-in: ${message ?? `HTTP ${response.status}`}`)
  }
  return data
}
