import { parseArgs } from 'node:util'
import { calls } from '#contract/calls.ts'
import type { Item } from '#contract/reply.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { SimulationResult } from '#contract/rows/orders.ts'
import type { Login } from '#contract/rows/session.ts'
import type { DemoAccount } from '#contract/rows/system.ts'
import type { OpenPayin } from '#contract/shapes/merchantReplies.ts'
import { SIGNATURE_HEADER, signedHead } from '#contract/signing.ts'
import { sha256 } from '../auth/credentials.ts'
import { signatureHeader } from '../auth/signatureHeader.ts'
import { DEMO_MERCHANT_NO, demoSecret } from '../seed/accounts.ts'

const HELP = `npm run payin -- [COUNT] [options]

Creates COUNT payins (default 1) on a running gateway, signed like a merchant's own system.

  --url URL          the gateway (http://127.0.0.1:4180)
  --merchant NO      the merchant (${DEMO_MERCHANT_NO} of the demo)
  --secret SECRET    the merchant's API secret (that of the demo merchant)
  --channel NAME     the payment channel (VA_BCA)
  --amount AMOUNT    the amount of every payin (random amounts)
  --pay              pays each payin through the demo's simulation
`

const print = (text: string): void => void process.stdout.write(`${text}\n`)

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4180' },
      merchant: { type: 'string', default: DEMO_MERCHANT_NO },
      secret: { type: 'string' },
      channel: { type: 'string', default: 'VA_BCA' },
      amount: { type: 'string' },
      pay: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(HELP)
  const count = Number(positionals[0] ?? 1)
  if (!Number.isInteger(count) || count < 1) throw new Error(`COUNT is "${positionals[0]}"; it must be a whole number above 0.`)
  const token = values.pay ? await signIn(values.url) : null
  const run = Date.now().toString(36).toUpperCase()
  for (let n = 1; n <= count; n++) {
    const order = {
      merchantNo: values.merchant,
      merchantOrderNo: `DEMO-${run}-${n}`,
      payAmount: values.amount ?? `${10_000 * (1 + Math.floor(Math.random() * 50))}.00`,
      payChannel: values.channel,
      payerName: 'Budi Santoso',
    }
    const body = JSON.stringify(order, null, 2)
    const content = signedHead('POST', calls.openPayin.path) + body
    const signature = signatureHeader(content, [values.secret ?? demoSecret(values.merchant)], Date.now())
    print(`\nPOST ${calls.openPayin.path}\n${SIGNATURE_HEADER}: ${signature}\n${body}`)
    const request = { headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }, body }
    const made = await callGateway<Item<OpenPayin>>(values.url, calls.openPayin.path, request)
    print(JSON.stringify(made.item, null, 2))
    if (token !== null) await pay(values.url, token, made.item)
  }
}

async function pay(url: string, token: string, { platOrderNo }: OpenPayin): Promise<void> {
  const path = `${calls.simulatePayin.path}?merchantOrderNo=${platOrderNo}`
  print(`\nPOST ${path}`)
  const { item } = await callGateway<Item<Complete<SimulationResult>>>(url, path, { headers: { 'merchant-token': token } })
  print(`${item.before} → ${item.order.status}, callback ${item.notify.notifyStatus} after ${item.notify.notifyAttempts}`)
}

/** Signs in as the demo's staff, which may simulate for every merchant, and returns the token. */
async function signIn(url: string): Promise<string> {
  const { item } = await callGateway<Item<DemoAccount[]>>(url, calls.demoAccounts.path, { method: 'GET' })
  const staff = item.find(({ kind }) => kind === 'staff')
  if (staff === undefined) throw new Error('--pay requires a gateway with demo data.')
  const body = new URLSearchParams({ username: staff.username, password: sha256(staff.password) })
  const { data } = await callGateway<{ data: Login }>(url, calls.login.path, { body })
  return data.token
}

async function callGateway<Body>(url: string, path: string, request: RequestInit): Promise<Body> {
  const address = new URL(path, url)
  const headers = { 'accept-language': 'en', ...request.headers }
  const reply = await fetch(address, { method: 'POST', ...request, headers }).catch(() => {
    throw new Error(`No gateway is running at ${address.origin}. Start one, or set --url.`)
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${reply.status} ${text}`)
  return JSON.parse(text) as Body
}
