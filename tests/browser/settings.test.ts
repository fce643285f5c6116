import type { Dialog, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { calls } from '#contract/calls.ts'
import { passcodeAt, sha256 } from '../../server/auth/credentials.ts'
import { type BrowserApp, markerAt, submitCredentials, tabTo, test } from './app.ts'
import { type RunningGateway, startGateway } from './build.ts'

const PASSWORD = 'Paydesk-Demo1'
const TXN = 'Paydesk-Money1'
const USDT = 'M10000005'

// A gateway of its own, because these tests change passwords, passcodes and secrets.
let gateway: RunningGateway
let home: string
beforeAll(async () => {
  gateway = await startGateway({ dist: inject('dist'), postgres: inject('postgres') }, { SEED_ORDERS: '20' })
  home = gateway.address
})
afterAll(() => gateway?.close())

interface SettingsForm {
  as: 'merchant' | 'submerchant' | 'usdt' | 'staff'
  address: string
  call: string
  /** The audit action of the change. */
  action: string
  /** Fills in the form and stops before the last key. */
  fill(app: BrowserApp, nth: number): Promise<void>
  send: string
  /** Prepares the form for another submission. */
  again?(app: BrowserApp): Promise<void>
  /** Whether all input that may be kept is still there. */
  kept(page: Page): Promise<unknown>
  /** The message of a check that finds the change stored. */
  found: RegExp
  /** Retypes what a resend needs. Without it the outcome can only be checked. */
  resend?(app: BrowserApp): Promise<void>
  /** Checks the input that is restored after another sign-in, which never includes a secret. */
  restored?(page: Page): Promise<unknown>
}

const value = (page: Page, name: string) => page.locator(`[name="${name}"]`).inputValue()
const expectFocusOn = (app: BrowserApp, name: string) =>
  expect.poll(() => app.page.locator(`[name="${name}"]:focus`).count()).toBe(1)

/** Tabs to the field and replaces its text. */
async function typeInto(app: BrowserApp, name: string, text: string) {
  await tabTo(app, app.page.locator(`[name="${name}"]`))
  await app.press('Control+a')
  await app.type(text)
}

/** The password of an account after this many changes. */
const passwordAfter = (changes: number) => (changes === 0 ? PASSWORD : `Paydesk-Other${changes}`)

const forms: Record<string, SettingsForm> = {
  'a password': {
    as: 'submerchant',
    address: '/settings/password',
    call: calls.resetPassword.path,
    action: 'password',
    async fill(app, nth) {
      await typeInto(app, 'oldPwd', passwordAfter(nth))
      await typeInto(app, 'newPassword', passwordAfter(nth + 1))
      await typeInto(app, 'confirmPwd', passwordAfter(nth + 1))
    },
    send: 'Control+Enter',
    kept: async (page) =>
      (await Promise.all(['oldPwd', 'newPassword', 'confirmPwd'].map((name) => value(page, name)))).every(Boolean),
    found: /The password changed at/,
  },
  'a new secret': {
    as: 'usdt',
    address: '/merchant-usdt/secret?do=reset',
    call: calls.changeSecret.path,
    action: 'resetSecret',
    async fill(app) {
      const { page } = app
      const asked = await page.getByText(/^Type M\d+ to confirm$/).textContent()
      await typeInto(app, 'merchantNo', /M\d+/.exec(asked ?? '')![0])
      await app.press('Enter')
      await expectFocusOn(app, 'txnPwd')
      await app.type(TXN)
    },
    send: 'Enter',
    async again(app) {
      await app.page.locator('[name="merchantNo"]').focus()
      await app.press('Enter')
      await expectFocusOn(app, 'txnPwd')
      await app.press('Control+a')
      await app.type(TXN)
    },
    kept: async () => true,
    found: /Current secret: \*{4}\w{4}/,
  },
  whitelists: {
    as: 'usdt',
    address: '/merchant-usdt/iplist?do=edit',
    call: calls.updateIpLists.path,
    action: 'ipLists',
    async fill(app, nth) {
      await expectFocusOn(app, 'apiWhiteIp')
      await app.type(`203.0.113.${nth}`)
      await app.press('Enter Control+Enter')
      await expectFocusOn(app, 'txnPwd')
      await app.type(TXN)
    },
    send: 'Enter',
    async again(app) {
      await app.press('Control+Enter')
      await expectFocusOn(app, 'txnPwd')
      await app.type(TXN)
    },
    kept: async (page) => (await page.getByRole('list', { name: 'API whitelist' }).getByText('203.0.113.').count()) > 0,
    found: /Checked: your changes are saved/,
    async resend(app) {
      await expectFocusOn(app, 'txnPwd')
      await app.type(TXN)
      await app.press('Enter')
    },
    restored: (page) => page.getByRole('list', { name: 'API whitelist' }).getByText('203.0.113.').first().waitFor(),
  },
  'a sub-merchant': {
    as: 'merchant',
    address: '/merchant/subMerchant/create',
    call: calls.createSubMerchant.path,
    action: 'createMerchant',
    async fill(app, nth) {
      await typeInto(app, 'merchantName', 'Toko Baru')
      await typeInto(app, 'username', `toko.baru${nth}`)
      await typeInto(app, 'newPassword', PASSWORD)
      await typeInto(app, 'confirmPwd', PASSWORD)
      await typeInto(app, 'nationalId', '3174015508900001')
      await typeInto(app, 'feeRate', '0.006')
    },
    send: 'Control+Enter',
    kept: async (page) =>
      (await Promise.all(['username', 'newPassword', 'nationalId'].map((name) => value(page, name)))).every(Boolean),
    found: /Sub-merchant created/,
    async restored(page) {
      await expect.poll(() => value(page, 'feeRate')).toBe('0.006')
      expect(await value(page, 'newPassword')).toBe('')
      expect(await value(page, 'nationalId')).toBe('')
    },
  },
  'help by staff': {
    as: 'staff',
    address: '/plat/otp?who=M10000003&act=secret',
    call: calls.resetOtpSecret.path,
    action: 'passcodeSecret',
    async fill(app) {
      await typeInto(app, 'reason', 'Lost the phone, called back')
      await typeInto(app, 'merchantNo', 'M10000003')
    },
    send: 'Control+Enter',
    kept: async (page) => (await value(page, 'reason')) === 'Lost the phone, called back',
    found: /The current state is shown above/,
    resend: async () => {},
    restored: (page) => expect.poll(() => value(page, 'reason')).toBe('Lost the phone, called back'),
  },
  'a passcode': {
    as: 'usdt',
    address: '/merchant-usdt/info?do=passcodeOn',
    call: calls.resetOtpStatus.path,
    action: 'passcodeOn',
    async fill({ page, type }) {
      await page.getByRole('dialog').getByRole('img').first().waitFor()
      const secret = /[A-Z2-7]{32}/.exec(((await page.getByRole('dialog').textContent()) ?? '').replaceAll(' ', ''))![0]
      // One code for all digits: the next period of thirty seconds may start while it is typed.
      const code = passcodeAt(secret, Date.now())
      // The last digit submits the code.
      await type(code.slice(0, 5))
      lastDigit = code.slice(5)
    },
    send: 'the last digit',
    async again(app) {
      const fields = app.page.getByRole('dialog').locator('input')
      await fields.first().focus()
      await app.type('12345')
      lastDigit = '6'
    },
    kept: async () => true,
    found: /^On$/,
  },
}

let lastDigit = ''

const html = '<!doctype html><title>Sign in</title><form></form>'

/** Faults on the way back: the gateway has executed the request. */
const ANSWER_FAULTS: Record<string, (route: Route) => Promise<void>> = {
  'no answer': (route) => route.abort('connectionreset'),
  500: (route) => route.fulfill({ status: 500, json: { status: 'error', error: 'INTERNAL', message: 'm', requestId: '1' } }),
  'a page with 200': (route) => route.fulfill({ status: 200, body: html, contentType: 'text/html' }),
}

const at = (path: string) => (url: URL) => url.pathname === path
const unknownOutcome = (page: Page) => page.getByText(/No response came back/)
const send = (app: BrowserApp, { send: keys }: SettingsForm) =>
  keys === 'the last digit' ? app.type(lastDigit) : app.press(keys)

/** Accepts the browser's question before a page is left. Returns a function that stops this. */
function acceptLeaving(page: Page, asked: (kind: string) => void = () => {}): () => void {
  const accept = (dialog: Dialog) => {
    asked(dialog.type())
    // A handler of a failed test may have accepted the dialog already.
    dialog.accept().catch(() => {})
  }
  page.on('dialog', accept)
  return () => page.off('dialog', accept)
}

/** The number of audit events of the change. */
async function countExecutions({ page }: BrowserApp, { action }: SettingsForm): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const reply = await fetch(new URL(`${calls.auditEvents.path}?offset=0&limit=100&page=1`, page.url()), {
    method: 'POST',
    headers: { 'merchant-token': token, 'content-type': 'application/json' },
    body: JSON.stringify({ action }),
  })
  return ((await reply.json()) as { item: unknown[] }).item.length
}

