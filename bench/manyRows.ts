import type { Page, Route } from 'playwright-core'
import type { PayOrder } from '#contract/rows/orders.ts'

const LIST = /\/api\/transaction\/payin\?/

interface Reply {
  item: PayOrder[]
  paginator: { totalCount?: number; page: number; limit: number; offset: number }
}

/**
 * Makes the page's list this long: further pages are made in the driver from the gateway's rows. A gateway would compete with
 * the page for the processor, and only the page is measured.
 */
export async function pretendRows(page: Page, total: number): Promise<void> {
  let samples: PayOrder[] = []
  await page.route(LIST, async (route: Route) => {
    if (samples.length === 0) {
      const answer = await route.fetch({
        url: route
          .request()
          .url()
          .replace(/limit=\d+/, 'limit=100'),
      })
      samples = ((await answer.json()) as Reply).item
    }
    const { searchParams } = new URL(route.request().url())
    const [offset = 0, limit = 0, at = 1] = ['offset', 'limit', 'page'].map((name) => Number(searchParams.get(name)))
    const item = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, nth) => {
      const row = offset + nth
      const number = String(10n ** 18n * 2n + BigInt(total - row))
      return { ...samples[row % samples.length]!, id: number, platOrderNo: number }
    })
    await route.fulfill({ json: { status: 'ok', item, paginator: { page: at, limit, offset, totalCount: total } } })
  })
}
