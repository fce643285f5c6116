import { setTimeout } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { firstRow, signIn, submitCredentials, test } from './desk.ts'
import { hold } from './hold.ts'

test('the sign-in page asks nobody but its own gateway, and the content policy refuses none of it', async ({ open }) => {
  const { page, hosts, faults, focus } = await open()
  await page.getByRole('button', { name: /restricted/ }).waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(await focus()).toBe('textbox Login Name')
  expect([...hosts]).toEqual([new URL(page.url()).host])
  expect(faults).toEqual([])
})

test('a page that breaks the content policy would be noticed', async ({ open }) => {
  const { page, faults } = await open()
  await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
  await expect.poll(() => faults).toHaveLength(2)
  expect(faults.splice(0).join()).toContain('style-src')
})

test('name, password, Enter: the dashboard, with the focus on its first figure', async ({ open }) => {
  const desk = await open()
  await signIn(desk, 'merchant')
  await expect.poll(desk.focus).toMatch(/^link Payin Count \d/)
  expect(desk.address()).toBe('/dashboard')
})

test('six digits of a passcode submit themselves', async ({ open }) => {
  const desk = await open({ at: '/transaction/payin' })
  await submitCredentials(desk, 'merchant.otp')
  await expect.poll(desk.focus).toBe('textbox One-time passcode')
  await desk.type(new TOTP({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).generate())
  await firstRow(desk)
  expect(await desk.focus()).toBe('row 1')
})

const SLOWLY_MS = 500

test('a link leads through the sign-in to where it points, however long the page takes to load afresh', async ({ open }) => {
  const target = '/transaction/payin?status=FAILED'
  const desk = await open({ at: target })
  await expect.poll(desk.address).toBe(`/user/login?redirect=${encodeURIComponent(target)}`)
  const drawn: string[] = []
  await desk.page.getByRole('button', { name: /restricted/ }).waitFor()
  const document = await hold(desk.page, /\/$/)
  desk.page.on('request', (request) => request.resourceType() === 'fetch' && drawn.push(new URL(request.url()).pathname))
  await submitCredentials(desk, 'merchant')
  await document.until(1)
  await setTimeout(SLOWLY_MS)
  expect(drawn).toEqual([calls.login.path])
  await document.letGo()
  await firstRow(desk)
  expect(desk.address()).toBe(target)
})

const LOGIN_FROM_THE_LIST = /^\/user\/login\?redirect=%2Ftransaction%2Fpayin/

test('signing out from the palette leads to the sign-in page, and back again afterwards', async ({ open }) => {
  const desk = await open({ at: '/transaction/payin' })
  await signIn(desk, 'merchant')
  await desk.press('Control+k')
  await desk.type('sign out')
  await desk.press('Enter')
  await desk.page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  expect(desk.address()).toMatch(LOGIN_FROM_THE_LIST)
  await expect.poll(desk.focus).toBe('textbox Login Name')
  await signIn(desk, 'merchant')
  expect(desk.address()).toMatch(/^\/transaction\/payin/)
})

test('signing out in one tab leads the other to the sign-in page as well', async ({ open }) => {
  const desk = await open({ at: '/transaction/payin' })
  await signIn(desk, 'merchant')
  const other = await desk.context.newPage()
  await other.goto(desk.page.url())
  await other.getByRole('grid').waitFor()
  await other.keyboard.press('Control+k')
  await other.keyboard.type('sign out')
  await other.keyboard.press('Enter')
  await desk.page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  expect(desk.address()).toMatch(LOGIN_FROM_THE_LIST)
})

test('a session the gateway has forgotten ends at the next call, and leads to the sign-in page', async ({ open }) => {
  const desk = await open({ at: '/transaction/payin' })
  await signIn(desk, 'merchant')
  const token = await desk.page.evaluate(() => localStorage.getItem('token') ?? '')
  await fetch(new URL(calls.logout.path, desk.page.url()), { method: 'POST', headers: { 'merchant-token': token } })
  await desk.press('j r')
  await desk.page.getByRole('textbox', { name: 'Login Name' }).waitFor()
  expect(desk.address()).toMatch(LOGIN_FROM_THE_LIST)
})

test('what a console asks its gateway for when it starts, it asks for once', async ({ open }) => {
  const desk = await open({ as: 'merchant' })
  const asked: string[] = []
  desk.page.on('request', (request) => request.resourceType() === 'fetch' && asked.push(new URL(request.url()).pathname))
  await desk.page.reload()
  await firstRow(desk)
  const starting = () => asked.filter((path) => !path.includes('/transaction/'))
  await expect.poll(starting).toContain(calls.notices.path)
  await desk.settled()
  expect(starting()).toContain(calls.systemConfig.path)
  expect(starting()).toEqual([...new Set(starting())])
})
