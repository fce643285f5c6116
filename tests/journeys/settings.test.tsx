import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passcodeAt, sha256 } from '../../server/auth/credentials.ts'
import { sql } from '../../server/db/sql.ts'
import { PASSWORD, startApp, type TestApp } from '../app.tsx'
import { quickHash } from '../gateway.ts'

const MERCHANT = 'M10000001'
const TXN = 'Paydesk-Money1'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 20 })
})
beforeEach(async () => {
  const { db } = app.gateway
  await db.run(sql`delete from merchant_key`)
  await db.run(sql`delete from login_try`)
  await db.run(sql`
    update merchant
       set login_white_ip = '{}', api_white_ip = '{}', signature_header_required = false, otp_enabled = false, otp_enrolled = false, otp_secret = null,
           password_hash = ${await quickHash(sha256(PASSWORD))}, txn_password_hash = ${await quickHash(sha256(TXN))}
     where merchant_no = ${MERCHANT}`)
})
afterAll(() => app.close())

const focused = () => document.activeElement as HTMLElement
const named = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const kept = async () =>
  (await app.gateway.db.one<Record<string, unknown>>(sql`
    select api_secret as secret, login_white_ip as login, api_white_ip as api, otp_enabled as passcode
      from merchant where merchant_no = ${MERCHANT}`))!
const dialog = (name: string) => screen.findByRole('dialog', { name })

