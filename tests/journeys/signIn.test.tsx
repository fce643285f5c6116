import { fireEvent, screen, waitFor } from '@testing-library/react'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guestCalls } from '#contract/guestCalls.ts'
import { listLoaded, PASSWORD, startApp, startPageLoaded, type TestApp } from '../app.tsx'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(() => app.openAsGuest())

const passwordField = () => screen.getByLabelText<HTMLInputElement>('Password')
/** The error of the password field; null for none. */
const passwordError = (): string | null => {
  const field = passwordField()
  if (field.getAttribute('aria-invalid') !== 'true') return null
  return document.getElementById(field.getAttribute('aria-describedby')!)!.textContent
}

test('Name, password and Enter lead to the dashboard, which shows the account', async () => {
  await app.signIn('merchant')
  expect(app.address()).toBe('/dashboard')
  const account = await screen.findByRole('button', { name: /^Account menu/ })
  await waitFor(() => expect(account.textContent).toContain('M10000001'))
  expect(document.title).toBe('Dashboard - Paydesk')
  expect(JSON.parse(localStorage.getItem('antd-pro-authority') ?? '')).toEqual(
    expect.arrayContaining(['user', 'normal', 'payin']),
  )
  expect(localStorage.getItem('hasLogin')).toBe('login')
})

test('A link to a page survives the sign-in', async () => {
  await app.openAsGuest({ address: '/transaction/payin?status=FAILED' })
  await screen.findByRole('textbox', { name: 'Login Name' })
  expect(app.address()).toBe('/user/login?redirect=%2Ftransaction%2Fpayin%3Fstatus%3DFAILED')
  expect(app.calls.filter((call) => call.includes('/transaction/'))).toEqual([])
  await app.signIn('merchant')
  expect(app.address()).toBe('/transaction/payin?status=FAILED')
})

test('A link with an encoded percent sign is the same after the sign-in', async () => {
  const address = '/transaction/payin?payerName=50%2541'
  await app.openAsGuest({ address })
  await screen.findByRole('textbox', { name: 'Login Name' })
  expect(app.address()).toBe(`/user/login?${new URLSearchParams({ redirect: address })}`)
  await app.signIn('merchant')
  expect(app.address()).toBe(address)
})

test('A name that no account of this gateway may have is sent: other gateways have other names', async () => {
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Login Name' })
  await app.user.keyboard('{Enter}')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  // The focus stays in the name, so that only an alert is read.
  expect(screen.getByRole('alert').textContent).toBe('Required')
  expect(app.calls.filter((call) => call.endsWith('/login'))).toHaveLength(0)
  await app.user.keyboard('toko/é 1{Tab}wrong{Enter}')
  await waitFor(() => expect(passwordError()).toBe('Wrong password'))
  expect(name.value).toBe('toko/é 1')
  expect(app.calls.filter((call) => call.endsWith('/login'))).toHaveLength(1)
})

test('The sign-in name is stored without the spaces and capital letters it was typed with', async () => {
  await app.signIn('Merchant ')
  expect(app.address()).toBe('/dashboard')
  expect(localStorage.getItem('paydesk.signInName')).toBe('"merchant"')
})

test('A wrong password is an error of its field, which is cleared; the name stays, and each failure is announced', async () => {
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Login Name' })
  let former: HTMLElement | null = null
  for (let tried = 1; tried <= 2; tried++) {
    if (name.value === '') await app.user.keyboard('merchant{Tab}')
    await app.user.keyboard('wrong')
    expect(passwordError()).toBeNull()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(passwordError()).toBe('Wrong password'))
    expect(passwordField().value).toBe('')
    expect(document.activeElement).toBe(passwordField())
    expect(name.value).toBe('merchant')
    // An alert is announced when it appears, and no second text says the same.
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe('Wrong password')
    expect(alert.isSameNode(former)).toBe(false)
    expect(document.querySelector('#assertive')?.textContent).toBe('')
    former = alert
  }
  expect(app.calls.filter((call) => call.endsWith('/login'))).toHaveLength(2)
})

