import { expect } from 'vitest'
import { type BrowserApp, listReady, test } from './app.ts'

/** Removes the expected error from the collected ones. */
const expectError = ({ faults }: BrowserApp, what: RegExp) => expect(faults.splice(0).join('\n')).toMatch(what)

/**
 * Makes the chart of the dashboard throw: the browser's language is invalid and cannot be redefined. Odd data of the gateway no longer
 * makes a screen throw.
 */
const breakDashboard = ({ page }: BrowserApp) =>
  page.evaluate(() => {
    Object.defineProperty(navigator, 'language', { value: 'en-US@posix', writable: true, configurable: false })
  })

const mendDashboard = ({ page }: BrowserApp) => page.evaluate(() => Object.assign(navigator, { language: 'en-US' }))

test('A screen that throws shows an error page with Retry; menu, keys and palette still work', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, type, settled, address, focus } = app
  await breakDashboard(app)
  await press('g d')
  await page.getByRole('heading', { name: '500' }).waitFor()
  await settled()
  expect(await focus()).toBe('link Back to home')
  expectError(app, /TypeError/)
  await press('Control+k')
  await type('go to payin')
  await page.getByRole('option', { selected: true, name: /^Go to Payin/ }).waitFor()
  await press('Enter')
  await listReady(app)
  await press('g d')
  await page.getByRole('heading', { name: '500' }).waitFor()
  await mendDashboard(app)
  await press('Tab Enter')
  await page.getByRole('region', { name: 'Last 7 days' }).getByRole('tablist').waitFor()
  await settled()
  expect(address()).toBe('/dashboard')
  expectError(app, /TypeError/)
})

test('Retry loads a screen with a missing script after the server is back', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, address, focus } = app
  const gone = (url: URL) => /\/Signature-[^/]*\.js$/.test(url.pathname) || url.pathname === '/'
  await page.route(gone, (route) => route.abort())
  await page.evaluate(() => location.assign('#/dev-center/signature'))
  await page.getByRole('heading', { name: '500' }).waitFor()
  const asked = page.waitForEvent('requestfailed', { predicate: (request) => request.method() === 'HEAD' })
  await press('Tab Enter')
  await asked
  expect(await focus()).toBe('button Retry')
  await page.unroute(gone)
  await press('Enter')
  await expect.poll(focus).toBe('textbox Request')
  expect(address()).toBe('/dev-center/signature')
  expectError(app, /Failed to fetch dynamically imported module/)
})

test('A screen opened without network says so on a still page, and loads by itself when the network is back', async ({
  open,
}) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, context, press, address, focus } = app
  // An earlier test may have opened the screen: its files would come from the cache.
  await (await app.devtools()).send('Network.clearBrowserCache')
  await context.setOffline(true)
  try {
    await press('n w')
    await page.getByRole('heading', { name: 'Can’t reach the service' }).waitFor()
    expect(await focus()).toBe('link Back to home')
    const isReplaced = await page.evaluate(async () => {
      const heading = document.querySelector('main h2')
      await new Promise((resolve) => setTimeout(resolve, 500))
      return heading !== document.querySelector('main h2')
    })
    expect(isReplaced).toBe(false)
    expect(await page.locator('main').textContent()).toContain('Retrying automatically')
    // Announced once more when Retry is in vain.
    await page.evaluate(() => document.getElementById('polite')?.replaceChildren())
    await press('Tab Enter')
    await expect.poll(() => page.locator('#polite').textContent()).toBe('Can’t reach the service.')
    expect(await focus()).toBe('button Retry')
  } finally {
    await context.setOffline(false)
  }
  await expect.poll(focus).toBe('textbox Amount')
  expect(address()).toBe('/account/withdraw')
  expectError(app, /Unable to preload CSS|Failed to fetch dynamically imported module/)
})

test('The console works without popups that cannot be loaded', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, press, address, focus } = app
  const scripts = /\/(ToastRegion|dialogs)-[^/]*\.js$/
  await page.route(scripts, (route) => route.abort())
  await page.reload()
  await listReady(app)
  await press('g n')
  await app.settled()
  // Another user may have added an order above.
  const [, start] = /^row (\d+)$/.exec(await focus()) ?? []
  await press('j j')
  await expect.poll(focus).toBe(`row ${Number(start) + 2}`)
  await press('g d')
  await expect.poll(address).toBe('/dashboard')
  expectError(app, /Failed to fetch dynamically imported module/)
})
