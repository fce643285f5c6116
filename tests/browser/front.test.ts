import { expect, inject, onTestFinished } from 'vitest'
import { openRelay } from '../relay.ts'
import { openFront } from '../upstream.ts'
import { listReady, submitCredentials, test } from './app.ts'

/** A front of the gateway, over a relay. Both end with the test. */
async function openInterruptible() {
  const relay = await openRelay(inject('console'))
  const front = await openFront(new URL(relay.url).origin, { dist: inject('dist'), limits: { checkEveryMs: 500 } })
  onTestFinished(async () => {
    // The page is still open, and would keep its connections.
    const closed = front.close()
    front.app.server.closeAllConnections()
    await closed
    await relay.interrupt()
  })
  return { relay, front }
}

test('While the gateway behind a front is away, the console says so, keeps its rows and goes on by itself', async ({
  open,
}) => {
  const { relay, front } = await openInterruptible()
  const app = await open({ as: 'merchant', home: front.address })
  const { page, context, press } = app
  await listReady(app)
  const offline = page.getByRole('contentinfo').getByRole('status').filter({ hasText: 'Connection lost' })
  const first = page.getByRole('row').nth(1)
  const before = await first.innerText()

  await relay.interrupt()
  await press('r')
  await offline.waitFor()
  expect(await first.innerText()).toBe(before)
  await press('g o')
  await page.getByText('GATEWAY_UNREACHABLE').first().waitFor()

  const other = await context.newPage()
  onTestFinished(() => other.close())
  await other.goto(`${front.address}/docs/`)
  expect(await other.getByRole('heading').innerText()).toBe('The gateway isn’t responding')
  expect(await other.evaluate(() => getComputedStyle(document.body).display)).toBe('grid')

  await relay.restore()
  await offline.waitFor({ state: 'detached' })
  await other.getByRole('link', { name: 'Try again' }).click()
  await other.getByRole('heading', { name: 'Sign requests', exact: true }).waitFor()
  await listReady(app)
})

test('While the gateway behind a front is away, the sign-in page says so, keeps what was typed and goes on by itself', async ({
  open,
}) => {
  const { relay, front } = await openInterruptible()
  await relay.interrupt()
  const app = await open({ home: front.address })
  const { page, press, focus } = app
  const alert = page.getByRole('alert').filter({ hasText: 'reach' })
  await alert.filter({ hasText: 'Can’t reach the service.' }).waitFor()
  const replied = page.waitForResponse('**/api/auth/login')
  await submitCredentials(app, 'merchant')
  expect((await replied).status()).toBe(502)
  await expect.poll(focus).toBe('textbox Password')
  expect(await alert.count()).toBe(1)
  expect(await page.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('Paydesk-Demo1')

  await relay.restore()
  await alert.waitFor({ state: 'detached' })
  expect(await focus()).toBe('textbox Password')
  await press('Enter')
  await page.locator('[data-layer="page"][aria-busy="false"]').waitFor()
})