test('The sixth digit of a passcode submits it', async () => {
  await screen.findByRole('textbox', { name: 'Login Name' })
  await app.user.keyboard(`merchant.otp{Tab}${PASSWORD}{Enter}`)
  await screen.findByRole('heading', { name: 'One-time passcode' })
  expect(JSON.parse(localStorage.getItem('antd-pro-authority') ?? '["guest"]')).toEqual(['guest'])
  const boxes = await screen.findAllByRole('textbox')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  await app.user.keyboard(new TOTP({ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).generate())
  await waitFor(() => expect(localStorage.getItem('hasLogin')).toBe('login'))
  await app.load()
  await startPageLoaded()
})

test('A wrong passcode empties its boxes, puts the focus into the first, and is announced each time', async () => {
  await openPasscodeStep('merchant.otp')
  const boxes = await screen.findAllByRole<HTMLInputElement>('textbox')
  let former: HTMLElement | null = null
  for (let tried = 1; tried <= 2; tried++) {
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
    await app.user.keyboard('000000')
    await waitFor(() => expect(screen.getByRole('alert').isSameNode(former)).toBe(false))
    former = screen.getByRole('alert')
    expect(former.textContent).toBe('Wrong passcode')
    for (const box of boxes) {
      expect([box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')]).toEqual(['true', former.id])
    }
    await waitFor(() => expect(boxes.map(({ value }) => value)).toEqual(['', '', '', '', '', '']))
    await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  }
  expect(app.calls.filter((call) => call.endsWith(guestCalls.loginOtp.path))).toHaveLength(2)
})

test('The button of the passcode step keeps the focus while the passcode is checked', async () => {
  await openPasscodeStep('merchant.otp')
  const boxes = await screen.findAllByRole<HTMLInputElement>('textbox')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  const isPasscode = (path: string) => path.endsWith(guestCalls.loginOtp.path)
  // Without an answer the digits stay.
  app.network = async (path, pass) => (isPasscode(path) ? Promise.reject(new TypeError('Failed to fetch')) : pass())
  await app.user.keyboard('000000')
  await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  const { promise, resolve } = Promise.withResolvers<void>()
  app.network = async (path, pass) => {
    if (isPasscode(path)) await promise
    return pass()
  }
  const button = screen.getByRole('button', { name: 'Verify' })
  await app.tabTo(button)
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(button)
  resolve()
  await screen.findByText('Wrong passcode')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
})

test('A reload in the passcode step leads to the sign-in form', async () => {
  await openPasscodeStep('merchant.otp')
  await app.load()
  await screen.findByRole('textbox', { name: 'Login Name' })
  expect(screen.queryByRole('heading', { name: 'One-time passcode' })).toBeNull()
  expect(app.address()).toMatch(/^\/user\/login/)
})

const SECRET = 'JBSWY3DPEHPK3PXP'

test.each([
  [`otpauth://totp/Paydesk:toko%20satu?secret=${SECRET}&issuer=Paydesk`, 'Paydesk:toko satu', 'JBSW Y3DP EHPK 3PXP'],
  // Of other gateways.
  [SECRET, null, 'JBSW Y3DP EHPK 3PXP'],
  [`otpauth://totp/100%?secret=${SECRET}`, null, `otpauth://totp/100%?secret=${SECRET}`],
  [`otpauth://totp/x?key=${SECRET}`, null, `otpauth://totp/x?key=${SECRET}`],
])('The first sign-in with a passcode shows how to set it up: %s', async (otpAuthUrl, account, secret) => {
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/auth/login') return reply
    const { data, ...rest } = (await reply.json()) as { data: object }
    return Response.json({ ...rest, data: { ...data, otpAuthUrl } })
  }
  await openPasscodeStep('merchant.otp')
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  const below = (label: string) => screen.queryByText(label)?.nextElementSibling?.textContent ?? null
  expect([below('Account'), below('Secret')]).toEqual([account, secret])
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('textbox')[0]))
  app.network = null
})

/** Enters the name and the password of an account with a passcode. */
async function openPasscodeStep(username: string) {
  await screen.findByRole('textbox', { name: 'Login Name' })
  await app.user.keyboard(`${username}{Tab}${PASSWORD}{Enter}`)
  await screen.findByRole('heading', { name: 'One-time passcode' })
}