/** Opens the form without stored input of previous attempts. */
async function openForm({ page, settled }: BrowserApp, { address }: SettingsForm) {
  await page.goto(markerAt(home))
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('paydesk.settings.')) localStorage.removeItem(key)
  })
  await page.goto(`${home}/#${address}`)
  await settled()
}

const post = (path: string, token: string, fields: Record<string, string>): Promise<Response> =>
  fetch(home + path, { method: 'POST', headers: { 'merchant-token': token }, body: new URLSearchParams(fields) })

/** Lets staff turn the passcode off, so that it can be turned on again: a code is valid once, and the next one comes up to thirty seconds later. */
async function turnPasscodeOff() {
  const reply = await post(calls.login.path, '', { username: 'staff', password: sha256(PASSWORD) })
  const { data } = (await reply.json()) as { data: { token: string } }
  const asked = { merchantNo: USDT, status: 'OFF', reason: 'for the next try' }
  expect((await post(calls.resetOtpStatus.path, data.token, asked)).status).toBe(200)
}

/** Each fault opens the form anew. */
const LONG_MS = 180_000

// Runs before the other tests: it leaves all accounts unchanged.
test.for(Object.entries(forms))(
  '%s: offline, nothing is sent; after an expired session the input is restored without secrets',
  async ([, form], { open }) => {
    const app = await open({ at: `/user/login?redirect=${encodeURIComponent(form.address)}`, home })
    const { page, context } = app
    const questions: string[] = []
    const stopAccepting = acceptLeaving(page, (kind) => questions.push(kind))
    await submitCredentials(app, form.as)
    // By element: content behind a modal dialog has no role.
    await page.locator('nav').first().waitFor()
    await app.settled()
    const before = await countExecutions(app, form)
    await form.fill(app, form.action === 'password' ? before : 90)
    await context.setOffline(true)
    await send(app, form)
    await page.getByText(/so nothing was sent/).waitFor()
    expect(await form.kept(page)).toBe(true)
    await context.setOffline(false)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
    app.faults.length = 0

    // Ends the session.
    await post(calls.logout.path, await page.evaluate(() => localStorage.getItem('token') ?? ''), {})
    await form.again?.(app)
    await send(app, form)
    await expect.poll(app.address).toMatch(/^\/user\/login\?redirect=/)
    expect(questions).toEqual([])
    // The page is about to reload.
    const memory = () => page.evaluate(() => JSON.stringify(localStorage)).catch(() => 'Paydesk-Demo')
    await expect.poll(memory).not.toMatch(/Paydesk-(Demo|Money|Other)|3174015508900001/)
    await submitCredentials(app, form.as)
    await page.locator('nav').first().waitFor()
    await form.restored?.(page)
    expect(await countExecutions(app, form)).toBe(before)
    stopAccepting()
  },
)