/** Runs a command by its title from any page. */
async function run(title: string) {
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(focused()?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard(`${title}{Enter}`)
}

/** Waits for the focus in the field of this name and types into it. */
async function typeInto(name: string, text: string) {
  await waitFor(() => expect(named(name)).not.toBeNull())
  await app.tabTo(named(name))
  await app.user.keyboard(text)
}

describe('Keys', () => {
  test('The secret is masked, shown after the transaction password, and hidden when the page is left', async () => {
    const { secret } = await kept()
    await app.openAs('merchant')
    await app.user.keyboard('gs')
    await screen.findByText(`****${String(secret).slice(-4)}`)
    await run('Reveal secret')
    const asked = await dialog('Reveal secret')
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    await app.user.keyboard('wrong{Enter}')
    await within(asked).findByText('Wrong password')
    expect([named('txnPwd').value, focused()]).toEqual(['', named('txnPwd')])
    await app.user.keyboard(`${TXN}{Enter}`)
    await screen.findByText(String(secret))
    await waitFor(() => expect(focused().textContent).toContain('Hide'))
    expect(screen.getByText(/hides in (30|29) s/)).toBeTruthy()
    window.dispatchEvent(new Event('blur'))
    await screen.findByText(`****${String(secret).slice(-4)}`)
    await waitFor(() => expect(focused()).not.toBe(document.body))
  })

  test('A new secret requires the merchant number and the password, keeps the old one valid for the chosen time, and is shown once', async () => {
    const { secret: old } = await kept()
    await app.openAs('merchant')
    await run('Reset secret')
    const asked = await dialog('Reset secret')
    await waitFor(() => expect(focused()).toBe(named('merchantNo')))
    await app.user.keyboard('M1000000{Enter}')
    await within(asked).findByText('The number doesn’t match')
    await app.user.keyboard('1{Enter}')
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    await app.user.keyboard('wrong{Enter}')
    await within(asked).findByText('Wrong password')
    await app.user.keyboard(`${TXN}{Enter}`)
    await within(asked).findByText(/The new secret is valid now/)
    const { secret } = await kept()
    expect(secret).not.toBe(old)
    expect(asked.textContent).toContain(String(secret))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Reset secret' })).toBeNull())
    await screen.findByText('Old secret valid until')
    expect(document.body.textContent).not.toContain(String(secret))
    await waitFor(() => expect(focused()).not.toBe(document.body))
  })

  test('The signature header is required after the transaction password, and an unknown outcome is checked', async () => {
    const isRequired = async () =>
      (await app.gateway.db.one<{ is: boolean }>(sql`
        select signature_header_required as is from merchant where merchant_no = ${MERCHANT}`))!.is
    await app.openAs('merchant')
    await run('Change signature header requirement')
    await dialog('Require header')
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    await app.user.keyboard(`wrong{Enter}`)
    await screen.findByText('Wrong password')
    expect(await isRequired()).toBe(false)
    await app.user.keyboard(`${TXN}{Enter}`)
    await screen.findByText('Required: calls signed only by _sign are rejected')
    expect(await isRequired()).toBe(true)

    await app.user.click(screen.getByRole('button', { name: 'Make header optional' }))
    await dialog('Make header optional')
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    app.network = async (path, pass) => {
      const reply = await pass()
      if (path !== '/api/merchant/secret') return reply
      app.network = null
      throw new TypeError('the line is dead')
    }
    await app.user.keyboard(`${TXN}{Enter}`)
    await screen.findByText(/No response came back, so it may have been saved/)
    await waitFor(() => expect(focused().textContent).toBe('Check status'))
    await app.user.keyboard('{Enter}')
    await screen.findByText('Optional: _sign is accepted too')
    await waitFor(() => expect(focused().textContent).toBe('Require header'))
    expect(await isRequired()).toBe(false)
  })

  test('The private key of a new pair is shown once, and the public key is kept', async () => {
    await app.openAs('merchant')
    await run('Reset platform key pair')
    const asked = await dialog('Generate key pair')
    expect(asked.textContent).not.toContain('replaces the current one')
    await waitFor(() => expect(focused()).toBe(named('merchantNo')))
    await app.user.keyboard(`${MERCHANT}{Enter}`)
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    await app.user.keyboard(`${TXN}{Enter}`)
    await within(asked).findByText(/We can’t recover it/)
    expect(asked.textContent).toContain('BEGIN PRIVATE KEY')
    expect(asked.textContent).toContain('Generate key pair')
    // Escape does not close a dialog with a secret that is shown only once.
    await app.user.keyboard('{Escape}')
    expect(asked.textContent).toContain('BEGIN PRIVATE KEY')
    await app.user.click(within(asked).getByRole('button', { name: 'Download' }))
    expect(app.files.map(({ name }) => name)).toEqual([`${MERCHANT}-platform-private.pem`])
    await app.tabTo(within(asked).getByRole('button', { name: 'I’ve saved it' }))
    await app.user.keyboard('{Enter}')
    await screen.findByText('Platform public key')
    expect(document.body.textContent).not.toContain('BEGIN PRIVATE KEY')
    await app.user.click(screen.getByRole('button', { name: 'Reset key pair' }))
    expect((await dialog('Reset platform key pair')).textContent).toContain('replaces the current one')
  })

  test('Mod+Enter saves notify addresses; leaving unsaved input asks for confirmation', async () => {
    await app.openAs('merchant')
    await run('Edit public key and callback URLs')
    await waitFor(() => expect(focused()).toBe(named('merchantPublicKey')))
    await app.user.clear(named('payinNotifyAddress'))
    await typeInto('payinNotifyAddress', 'shop.example/in')
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Enter an http or https URL, up to 255 characters')
    expect(focused()).toBe(named('payinNotifyAddress'))
    window.location.hash = '/merchant/info'
    const leaving = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await waitFor(() => expect(focused()).toBe(within(leaving).getByRole('button', { name: 'Keep editing' })))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(app.address()).toBe('/merchant/secret')
    await app.user.clear(named('payinNotifyAddress'))
    await app.user.type(named('payinNotifyAddress'), 'https://shop.example/in')
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Saved')
    const row = await app.gateway.db.one(sql`
      select payin_notify_address as address from merchant where merchant_no = ${MERCHANT}`)
    expect(row).toEqual({ address: 'https://shop.example/in' })
  })

  test('A save without an answer is shown as such, keeps its input, and checks the stored value before a retry', async () => {
    await app.openAs('merchant')
    await run('Edit public key and callback URLs')
    await waitFor(() => expect(focused()).toBe(named('merchantPublicKey')))
    await app.user.clear(named('payoutNotifyAddress'))
    await app.user.type(named('payoutNotifyAddress'), 'https://shop.example/out')
    app.network = async (path, pass) => {
      const reply = await pass()
      if (path !== '/api/merchant/secret') return reply
      app.network = null
      throw new TypeError('the line is dead')
    }
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(/No response came back, so it may have been saved/)
    await waitFor(() => expect(focused().textContent).toBe('Check status'))
    expect(named('payoutNotifyAddress').value).toBe('https://shop.example/out')
    await app.user.keyboard('{Enter}')
    await screen.findByText('Checked: your changes are saved.')
  })
})

describe('A change with an unknown outcome', () => {
  /** Lets changes of this path reach the gateway and drops the answers to the first `count` of them. */
  function loseAnswers(path: string, count: number) {
    let left = count
    app.network = async (asked, pass) => {
      const isChange = app.calls.at(-1) === `POST ${path}`
      const reply = await pass()
      if (asked !== path || !isChange || left-- <= 0) return reply
      throw new TypeError('the line is dead')
    }
  }
  const made = async () =>
    (await app.gateway.db.all(sql`select from audit where merchant_no = ${MERCHANT} and action = 'keys'`)).length

  test('is still unknown after a reload of the same account, and is applied once even if it is sent again', async () => {
    await app.openAs('merchant')
    const before = await made()
    await run('Edit public key and callback URLs')
    await waitFor(() => expect(focused()).toBe(named('merchantPublicKey')))
    await app.user.clear(named('payinNotifyAddress'))
    await app.user.type(named('payinNotifyAddress'), 'https://shop.example/doubt')
    loseAnswers('/api/merchant/secret', 1)
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(/No response came back, so it may have been saved/)
    await app.load()
    await screen.findByText(/No response came back, so it may have been saved/)
    expect(named('payinNotifyAddress').value).toBe('https://shop.example/doubt')
    expect(named('payinNotifyAddress').readOnly).toBe(true)
    await waitFor(() => expect(focused().textContent).toBe('Check status'))
    const again = screen.getByRole('button', { name: 'Retry' })
    again.focus()
    await app.user.keyboard('{Enter}')
    await screen.findByText('Saved')
    expect(await made()).toBe(before + 1)
    await waitFor(() => expect(localStorage.getItem('paydesk.settings.keys')).toBeNull())
  })

  test('is kept while the page is left, and leaving does not ask for confirmation', async () => {
    await app.openAs('merchant')
    await run('Edit public key and callback URLs')
    await waitFor(() => expect(focused()).toBe(named('merchantPublicKey')))
    await app.user.clear(named('payoutNotifyAddress'))
    await app.user.type(named('payoutNotifyAddress'), 'https://shop.example/left')
    loseAnswers('/api/merchant/secret', 1)
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(/No response came back, so it may have been saved/)
    await run('Go to IP whitelist')
    await screen.findByRole('region', { name: 'API whitelist' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await run('Go to Keys')
    await screen.findByText(/No response came back, so it may have been saved/)
    await app.user.keyboard('{Enter}')
    await screen.findByText('Checked: your changes are saved.')
  })

  /** The answer to `save` gets lost in a fault, and the first check fails as well; the question stays until the next. */
  async function checkTwice(path: string, save: () => Promise<void>) {
    const place = app.address()
    const fault = (status: number) => Response.json({ status: 'error', message: 'out of order' }, { status })
    app.network = async (asked, pass) => (asked === path ? fault(500) : pass())
    await save()
    await screen.findByText(/it may have been saved/)
    app.network = async (asked, pass) => (asked === path ? fault(503) : pass())
    await waitFor(() => expect(focused().textContent).toBe('Check status'))
    const before = app.calls.length
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.calls.slice(before)).toContain(`GET ${path}`))
    await waitFor(() => expect(focused().textContent).toBe('Check status'))
    await screen.findByText(/it may have been saved/)
    expect(app.address()).toBe(place)
    app.network = null
    await app.user.keyboard('{Enter}')
    await screen.findByText(/^Checked: your changes are not saved/)
  }

  test('stays on the page of keys while the check fails', async () => {
    await app.openAs('merchant')
    await run('Edit public key and callback URLs')
    await waitFor(() => expect(focused()).toBe(named('merchantPublicKey')))
    await app.user.clear(named('payinNotifyAddress'))
    await app.user.type(named('payinNotifyAddress'), 'https://shop.example/check')
    await checkTwice('/api/merchant/secret', () => app.user.keyboard('{Control>}{Enter}{/Control}'))
  })

  test('stays on the page of whitelists while the check fails', async () => {
    await app.openAs('merchant')
    await app.user.keyboard('gp')
    await typeInto('apiWhiteIp', '203.0.113.8{Enter}')
    await checkTwice('/api/merchant/ip-list', async () => {
      await app.user.keyboard('{Control>}{Enter}{/Control}')
      await waitFor(() => expect(focused()).toBe(named('txnPwd')))
      await app.user.keyboard(`${TXN}{Enter}`)
    })
  })
})

describe('Whitelists', () => {
  test('Many addresses are pasted at once; duplicates and invalid ones stay in the field with a reason', async () => {
    await app.openAs('merchant')
    await app.user.keyboard('gp')
    await waitFor(() => expect(named('apiWhiteIp')).not.toBeNull())
    await app.tabTo(named('apiWhiteIp'))
    await app.user.paste('203.0.113.7, 203.0.113.0/24\n203.0.113.7/32 nonsense')
    await screen.findByText('Not an address or range: nonsense')
    const list = screen.getByRole('list', { name: 'API whitelist' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['203.0.113.7', '203.0.113.0/24'])
    expect(named('apiWhiteIp').value).toBe('nonsense 203.0.113.7/32')
    await app.tabTo(within(list).getByRole('button', { name: 'Remove 203.0.113.7' }))
    await app.user.keyboard('{Delete}')
    expect(focused()).toBe(within(list).getByRole('button', { name: 'Remove 203.0.113.0/24' }))
    // Saving does not silently skip rejected addresses.
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(focused()).toBe(named('apiWhiteIp')))
    await screen.findByText('Not an address or range: nonsense')
    await app.user.clear(named('apiWhiteIp'))
    // Typed addresses that are not yet added are saved too.
    await app.user.keyboard('198.51.100.0/24{Control>}{Enter}{/Control}')
    await dialog('Save whitelists')
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    await app.user.keyboard(`${TXN}{Enter}`)
    await screen.findByText('Saved')
    expect((await kept()).api).toEqual(['203.0.113.0/24', '203.0.113.7/32', '198.51.100.0/24'])
  })

  test('A malformed address is named when its field is left, and stays there', async () => {
    await app.openAs('merchant')
    await app.user.keyboard('gp')
    await typeInto('apiWhiteIp', '10.0.0.9')
    await app.user.tab()
    expect(named('apiWhiteIp').getAttribute('aria-invalid')).toBe('false')
    await typeInto('loginWhiteIp', '10.0.0')
    await app.user.tab()
    await screen.findByText('Not an address or range: 10.0.0')
    expect([named('apiWhiteIp').value, named('loginWhiteIp').value]).toEqual(['10.0.0.9', '10.0.0'])
    // A save adds the others, and the move of the focus to the first error takes nothing back.
    await app.tabTo(named('apiWhiteIp'))
    await app.user.keyboard('{End} nonsense')
    await typeInto('loginWhiteIp', '{End} 10.0.0.8{Control>}{Enter}{/Control}')
    await waitFor(() => expect(focused()).toBe(named('apiWhiteIp')))
    expect([named('apiWhiteIp').value, named('loginWhiteIp').value]).toEqual(['nonsense', '10.0.0'])
  })

  test('An address from a link or the palette is checked as a typed one', async () => {
    await app.openAs('merchant')
    const listed = () =>
      within(screen.getByRole('list', { name: 'API whitelist' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    const openLink = (text: string) => {
      window.location.hash = `/merchant/iplist?${new URLSearchParams({ addApi: text })}`
    }
    openLink('203.0.113.7,198.51.100.0/24')
    await waitFor(() => expect(listed()).toEqual(['203.0.113.7', '198.51.100.0/24']))
    openLink('10.0.0.07')
    await screen.findByText('Not an address or range: 10.0.0.07')
    expect(listed()).toHaveLength(2)
    expect([named('apiWhiteIp').value, focused()]).toEqual(['10.0.0.07', named('apiWhiteIp')])
    await app.user.clear(named('apiWhiteIp'))
    openLink(Array.from({ length: 50 }, (_, n) => `10.0.0.${n}`).join(' '))
    await screen.findByText('Up to 50 entries')
    expect(listed()).toHaveLength(50)
    expect(named('apiWhiteIp').value).toBe('10.0.0.48 10.0.0.49')

    await run('Add API IP')
    await screen.findByRole('combobox', { name: /IPv4 address or CIDR range/ })
    await app.user.keyboard('10.0.0.0')
    await screen.findByRole('option', { name: /10\.0\.0\.0/ })
    await app.user.keyboard('7')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
  })

  test('A list without the own address is warned about before saving, and a key adds that address', async () => {
    await app.openAs('merchant')
    await run('Add API IP')
    await screen.findByRole('combobox', { name: /IPv4 address or CIDR range/ })
    await app.user.keyboard('10.0.0.0/8{Enter}')
    const list = await screen.findByRole('list', { name: 'API whitelist' })
    expect(list.textContent).toBe('10.0.0.0/8')
    await typeInto('loginWhiteIp', '10.0.0.9{Enter}')
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    const warning = await screen.findByRole('alertdialog', { name: 'This would lock you out' })
    await waitFor(() => expect(focused()).toBe(within(warning).getByRole('button', { name: 'Back' })))
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect((await kept()).login).toEqual([])
    const mine = screen.getAllByRole('button', { name: /Add mine/ }).at(-1)!
    await app.tabTo(mine)
    await app.user.keyboard('{Enter}{Control>}{Enter}{/Control}')
    await dialog('Save whitelists')
    await waitFor(() => expect(focused()).toBe(named('txnPwd')))
    await app.user.keyboard(`${TXN}{Enter}`)
    await screen.findByText('Saved')
    expect((await kept()).login).toEqual(['10.0.0.9', '127.0.0.1'])
  })
})

test('Unsaved lists are restored after a reload and removed by a sign-out', async () => {
  const kept = () => localStorage.getItem('paydesk.settings.ipLists')
  await app.openAs('merchant')
  await app.user.keyboard('gp')
  await typeInto('apiWhiteIp', '203.0.113.9{Enter}198.51')
  await waitFor(() => expect(kept()).toContain('198.51'))
  await app.load()
  const list = await screen.findByRole('list', { name: 'API whitelist' })
  expect(list.textContent).toContain('203.0.113.9')
  expect(named('apiWhiteIp').value).toBe('198.51')
  await app.reloadAfter(() => run('Sign out'))
  await screen.findByRole('textbox', { name: 'Login Name' })
  expect(kept()).toBeNull()
})

describe('Account', () => {
  test('Shows details, methods and banks; a passcode is enabled by a code of the shown secret and disabled by another', async () => {
    await app.openAs('merchant')
    await app.user.keyboard('gm')
    const methods = await screen.findByRole('grid', { name: 'Methods' })
    const passcode = within(screen.getByRole('region', { name: 'Two-step verification' }))
    expect([passcode.queryByText('On'), passcode.queryByText('Off')?.textContent]).toEqual([null, 'Off'])
    const cells = within(methods).getAllByRole('gridcell')
    await app.tabTo(cells[0]!)
    await app.user.keyboard('{ArrowRight}{ArrowDown}')
    expect(focused().textContent).toBe('BRI VA')
    await run('Turn on two-step verification')
    const enrolment = await dialog('Turn on two-step verification')
    await waitFor(() => expect(focused().tagName).toBe('INPUT'))
    const secret = /[A-Z2-7]{4}(?: [A-Z2-7]{4}){7}/.exec(enrolment.textContent ?? '')![0].replaceAll(' ', '')
    const error = () => document.getElementById(focused().getAttribute('aria-describedby') ?? '')?.textContent
    await app.user.keyboard('123{Enter}')
    await waitFor(() => expect(error()).toBe('Required'))
    expect(focused()).toBe(within(enrolment).getAllByRole('textbox')[0])
    await app.user.keyboard('000000')
    await waitFor(() => expect(error()).toBe('Wrong passcode'))
    await app.user.keyboard(passcodeAt(secret, Date.now()))
    await screen.findByText('Two-step verification is on')
    expect((await kept()).passcode).toBe(true)
    await waitFor(() => expect(enrolment.isConnected).toBe(false))
    expect([passcode.queryByText('On')?.textContent, passcode.queryByText('Off')]).toEqual(['On', null])
    await run('Turn off two-step verification')
    await dialog('Turn off two-step verification')
    app.network = async (path, pass) => {
      if (path !== '/api/plat/merchant/reset-otp-status') return pass()
      app.network = null
      throw new TypeError('the line is dead')
    }
    await app.user.keyboard('000000')
    // The field is empty again, without an error about its input.
    await screen.findByText('No response came back, so it may have been saved.')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(focused().textContent).toBe('Turn off'))
    await run('Turn off two-step verification')
    await dialog('Turn off two-step verification')
    await waitFor(() => expect(focused().tagName).toBe('INPUT'))
    await app.user.keyboard(passcodeAt(secret, Date.now() + 30_000))
    await screen.findByText('Two-step verification is off')
    expect((await kept()).passcode).toBe(false)
  })
})

test('A part of the page that fails to load shows why, and the others are shown', async () => {
  await app.openAs('merchant')
  app.network = async (path, pass) => {
    if (path !== '/api/merchant/method') return pass()
    return Response.json({ status: 'error', error: 'INTERNAL', message: 'The shelf is empty', requestId: '1' }, { status: 500 })
  }
  await app.user.keyboard('gm')
  await screen.findByText(/The shelf is empty/)
  await screen.findByRole('grid', { name: 'Banks' })
  expect(screen.getByText(MERCHANT, { selector: 'dd *' })).toBeTruthy()
  app.network = null
  await app.tabTo(screen.getByRole('button', { name: 'Retry' }))
  await app.user.keyboard('{Enter}')
  await screen.findByRole('grid', { name: 'Methods' })
})

describe('Passwords', () => {
  const saidOf = (name: string) => {
    const id = named(name).getAttribute('aria-describedby')
    return id === null ? null : document.getElementById(id)?.textContent
  }

  test('Each part of the password rule is ticked off, and each error is shown below its field', async () => {
    await app.openAs('merchant')
    await run('Go to Change password')
    await waitFor(() => expect(focused()).toBe(named('oldPwd')))
    await app.user.keyboard('not it')
    await typeInto('newPassword', 'abc1')
    await app.user.tab()
    await screen.findByText('Needs a digit, a lower-case and an upper-case letter')
    await app.user.tab({ shift: true })
    await waitFor(() => expect(focused()).toBe(named('newPassword')))
    await app.user.keyboard('{End}')
    const rules = screen.getByRole('list', { name: 'Requirements' })
    const met = () =>
      within(rules)
        .getAllByRole('listitem')
        .map((item) => item.dataset.met)
    expect(met()).toEqual(['true', 'true', 'false', 'false'])
    await app.user.keyboard('DEFG')
    expect(met()).toEqual(['true', 'true', 'true', 'true'])
    await typeInto('confirmPwd', 'abc1DEFX')
    await app.user.keyboard('{Enter}')
    await screen.findByText('The two passwords differ')
    expect(focused()).toBe(named('confirmPwd'))
    expect(app.calls.filter((call) => call.includes('reset-pwd'))).toEqual([])
    await app.user.keyboard('{Backspace}G{Enter}')
    await screen.findByText('Wrong password')
    await waitFor(() => expect(focused()).toBe(named('oldPwd')))
    await app.user.clear(named('oldPwd'))
    await app.user.keyboard(`${PASSWORD}{Enter}`)
    await screen.findByText('Saved')
    // Back at the previous page.
    await waitFor(() => expect(app.address()).toMatch(/^\/dashboard/))
    expect(named('newPassword')).toBeNull()
  })

  test('An empty field has an accessible error; leaving the page shows none', async () => {
    await app.openAs('merchant')
    await run('Go to Change password')
    await waitFor(() => expect(focused()).toBe(named('oldPwd')))
    await app.user.keyboard('{Control>}k{/Control}')
    await waitFor(() => expect(focused()?.getAttribute('role')).toBe('combobox'))
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(named('oldPwd')))
    expect(saidOf('oldPwd')).toBeNull()
    await app.user.tab()
    await waitFor(() => expect(saidOf('oldPwd')).toBe('Required'))
    expect(saidOf('newPassword')).toBeNull()
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(focused()).toBe(named('oldPwd')))
    expect([saidOf('newPassword'), saidOf('confirmPwd')]).toEqual(['Required', 'Required'])
  })

  test('The transaction password is separate and requires the login password', async () => {
    await app.openAs('usdt')
    await run('Go to Change transaction password')
    await waitFor(() => expect(focused()).toBe(named('oldPwd')))
    await app.user.keyboard(PASSWORD)
    await typeInto('newPassword', PASSWORD)
    await typeInto('confirmPwd', `${PASSWORD}{Enter}`)
    await waitFor(() => expect(saidOf('newPassword')).toBe('Same as the current password'))
    expect(app.calls).not.toContain('POST /api/merchant/reset-txn-pwd')
    await app.user.clear(named('newPassword'))
    await app.user.clear(named('confirmPwd'))
    await typeInto('newPassword', 'Other-Money2')
    await typeInto('confirmPwd', 'Other-Money2{Enter}')
    await screen.findByText('Saved')
    expect(app.calls).toContain('POST /api/merchant/reset-txn-pwd')
  })
})

test('Without a chosen action each action of staff describes the error', async () => {
  await app.openAs('staff')
  window.location.hash = `#/plat/otp?who=${MERCHANT}`
  await waitFor(() => expect(focused()).toBe(named('act')))
  const errors = () =>
    screen.getAllByRole('radio').map((radio) => {
      const id = radio.getAttribute('aria-describedby')
      return id === null ? null : document.getElementById(id)?.textContent
    })
  expect(errors()).toContain(null)
  await typeInto('merchantNo', `${MERCHANT}{Enter}`)
  await waitFor(() => expect(focused()).toBe(named('act')))
  expect(new Set(errors())).toEqual(new Set(['Required']))
})

describe('An account that staff act on', () => {
  const NO = 'M10000002'
  const move = (status: string) => app.gateway.db.run(sql`update merchant set status = ${status} where merchant_no = ${NO}`)
  const statusOf = async () =>
    (await app.gateway.db.one<{ status: string }>(sql`select status from merchant where merchant_no = ${NO}`))!.status
  const setPasscode = (isOn: boolean) =>
    app.gateway.db.run(sql`update merchant set otp_enabled = ${isOn} where merchant_no = ${NO}`)
  const chosen = () => document.querySelector<HTMLInputElement>('[name="act"]:checked')?.value ?? null
  const shown = (status: string) => screen.findByText(status, { selector: 'dd *, dd' })
  const applied = () => app.calls.filter((call) => /^POST .*(reset-otp|merchant\/status)/.test(call))
  /** Opens an address in a console without earlier calls. */
  async function openAt(query: string) {
    await app.openAs('staff')
    window.location.hash = `#/plat/otp?${query}`
    await waitFor(() => expect(named('reason')).not.toBeNull())
  }

  beforeEach(async () => {
    await move('ACTIVE')
    await setPasscode(false)
  })

  test('A status is found by what it is called, and is chosen in the form', async () => {
    await app.openAs('staff')
    await run('freeze merchant')
    await app.user.keyboard(`${NO}{Enter}`)
    await screen.findByRole('option', { name: /^Frozen/ })
    await app.user.keyboard('frozen{Enter}')
    await waitFor(() => expect(app.address()).toBe(`/plat/otp?who=${NO}&act=FROZEN`))
    await waitFor(() => expect(chosen()).toBe('FROZEN'))
    expect(screen.queryByText('Any status but active signs the account out at once.')).not.toBeNull()
  })

  test('Find reads the same account again', async () => {
    await openAt(`who=${NO}`)
    await shown('Active')
    await move('FROZEN')
    await app.tabTo(named('who'))
    await app.user.keyboard('{Enter}')
    await shown('Frozen')
  })

  test('A status that another member of staff has changed is not replaced unseen', async () => {
    await openAt(`who=${NO}&act=PAYOUT_SUSPENDED`)
    await shown('Active')
    await move('FROZEN')
    await typeInto('reason', 'fraud check')
    await typeInto('merchantNo', `${NO}{Enter}`)
    await screen.findByText('The merchant’s status is now “Frozen”. Check it before you change it')
    await shown('Frozen')
    expect([await statusOf(), chosen(), named('reason').value]).toEqual(['FROZEN', 'PAYOUT_SUSPENDED', 'fraud check'])
    // Now that it is seen, it may be replaced.
    await app.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('Saved')
    expect(await statusOf()).toBe('PAYOUT_SUSPENDED')
  })

  test('An action that the account does not offer is not sent', async () => {
    await openAt(`who=${NO}&act=off`)
    await waitFor(() => expect(focused()).toBe(named('act')))
    expect(chosen()).toBeNull()
    expect(screen.queryByText('Sign-in no longer asks for a passcode.')).toBeNull()
    const before = applied()
    await typeInto('reason', 'lost phone')
    await typeInto('merchantNo', `${NO}{Enter}`)
    await screen.findByText('Required')
    expect(applied()).toEqual(before)
  })

  test('An action that is done is not chosen again', async () => {
    await openAt(`who=${NO}&act=secret`)
    await waitFor(() => expect(chosen()).toBe('secret'))
    await typeInto('reason', 'lost phone')
    await typeInto('merchantNo', `${NO}{Enter}`)
    await screen.findByText('Saved')
    await waitFor(() => expect(window.location.hash).toBe(`#/plat/otp?who=${NO}`))
    await waitFor(() => expect(named('reason')?.value).toBe(''))
    expect(chosen()).toBeNull()
  })

  test('A form that was left keeps its reason, not its action and not its confirmation', async () => {
    await setPasscode(true)
    await openAt(`who=${NO}&act=off`)
    await waitFor(() => expect(chosen()).toBe('off'))
    await typeInto('reason', 'lost phone')
    await typeInto('merchantNo', NO)
    await app.load()
    await waitFor(() => expect(named('reason')?.value).toBe('lost phone'))
    window.location.hash = `#/plat/otp?who=${NO}&act=secret`
    await waitFor(() => expect(chosen()).toBe('secret'))
    expect([named('reason').value, named('merchantNo').value]).toEqual(['lost phone', ''])
  })

  test('A form with an unknown outcome keeps its action', async () => {
    await setPasscode(true)
    await openAt(`who=${NO}&act=off`)
    app.network = async (path, pass) => (path.endsWith('reset-otp-status') ? Promise.reject(new TypeError('offline')) : pass())
    await typeInto('reason', 'lost phone')
    await typeInto('merchantNo', `${NO}{Enter}`)
    await screen.findByRole('button', { name: /^Check status/ })
    app.network = null
    await app.load()
    window.location.hash = `#/plat/otp?who=${NO}&act=secret`
    await screen.findByRole('button', { name: /^Check status/ })
    await waitFor(() => expect(chosen()).toBe('off'))
  })
})

test('Staff can set every status of a gateway that sends no next statuses', async () => {
  await app.openAs('staff')
  const enums = { MerchantStatus: { NORMAL: 'Normal', BLOCKED: 'Blocked' } }
  app.network = async (path, pass) => {
    const reply = await pass()
    const changes = { '/api/index/enums': enums, '/api/plat/merchant': { moves: undefined } }[path]
    if (changes === undefined) return reply
    const { item, ...rest } = (await reply.json()) as { item: object }
    return Response.json({ ...rest, item: { ...item, ...changes } })
  }
  window.location.hash = `#/plat/otp?who=${MERCHANT}`
  await app.load()
  const values = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value)
  await waitFor(() => expect(values().slice(-3)).toEqual(['secret', 'NORMAL', 'BLOCKED']))
})