test('Escape leaves the passcode step and discards its token', async () => {
  await screen.findByRole('textbox', { name: 'Login Name' })
  await app.user.keyboard(`merchant.otp{Tab}${PASSWORD}{Enter}`)
  await screen.findByRole('heading', { name: 'One-time passcode' })
  expect(localStorage.getItem('token')).not.toBeNull()
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  await app.user.keyboard('{Escape}')
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Login Name' })
  expect(localStorage.getItem('token')).toBeNull()
  expect(name.value).toBe('merchant.otp')
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('After a switch of the language the first empty passcode box has the focus', async () => {
  await openPasscodeStep('merchant.otp')
  const boxes = await screen.findAllByRole<HTMLInputElement>('textbox')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  await app.user.keyboard('12')
  await app.user.click(screen.getByRole('button', { name: '中文' }))
  await waitFor(() => expect(document.activeElement).toBe(boxes[2]))
  await app.user.keyboard('3')
  expect(boxes.map(({ value }) => value)).toEqual(['1', '2', '3', '', '', ''])
})

test('Escape leaves the passcode step from anywhere on the page, but first closes the palette', async () => {
  await openPasscodeStep('merchant.otp')
  const boxes = await screen.findAllByRole<HTMLInputElement>('textbox')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(boxes[0]))
  await app.user.click(document.body)
  expect(document.activeElement).toBe(document.body)
  await app.user.keyboard('{Escape}')
  await screen.findByRole('textbox', { name: 'Login Name' })
  await app.user.keyboard(`${PASSWORD}{Enter}`)
  await screen.findByRole('heading', { name: 'One-time passcode' })
  await app.tabTo(screen.getByRole('button', { name: '中文' }))
  await app.user.keyboard('{Escape}')
  await screen.findByRole('textbox', { name: 'Login Name' })
})

test.each([
  [200, { status: 'ok' }, {}, 'The server reported an error'],
  [429, { status: 'error', error: 'TOO_MANY_TRIES' }, { 'retry-after': '840' }, 'Too many attempts. Try again in 14 min'],
  [429, { status: 'error', error: 'TOO_MANY_TRIES' }, {}, 'Too many attempts. Try again later'],
])('A sign-in that fails with %i %j %j shows the reason', async (status, body, headers, said) => {
  await screen.findByRole('textbox', { name: 'Login Name' })
  app.network = async (path, pass) => {
    if (path !== '/api/auth/login') return pass()
    app.network = null
    return Response.json(body, { status, headers: new Headers(headers) })
  }
  await app.user.keyboard('merchant{Tab}any{Enter}')
  await screen.findByText(said)
})

test('The digit of a sample account signs in', async () => {
  await screen.findByRole('button', { name: /restricted/ })
  await app.user.keyboard('5')
  await waitFor(() => expect(localStorage.getItem('hasLogin')).toBe('login'))
  await app.load()
  await listLoaded()
  expect(app.address()).toBe('/dashboard-a')
})

test('On a first visit a key switches to the language of the browser, and the name field keeps the focus', async () => {
  const revisit = async () => {
    localStorage.removeItem('currentLocaleKey')
    await app.load()
    await screen.findByRole('heading', { name: '登录' })
  }
  await revisit()
  const offer = screen.getByRole('button', { name: /^Continue in English/ })
  await app.user.keyboard('{Tab}{Tab}')
  await app.tabTo(offer)
  await app.user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Sign in' })
  const nameField = screen.getByRole('textbox', { name: 'Login Name' })
  await waitFor(() => expect(document.activeElement).toBe(nameField))
  expect(screen.queryByRole('button', { name: /^Continue in/ })).toBeNull()
  await revisit()
  await app.user.keyboard('a/')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '登录名' }).value).toBe('a/')
  await app.user.keyboard('{Backspace}{Backspace}/')
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Login Name' }).value).toBe('')
  await app.load()
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('Signing in after a sign-out leads back to the last page', async () => {
  await app.openAsGuest({ address: '/transaction/payin' })
  await app.signIn('merchant')
  await app.user.keyboard('{Control>}k{/Control}sign out')
  await screen.findByRole('option', { name: /Sign out/ })
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(localStorage.getItem('hasLogin')).toBe('logout'))
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('antd-pro-authority')).toBe('["guest"]')
  expect(app.address()).toMatch(/^\/user\/login\?redirect=%2Ftransaction%2Fpayin/)
  await app.load()
  await screen.findByRole('textbox', { name: 'Login Name' })
})

const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

test.each([
  ['with its picture', PICTURE, PICTURE],
  ['from this origin', '/api/logo.png', '/api/logo.png'],
  ['of another origin, which the content policy refuses', 'https://elsewhere.example/logo.png', undefined],
  ['with a script', 'javascript:alert(1)', undefined],
  ['that is empty', '', undefined],
])(
  'The company is named, and its logo shown if it may load, also by the sign-in page after a sign-out: %s',
  async (_, logo, shown) => {
    app.network = async (path, pass) => {
      const reply = await pass()
      if (path !== '/api/index/system-config') return reply
      const { item, ...rest } = (await reply.json()) as { item: object }
      return Response.json({ ...rest, item: { ...item, companySystemInfo: { name: 'Bank Nusantara', logo } } })
    }
    await app.signIn('merchant')
    const home = await screen.findByRole('link', { name: 'Bank Nusantara' })
    expect(home.querySelector('img')?.getAttribute('src')).toBe(shown)
    await app.user.keyboard('{Control>}k{/Control}sign out')
    await screen.findByRole('option', { name: /Sign out/ })
    await app.reloadAfter(() => app.user.keyboard('{Enter}'))
    const head = (await screen.findByText('Bank Nusantara')).closest('header')!
    expect(head.querySelector('img')?.getAttribute('src')).toBe(shown)
    if (shown === undefined) return
    fireEvent.error(head.querySelector('img')!)
    await waitFor(() => expect(head.querySelector('img')).toBeNull())
    expect(head.querySelector('svg')).not.toBeNull()
  },
)