test.for(Object.entries(forms))(
  '%s: after each lost answer no success is shown, no input is lost, and nothing is executed twice',
  { timeout: LONG_MS },
  async ([, form], { open }) => {
    const app = await open({ as: form.as, at: form.address, home })
    const { page } = app
    const stopAccepting = acceptLeaving(page)
    let nth = await countExecutions(app, form)
    for (const [index, [fault, spoil]] of Object.entries(ANSWER_FAULTS).entries()) {
      if (index > 0) await openForm(app, form)
      await form.fill(app, nth)
      let sent = 0
      await page.route(at(form.call), async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        sent++
        await route.fetch()
        return spoil(route)
      })
      await send(app, form)
      if (form.send !== 'the last digit') await app.press(form.send)
      await unknownOutcome(page).waitFor()
      expect(sent, fault).toBe(1)
      expect(await page.getByText(/^(Saved|Two-step verification is on)$/).count(), fault).toBe(0)
      expect(await form.kept(page), fault).toBe(true)
      await expect.poll(app.focus, { message: fault }).toBe('button Check status')
      await page.unroute(at(form.call))
      await app.press('Enter')
      await page.getByText(form.found).first().waitFor()
      await expect.poll(app.focus, { message: fault }).not.toBe('body')
      expect(await countExecutions(app, form), fault).toBe(++nth)
      if (form.action === 'passcodeOn') await turnPasscodeOff()
    }
    stopAccepting()
  },
)

