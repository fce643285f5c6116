import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { focusedRow, numberIn, PASSWORD, rows, startConsole, startPageLoaded, type TestConsole } from '../app.tsx'
import { documentedCall } from './contract/documentedCalls.ts'
import { focused, focusedOn, heading, SUBMIT } from './keyboardUser.ts'
import { RUNS_ALL } from './needs.ts'
import { type SeedGateway, seedGateway } from './seed/seedGateway.ts'
import { PASSCODE } from './seed/session.ts'
import { BAREST, type Switches, USUAL, VARIANTS } from './seed/switches.ts'
import { type FlowName, type SeedUser, seedUser, UNKNOWN } from './seedUser.ts'

let app: TestConsole
let gateway: SeedGateway
let keys: SeedUser['keys']
let said: SeedUser['said']
let asked: SeedUser['asked']

async function start(switches: Switches): Promise<SeedUser> {
  gateway = seedGateway(switches)
  app = await startConsole(gateway.fetch)
  onTestFinished(() => app.close())
  const user = seedUser(app, gateway)
  ;({ keys, said, asked } = user)
  return user
}

afterEach(() => {
  const calls = (gateway?.asked ?? []).map(({ call }) => call)
  expect(calls.filter((call) => documentedCall(...(call.split(' ') as [string, string])) === undefined)).toEqual([])
})

/** Goes down by key until the cursor is on the row of this number. */
async function reachLastRow(address: string, last: string) {
  await keys.openList(address)
  for (let tries = 0; tries < 6 && focusedRow()?.number !== last; tries++) {
    const before = focusedRow()?.row
    await keys.press('Gj')
    await waitFor(() => expect(focusedRow()?.number === last || focusedRow()?.row !== before).toBe(true))
  }
  await waitFor(() => expect(focusedRow()?.number).toBe(last))
}

async function signInAfterError() {
  await app.openAsGuest()
  await screen.findByRole('textbox', { name: 'Login Name' })
  await keys.press('merchant{Tab}wrong{Enter}')
  await said('Name or password is wrong')
  await app.openAs('merchant')
}

async function workInOrders() {
  await reachLastRow('/transaction/payin', 'FO-1036')
  await keys.press('gg')
  await waitFor(() => expect(focusedRow()).toEqual({ row: 1, number: 'FO-1000' }))
  await keys.press('jj')
  await waitFor(() => expect(focusedRow()).toEqual({ row: 3, number: 'FO-1002' }))
  await keys.press('{Enter}')
  const detail = await screen.findByRole('region', { name: 'Record' })
  await within(detail).findByRole('heading', { name: 'FO-1002' })
  await keys.closeDetail()
  await keys.jump('FO-1003')
  await keys.closeDetail()
  await keys.ask('FO-1020')
  await keys.openList('/transaction/payin')
  await keys.press('gg')
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await keys.press('w')
  await waitFor(() => expect(asked('POST /api/transaction/payin/notify')).toHaveLength(1))
  await said(/FO-1000/)
  await keys.press('E')
  await waitFor(() => expect(app.files).toHaveLength(1))
  expect(await app.files[0]!.blob.text()).toContain('FO-1036')
}

const newest = () => numberIn(rows()[0]!)

const isWhole = (switches: Switches) => switches === USUAL || switches === BAREST
/** `npm run test:foreign` runs all flows in front of every variant. Otherwise each variant runs those that meet what it changes. */
const WHOLE = VARIANTS.filter(([, switches]) => RUNS_ALL || isWhole(switches))

