import { setTimeout } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { listReady, signIn, submitCredentials, test } from './app.ts'
import { holdRequests } from './holdRequests.ts'

test('The sign-in page sends requests only to its gateway, without a content policy violation', async ({ open }) => {
  const { page, requestedHosts: hosts, faults, focus } = await open()
  await page.getByRole('button', { name: /restricted/ }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(await focus()).toBe('textbox Login Name')
  expect([...hosts]).toEqual([new URL(page.url()).host])
  expect(faults).toEqual([])
})

test('A content policy violation is detected', async ({ open }) => {
  const { page, faults } = await open()
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect.poll(() => faults).toHaveLength(2)
  expect(faults.splice(0).join()).toContain('style-src')
})

test('Name, password and Enter lead to the dashboard with the focus on its first figure', async ({ open }) => {
  const app = await open()
  await signIn(app, 'merchant')
  await expect.poll(app.focus).toMatch(/^link Payin Count \d/)
  expect(app.address()).toBe('/dashboard')
})

test('The title and the fields of the sign-in card stay in their place when an error appears', async ({ open }) => {
  const { page, press } = await open()
  await page.getByRole('button', { name: /restricted/ }).waitFor()
  const title = page.getByRole('heading', { level: 1 })
  const field = page.getByRole('textbox', { name: 'Login Name' })
  const places = async () => [await title.boundingBox(), await field.boundingBox()]
  const before = await places()
  // Another test may have used up tries of an account, which the error would say.
  await page.keyboard.type('nobody')
  await press('Tab')
  await page.keyboard.type('wrong')
  await press('Enter')
  await page.locator('input[name=password][aria-invalid=true]').waitFor()
  expect(await places()).toEqual(before)
  const reply = { status: 429, json: { status: 'error', error: 'TOO_MANY_TRIES' } }
  await page.route(`**${calls.login.path}`, (route) => route.fulfill(reply))
  await page.keyboard.type('wrong')
  await press('Enter')
  await page.locator('form').getByRole('alert').waitFor()
  expect(await places()).toEqual(before)
})

test('The sixth digit of a passcode submits it', async ({ open }) => {
  const app = await open({ at: '/transaction/payin' })
  await submitCredentials(app, 'merchant.otp')
  await expect.poll(app.focus).toBe('textbox One-time passcode')
  await app.type(new TOTP({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).generate())
  await listReady(app)
  expect(await app.focus()).toBe('row 1')
})

const SLOWLY_MS = 500

test('A link is followed after the sign-in, however long the reload takes', async ({ open }) => {
  const target = '/transaction/payin?status=FAILED'
  const app = await open({ at: target })
  await expect.poll(app.address).toBe(`/user/login?redirect=${encodeURIComponent(target)}`)
  const drawn: string[] = []
  await app.page.getByRole('button', { name: /restricted/ }).waitFor()
  const document = await holdRequests(app.page, /\/$/)
  app.page.on('request', (request) => request.resourceType() === 'fetch' && drawn.push(new URL(request.url()).pathname))
  await submitCredentials(app, 'merchant')
  await document.waitForCount(1)
  await setTimeout(SLOWLY_MS)
  expect(drawn).toEqual([calls.login.path])
  await document.release()
  await listReady(app)
  expect(app.address()).toBe(target)
})

const LOGIN_FROM_THE_LIST = /^\/user\/login\?redirect=%2Ftransaction%2Fpayin/

test('Sign-out from the palette leads to the sign-in page, and signing in leads back', async ({ open }) => {
  const app = await open({ at: '/transaction/payin' })
  await signIn(app, 'merchant')
  await app.press('Control+k')
  await app.type('sign out')
  await app.press('Enter')
  await app.page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  expect(app.address()).toMatch(LOGIN_FROM_THE_LIST)
  await expect.poll(app.focus).toBe('textbox Login Name')
  await signIn(app, 'merchant')
  expect(app.address()).toMatch(/^\/transaction\/payin/)
})

test('Sign-out in one tab leads the other to the sign-in page too', async ({ open }) => {
  const app = await open({ at: '/transaction/payin' })
  await signIn(app, 'merchant')
  const other = await app.context.newPage()
  await other.goto(app.page.url())
  await other.getByRole('grid').waitFor()
  await other.keyboard.press('Control+k')
  await other.keyboard.type('sign out')
  await other.keyboard.press('Enter')
  await app.page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  expect(app.address()).toMatch(LOGIN_FROM_THE_LIST)
})

test('An expired session ends at the next call and leads to the sign-in page', async ({ open }) => {
  const app = await open({ at: '/transaction/payin' })
  await signIn(app, 'merchant')
  const token = await app.page.evaluate(() => localStorage.getItem('token') ?? '')
  await fetch(new URL(calls.logout.path, app.page.url()), { method: 'POST', headers: { 'merchant-token': token } })
  await app.press('j r')
  await app.page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  expect(app.address()).toMatch(LOGIN_FROM_THE_LIST)
})

test('The console sends each request of its start once', async ({ open }) => {
  const app = await open({ as: 'merchant' })
  const asked: string[] = []
  app.page.on('request', (request) => request.resourceType() === 'fetch' && asked.push(new URL(request.url()).pathname))
  await app.page.reload()
  await listReady(app)
  const starting = () => asked.filter((path) => !path.includes('/transaction/'))
  await expect.poll(starting).toContain(calls.notices.path)
  await app.settled()
  expect(starting()).toContain(calls.systemConfig.path)
  expect(starting()).toEqual([...new Set(starting())])
})
