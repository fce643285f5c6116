import { calls } from '#contract/calls.ts'
import type { PayOrder } from '#contract/rows.ts'
import type { Desk } from './desk.ts'

/** Orders of whoever is signed in, as its list gives them: the newest first. */
export async function ordersOf(
  { page }: Desk,
  filter: Record<string, unknown> = {},
  { count = '50', sort = '' } = {},
): Promise<PayOrder[]> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const query = new URLSearchParams({ offset: '0', limit: count, page: '1', ...(sort === '' ? {} : { sort }) })
  const reply = await fetch(new URL(`${calls.payinList.path}?${query}`, page.url()), {
    method: 'POST',
    headers: { 'merchant-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(filter),
  })
  const { item } = (await reply.json()) as { item: PayOrder[] }
  return item
}