describe.for(WHOLE)('In front of a gateway %s', ([, switches]) => {
  test('every account signs in, with a passcode, too, and works to the last row of its lists', {
    timeout: 120_000,
  }, async () => {
    await start(switches)
    const lists = {
      submerchant: [['/transactionsub/payin-sub', 'FO-1036']],
      usdt: [
        ['/transactionusdt/payin', 'FU-1036'],
        ['/transactionusdt/payout', 'FV-1036'],
      ],
      agent: [
        ['/transaction/payin-a', 'FO-1036'],
        ['/merchant-list-a', 'F136'],
      ],
      merchant: [
        ['/transaction/payout', 'FX-1036'],
        ['/transaction/checkout-list', 'FC-1036'],
        ['/transaction/recharge', 'FR-1036'],
        ['/transaction/withdraw', 'FW-1036'],
        ['/account/detail', 'FOP700036'],
        ['/merchant/subMerchant', 'F336'],
      ],
    } as const
    for (const [name, theirs] of Object.entries(lists)) {
      await app.openAsGuest()
      await screen.findByRole('textbox', { name: 'Login Name' })
      await keys.press(`${name}.otp{Tab}${PASSWORD}{Enter}`)
      await screen.findByRole('heading', { name: 'One-time passcode' })
      await waitFor(() => expect(focused().tagName).toBe('INPUT'))
      await app.reloadAfter(() => keys.press(PASSCODE))
      await startPageLoaded()
      for (const [address, last] of theirs) await reachLastRow(address, last)
    }
  })

  test('a withdraw is refused, accepted, looked up without an answer, and seen to its end', { timeout: 120_000 }, async () => {
    const { flows, withdraw } = await start(switches)
    await app.openAs('merchant')
    await flows.withdrawAfterRefusals()
    await flows.withdrawWithoutAnswer()

    gateway.outcome = 'pending'
    await withdraw('60000')
    await heading(/^Withdrawal /)
    gateway.data.withdraws[0]!.status = gateway.data.words.paid
    await keys.openList('/transaction/withdraw')
    expect(newest()).toBe(gateway.data.withdraws[0]!.merchantOrderNo)
  })

  test('transfers and recharges end as the gateway says', { timeout: 120_000 }, async () => {
    const { flows } = await start(switches)
    await app.openAs('merchant')
    await flows.transfer()
    await flows.rechargeOnline()
    await flows.rechargeOffline()
  })

  test('a receipt is shown and a payment is simulated by the number of the merchant', { timeout: 120_000 }, async () => {
    const { flows } = await start(switches)
    await app.openAs('merchant')
    await flows.lookUpByNumber()
  })

  test('settings are read and changed, and the session ends by a sign-out', { timeout: 120_000 }, async () => {
    const { flows } = await start(switches)
    await app.openAs('merchant')
    await flows.changeCallbackUrl()
    await flows.changePassword()
    await flows.changeIpLists()
    await flows.resetSecret()
    await flows.resetKeyPair()
    await app.reloadAfter(() => keys.run('Sign out'))
    await screen.findByRole('textbox', { name: 'Login Name' })
    expect(localStorage.getItem('token')).toBeNull()
  })
})

test('What a gateway does not say is not taken for a fact, and stands in the way of nothing', {
  timeout: 120_000,
}, async () => {
  await start(BAREST)
  await app.openAs('staff')
  await said(/^Today · IDR/)
  await app.openAsGuest()
  await app.openAs('merchant')
  await keys.go('/merchant/secret')
  await heading('Platform key pair')
  expect(screen.getAllByText('Not available here')).toHaveLength(4)
  expect(screen.queryByText('No key pair yet')).toBeNull()
  await keys.go('/account/info')
  await heading('Settlement account')
  expect(screen.queryByText('No settlement account set')).toBeNull()

  const switched = () => asked('POST /api/plat/merchant/reset-otp-status').map(({ fields }) => fields)
  await keys.run('Turn off two-step verification')
  await screen.findByRole('dialog', { name: 'Turn off two-step verification' })
  await waitFor(() => expect(focused().tagName).toBe('INPUT'))
  await keys.press(PASSCODE)
  await said('Two-step verification is off')
  expect(switched()).toEqual([{ merchantNo: 'F100', status: 'OFF', otp: PASSCODE }])
  await keys.run('Turn on two-step verification')
  await keys.pressButton('Turn on two-step verification', 'Turn on')
  await said('Two-step verification is on')
  expect(switched().slice(1)).toEqual([{ merchantNo: 'F100', status: 'ON' }])

  await keys.openList('/merchant/subMerchant')
  await keys.run('Change sub-merchant')
  await screen.findByRole('dialog', { name: 'Change sub-merchant F300' })
  await keys.type('merchantName', 'Another Name{Enter}')
  await said('Saved')
  expect(asked('PUT /api/account/update-sub').map(({ fields }) => fields)).toEqual([
    { merchantNo: 'F300', merchantName: 'Another Name' },
  ])

  gateway.outcome = 'pending'
  await keys.press('no')
  await focusedOn('Amount')
  await keys.press('2jt{Tab}BCA')
  await screen.findAllByRole('option')
  await keys.press(`{ArrowDown}{Enter}{Tab}Budi Santoso{Tab}5271038864${SUBMIT}`)
  await heading(/^Review recharge$/)
  await keys.press(SUBMIT)
  await heading('Transfer the money')
  expect(asked('POST /api/account/recharge-offline').at(-1)?.fields).toMatchObject({ bankCode: 'BCA' })
})