test.for(Object.entries(forms).filter(([, { action }]) => action !== 'resetSecret' && action !== 'passcodeOn'))(
  '%s: a reload keeps the unknown outcome, and a resend uses the same idempotency key',
  async ([, form], { open }) => {
    const app = await open({ as: form.as, at: form.address, home })
    const { page } = app
    const stopAccepting = acceptLeaving(page)
    const before = await countExecutions(app, form)
    await form.fill(app, form.action === 'password' ? before : before + 50)
    const keys: (string | undefined)[] = []
    await page.route(at(form.call), async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.fallback()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await send(app, form)
    await unknownOutcome(page).waitFor()
    await page.reload()
    await unknownOutcome(page).waitFor()
    await expect.poll(app.focus).toBe('button Check status')
    const memory = await page.evaluate(() => JSON.stringify(localStorage))
    expect(memory).not.toMatch(/Paydesk-(Demo|Money|Other)|3174015508900001/)
    if (form.resend === undefined) {
      expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(0)
      await page.getByText(/if it did not change, enter it again|enter the passwords and the national ID again/).waitFor()
      await app.press('Enter')
      await page.getByText(form.found).first().waitFor()
      await expect.poll(app.focus).not.toBe('body')
    } else {
      await app.press('Tab')
      await expect.poll(app.focus).toBe('button Retry')
      await app.press('Enter')
      await form.resend(app)
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(keys).toEqual([expect.any(String), keys[0]])
    }
    expect(await countExecutions(app, form)).toBe(before + 1)
    await page.reload()
    await app.settled()
    expect(await unknownOutcome(page).count()).toBe(0)
    await page.unroute(at(form.call))
    stopAccepting()
  },
)

test('After a change that was not made the focus is in the first field that has to be typed again', async ({ open }) => {
  const form = forms['a sub-merchant']!
  const app = await open({ as: form.as, at: form.address, home })
  const { page } = app
  const stopAccepting = acceptLeaving(page)
  const before = await countExecutions(app, form)
  await form.fill(app, 80)
  const call = at(form.call)
  await page.route(call, (route) => route.abort('connectionreset'))
  await send(app, form)
  await unknownOutcome(page).waitFor()
  await page.reload()
  await unknownOutcome(page).waitFor()
  await page.unroute(call)
  await expect.poll(app.focus).toBe('button Check status')
  await app.press('Enter')
  await page.getByText(/not created. Enter the passwords again, and the national ID/).waitFor()
  await expectFocusOn(app, 'newPassword')
  expect(await value(page, 'username')).toBe('toko.baru80')
  await app.type(PASSWORD)
  await typeInto(app, 'confirmPwd', PASSWORD)
  await send(app, form)
  await page.getByText(form.found).waitFor()
  expect(await countExecutions(app, form)).toBe(before + 1)
  stopAccepting()
})

test('Saving despite the warning leads to the password field', async ({ open }) => {
  const form = forms.whitelists!
  const app = await open({ as: form.as, at: form.address, home })
  const { page } = app
  const stopAccepting = acceptLeaving(page)
  await typeInto(app, 'loginWhiteIp', '198.51.100.7')
  await app.press('Enter Control+Enter')
  await expect.poll(app.focus).toBe('button Back')
  await app.press('Tab Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await expectFocusOn(app, 'txnPwd')
  await app.type(TXN)
  expect(await value(page, 'txnPwd')).toBe(TXN)
  expect(await value(page, 'loginWhiteIp')).toBe('')
  stopAccepting()
})

test('Resetting the secret warns that an older valid secret ends', async ({ open }) => {
  const form = forms['a new secret']!
  const app = await open({ as: form.as, at: form.address, home })
  const { page } = app
  const stopAccepting = acceptLeaving(page)
  await form.fill(app, 0)
  await send(app, form)
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await openForm(app, form)
  await page.getByText(/The previous secret is valid until .* Another reset revokes it at once/).waitFor()
  stopAccepting()
})

test.for(['zh', 'en', 'id', 'vi'] as const)('Tables fit into a small window: %s', async (locale, { open }) => {
  const app = await open({ as: 'merchant', at: '/merchant/info', locale, home })
  const { page } = app
  await page.setViewportSize({ width: 1024, height: 700 })
  for (const address of ['/merchant/info', '/settings/history']) {
    await page.evaluate((hash) => location.assign(hash), `#${address}`)
    await page.getByRole('grid').first().waitFor()
    await app.settled()
    const tooWide = await page
      .locator('main *')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => one.className),
      )
    expect(tooWide, address).toEqual([])
  }
})
