import { calls } from '#contract/calls.ts'
import type { Item } from '#contract/reply.ts'
import type { Complete } from '#contract/rows/complete.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import type { OpenPayin } from '#contract/shapes/merchantReplies.ts'
import { sign } from '#contract/signing.ts'
import { sha256 } from '../../server/auth/credentials.ts'
import { demoSecret } from '../../server/seed/accounts.ts'
import type { BrowserApp } from './app.ts'

/** Orders of the signed-in account from its list of payins, or another one; newest first. */
export async function ordersOf(
  { page }: BrowserApp,
  filter: Record<string, unknown> = {},
  { count = '50', sort = '', list = calls.payinList }: { count?: string; sort?: string; list?: { path: string } } = {},
): Promise<Complete<PayOrder>[]> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const query = new URLSearchParams({ offset: '0', limit: count, page: '1', ...(sort === '' ? {} : { sort }) })
  const reply = await fetch(new URL(`${list.path}?${query}`, page.url()), {
    method: 'POST',
    headers: { 'merchant-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(filter),
  })
  const { item } = (await reply.json()) as { item: Complete<PayOrder>[] }
  return item
}

/** A merchant whose lists no other test looks at: row numbers there may change at any time. */
const MERCHANT_NO = 'M10000004'

let made = 0

/** Creates payins through the merchant API, for tests that need orders of their own. Staff see them. */
export async function createPayins({ page }: BrowserApp, count: number): Promise<OpenPayin[]> {
  const run = Date.now().toString(36).toUpperCase()
  const orders: OpenPayin[] = []
  for (let n = 0; n < count; n++) {
    const order = {
      merchantNo: MERCHANT_NO,
      merchantOrderNo: `OWN-${run}-${++made}`,
      payAmount: '250000.00',
      payChannel: 'VA_BCA',
      payerName: 'Budi Santoso',
    }
    const signed = sign(order, demoSecret(MERCHANT_NO), { hash: sha256, now: Date.now() })
    const reply = await fetch(new URL(calls.openPayin.path, page.url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed),
    })
    if (!reply.ok) throw new Error(await reply.text())
    orders.push(((await reply.json()) as Item<OpenPayin>).item)
  }
  return orders
}