test.for([
  ['refuses', () => Response.json({ error: 'ERR', message: 'Choose a date range' }, { status: 400 })],
  ['is asked for less often', () => Response.json({ message: 'Too many requests' }, { status: 429 })],
  ['refuses in a success', () => Response.json({ status: 'error', error: 'ERR', message: 'Choose a date range', data: [] })],
  ['answers without a list', () => Response.json({ code: 5001, msg: 'System busy', data: null })],
] as const)(
  'A withdraw is sent once, and is in doubt, where its movement is not in the reply and the list %s',
  {
    timeout: 120_000,
  },
  async ([, listReply]) => {
    const { withdraw } = await start(USUAL)
    await app.openAs('merchant')
    app.network = async (path, pass) => {
      if (path.endsWith('/transaction/merchant-withdraw')) return listReply()
      const reply = await pass()
      return path.endsWith('/account/withdraw') ? Response.json({ status: 'ok' }) : reply
    }
    await withdraw('80000')
    await heading(UNKNOWN)
    expect(screen.queryByText(/No money was moved|Declined/)).toBeNull()
    await focusedOn('Check status')
    await keys.press('{Enter}')
    await waitFor(() => expect(asked('POST /api/account/withdraw')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    app.network = null
    await focusedOn('Check status')
    await keys.press('{Enter}')
    await heading(/^Withdrawal /)
    expect(asked('POST /api/account/withdraw')).toHaveLength(1)
  },
)

test.for([
  [
    'words of its own',
    () => Response.json({ code: 5001, msg: 'System busy, try again later', data: null }),
    'System busy, try again later',
  ],
  ['nothing', () => new Response(null, { status: 204 }), 'Server response 204'],
] as const)(
  'A list that is answered by %s is no empty list, and is loaded again',
  { timeout: 120_000 },
  async ([, busy, words]) => {
    await start(USUAL)
    await app.openAs('merchant')
    app.network = async (path, pass) => (path.endsWith('/transaction/payin') ? busy() : pass())
    await keys.go('/transaction/payin')
    await said(new RegExp(words))
    expect(screen.queryByText('No data')).toBeNull()
    app.network = null
    await keys.press('r')
    await waitFor(() => expect(rows().length).toBeGreaterThan(1))
  },
)

test('Where filters are ignored, the palette searches the first rows of each list for a number, until the query changes', {
  timeout: 120_000,
}, async () => {
  await start({ ...USUAL, filters: 'ignored' })
  await app.openAs('merchant')
  const { payins } = gateway.data
  const more = (n: number) => ({
    ...payins[0],
    id: `g${n}`,
    merchantOrderNo: `FO-${1000 + n}`,
    platOrderNo: `FOP${700_000 + n}`,
  })
  for (let n = payins.length; n < 600; n++) payins.push(more(n))
  await keys.jump('FO-1129')
  await keys.closeDetail()

  const listed = () => asked('POST /api/transaction/payin')
  const offsetsOf = (number: string) => listed().flatMap(({ fields }) => (fields.orderNo === number ? [fields.offset] : []))
  const missing = (number: string) =>
    waitFor(() => {
      const note = `No order found for ${number}. Only the first 500 rows of 1 list were searched`
      expect(document.querySelector('#palette-note')?.textContent).toBe(note)
    })
  await keys.press('{Control>}k{/Control}')
  await waitFor(() => expect(focused().getAttribute('role')).toBe('combobox'))
  await app.user.paste('FO-9001')
  await missing('FO-9001')
  expect(offsetsOf('FO-9001')).toEqual(['0', '0', '100', '200', '300', '400'])

  await keys.press('{Escape}')
  const held = Promise.withResolvers<void>()
  let isHeld = false
  app.network = (path, pass) => {
    if (!path.endsWith('/transaction/payin') || offsetsOf('FO-9002').length < 2) return pass()
    isHeld = true
    return held.promise.then(pass)
  }
  await app.user.paste('FO-9002')
  await waitFor(() => expect(isHeld).toBe(true))
  await keys.press('{Escape}')
  app.network = null
  await app.user.paste('FO-9003')
  held.resolve()
  await missing('FO-9003')
  expect(offsetsOf('FO-9002')).not.toContain('200')
})

/** What a variant changes, besides its lists of orders -> the flows that meet it. Those without a line run all flows above. */
const FLOWS: Record<string, readonly FlowName[]> = {
  'without totals': [],
  'with rows in item': [],
  'with rows in data.list': [],
  'with rows wrapped twice': [],
  'that ignores filters': [],
  'with times without a zone': [],
  // A recharge is checked by its id.
  'with ids that are numbers': ['rechargeOffline'],
  'without ids': ['rechargeOffline', 'lookUpByNumber'],
  // Single things are bare, too.
  'with bare rows': ['transfer', 'rechargeOnline', 'rechargeOffline', 'resetSecret', 'resetKeyPair', 'changeIpLists'],
  'that answers 401 to paths it does not know': ['rechargeOnline', 'changeIpLists', 'changePassword'],
  // Channels, and statuses of what was sent.
  'with words of its own': ['rechargeOnline', 'rechargeOffline', 'lookUpByNumber'],
  // Accounts to pay to, keys and whitelists.
  'with absent parts': ['rechargeOffline', 'resetSecret', 'resetKeyPair', 'changeIpLists'],
  'with amounts that are numbers': ['transfer'],
  'with 400 for every error': ['changeIpLists'],
  'with errors inside successes': ['changeIpLists', 'changePasswordAfterRefusal'],
  'with errors as text': ['changeIpLists'],
  'with errors as pages': ['changeIpLists'],
  // What the account may do follows from its type alone.
  'with a menu list of types only': ['transfer', 'rechargeOnline', 'resetSecret', 'changeIpLists'],
  'that is slow': ['transfer', 'rechargeOnline', 'rechargeOffline', 'changeIpLists', 'changePassword'],
}

test('Every variant has its flows, except for the two that run all of them', () => {
  const names = VARIANTS.filter(([, switches]) => !isWhole(switches)).map(([name]) => name)
  expect(Object.keys(FLOWS).sort()).toEqual(names.sort())
})

test.for(VARIANTS)(
  'Sign-in, orders, money and settings in front of a gateway %s',
  { timeout: 120_000 },
  async ([name, switches]) => {
    const { flows } = await start(switches)
    await signInAfterError()
    await workInOrders()
    const own = FLOWS[name]
    if (own === undefined || RUNS_ALL) return
    await flows.withdrawAfterRefusals()
    await flows.withdrawWithoutAnswer()
    for (const flow of own) await flows[flow]()
    await flows.changeCallbackUrl()
  },
)
