import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { cellText, focusedRow, listLoaded, rowAt, startApp, type TestApp } from '../app.tsx'

const BRANCH = 'M10000002'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 20 })
})
afterAll(() => app.close())

const focused = () => document.activeElement as HTMLElement
/** A field of the form; the list has filters with the same names. */
const named = (name: string) =>
  (document.querySelector('[data-layer=dialog]') ?? document).querySelector<HTMLInputElement>(`[name="${name}"]`)!
const branch = (no = BRANCH) =>
  app.gateway.db.one<Record<string, unknown>>(sql`
    select name, mobile, status, fee_type as "feeType", fee_fixed as fee, payin_notify_address as address
      from merchant where merchant_no = ${no} or username = ${no}`)

async function run(title: string) {
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(focused()?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard(`${title}{Enter}`)
}

async function typeInto(name: string, text: string) {
  await waitFor(() => expect(named(name)).not.toBeNull())
  await app.tabTo(named(name))
  await app.user.clear(named(name))
  await app.user.keyboard(text)
}

test('n s creates a sub-merchant, with each error below its field, and then another one', async () => {
  await app.openAs('merchant')
  await app.user.keyboard('ns')
  await waitFor(() => expect(app.address()).toBe('/merchant/subMerchant/create'))
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  await app.user.keyboard('Toko Solo')
  await typeInto('username', 'submerchant')
  await typeInto('newPassword', 'Toko-Solo1')
  await typeInto('confirmPwd', 'Toko-Solo1')
  await typeInto('mobile', '+62 812-3456-789')
  await screen.findByText('Saved as 08123456789')
  await typeInto('nationalId', '3174011513900001')
  await typeInto('feeRate', '0.006')
  await screen.findByText('0.6 %')
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('The birth month in the ID number is not real')
  expect(focused()).toBe(named('nationalId'))
  await typeInto('nationalId', '3174011508900001')
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Already in use')
  await waitFor(() => expect(focused()).toBe(named('username')))
  expect(named('newPassword').value).toBe('Toko-Solo1')
  await typeInto('username', 'toko.solo')
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Sub-merchant created')
  expect(await branch('toko.solo')).toMatchObject({ name: 'Toko Solo', mobile: '08123456789', feeType: 'RATE' })
  await waitFor(() => expect(focused().textContent).toBe('Create another'))
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(named('merchantName').value).toBe(''))
})

test('A sub-merchant is created from any page by the quick form', async () => {
  await app.openAs('merchant')
  await run('Quick add sub-merchant')
  const form = await screen.findByRole('dialog', { name: 'Quick add sub-merchant' })
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  await app.user.keyboard('Toko Cepat')
  // Escape keeps the input.
  await app.user.keyboard('{Escape}')
  const leaving = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await waitFor(() => expect(leaving.contains(focused())).toBe(true))
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await typeInto('username', 'toko.cepat')
  await typeInto('newPassword', 'Toko-Cepat1')
  await typeInto('confirmPwd', 'Toko-Cepat1')
  await typeInto('feeRate', '0.01')
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(form.isConnected).toBe(false))
  await screen.findByText(/Toko Cepat created: M\d{8}/)
  await waitFor(() => expect(focused()).not.toBe(document.body))
})

test('A sub-merchant that a check has found is not unsaved: the page is left without a question, and the form is empty again', async () => {
  await app.openAs('merchant')
  await app.user.keyboard('ns')
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  await app.user.keyboard('Toko Jauh')
  await typeInto('username', 'toko.jauh')
  await typeInto('newPassword', 'Toko-Jauh1')
  await typeInto('confirmPwd', 'Toko-Jauh1')
  await typeInto('feeRate', '0.006')
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path === '/api/merchant/create') throw new TypeError('Failed to fetch')
    return reply
  }
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(focused().textContent).toMatch(/^Check status/))
  await app.user.keyboard('{Enter}')
  await screen.findByText('Sub-merchant created')
  await waitFor(() => expect(focused().textContent).toBe('Create another'))
  await app.user.keyboard('gm')
  await waitFor(() => expect(app.address()).toBe('/merchant/info'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await app.load()
  await app.user.keyboard('ns')
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  expect([named('merchantName').value, named('username').value]).toEqual(['', ''])
})

/** Types a fee type in full and leaves the field. */
async function typeFeeType(label: string) {
  await app.tabTo(await screen.findByRole('combobox', { name: 'Fee Type' }))
  await app.user.keyboard(`${label}{Tab}`)
}

/** Opens the form of the change of a sub-merchant. */
async function openChange() {
  await app.openAs('merchant', { address: `/merchant/subMerchant?merchantNo=${BRANCH}` })
  await listLoaded()
  await run('Change sub-merchant')
  return screen.findByRole('dialog', { name: `Change sub-merchant ${BRANCH}` })
}

test('A fee typed before another fee type was chosen is not sent', async () => {
  await app.openAs('merchant')
  await run('Quick add sub-merchant')
  const form = await screen.findByRole('dialog', { name: 'Quick add sub-merchant' })
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  await app.user.keyboard('Toko Tarif')
  await typeInto('username', 'toko.tarif')
  await typeInto('newPassword', 'Toko-Tarif1')
  await typeInto('confirmPwd', 'Toko-Tarif1')
  await typeFeeType('Fixed')
  await typeInto('merchantFee', '2,500')
  await typeFeeType('Rate')
  await typeInto('feeRate', '0.006{Control>}{Enter}{/Control}')
  await waitFor(() => expect(form.isConnected).toBe(false))
  expect(await branch('toko.tarif')).toMatchObject({ feeType: 'RATE', fee: null })
})

test('A fee typed before the former fee type was chosen again is not sent either', async () => {
  const form = await openChange()
  await typeFeeType('Fixed')
  await typeInto('merchantFee', '2,500')
  await typeFeeType('Rate')
  await typeInto('merchantName', 'Toko Nusantara Bandung 2{Enter}')
  await waitFor(() => expect(form.isConnected).toBe(false))
  expect(await branch()).toMatchObject({ name: 'Toko Nusantara Bandung 2', feeType: 'RATE', fee: null })
})

test('A new fee type requires the fee that it adds', async () => {
  const form = await openChange()
  await typeFeeType('Rate plus fixed')
  await typeInto('merchantName', 'Toko Nusantara Bandung{Control>}{Enter}{/Control}')
  await within(form).findByText('Required')
  await waitFor(() => expect(focused()).toBe(named('merchantFee')))
  expect(app.calls).not.toContain('PUT /api/account/update-sub')
})

test('The row under the cursor is edited, disabled and enabled, and the list shows it', async () => {
  await app.openAs('merchant')
  await app.user.keyboard('gu')
  await waitFor(() => expect(app.address()).toContain('/merchant/subMerchant'))
  window.location.hash = `/merchant/subMerchant?merchantNo=${BRANCH}`
  await listLoaded()
  await waitFor(() => expect(rowAt(1) && cellText(rowAt(1), 'Merchant No')).toBe(BRANCH))
  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await run('Change sub-merchant')
  const form = await screen.findByRole('dialog', { name: `Change sub-merchant ${BRANCH}` })
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  await typeInto('merchantName', 'Toko Bandung Baru')
  await typeInto('payinNotifyAddress', 'https://bandung.example/in')
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(form.isConnected).toBe(false))
  expect(await branch()).toMatchObject({ name: 'Toko Bandung Baru', address: 'https://bandung.example/in', status: 'ACTIVE' })
  await waitFor(() => expect(cellText(rowAt(1), 'Merchant Name')).toBe('Toko Bandung Baru'))

  await waitFor(() => expect(focusedRow()?.row).toBe(1))
  await run('Enable or disable sub-merchant')
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toContain(`Disable sub-merchant ${BRANCH}?`)
  await waitFor(() => expect(focused()).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Toko Bandung Baru disabled')
  expect(await branch()).toMatchObject({ status: 'SUSPENDED' })
  await waitFor(() => expect(cellText(rowAt(1), 'Status')).toBe('Suspended'))
})

test('A sub-merchant of a gateway that sends no next statuses can change to all statuses of the gateway', async () => {
  await app.openAs('merchant', { address: `/merchant/subMerchant?merchantNo=${BRANCH}` })
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path === '/api/index/enums') {
      const { item, ...rest } = (await reply.json()) as { item: object }
      return Response.json({ ...rest, item: { ...item, MerchantStatus: { NORMAL: 'Normal', BLOCKED: 'Blocked' } } })
    }
    if (path !== '/api/account/sub') return reply
    const { item, ...rest } = (await reply.json()) as { item: object[] }
    return Response.json({ ...rest, item: item.map((row) => ({ ...row, status: 'NORMAL', moves: undefined })) })
  }
  await app.load()
  await listLoaded()
  await run('Change sub-merchant')
  const form = await screen.findByRole('dialog', { name: `Change sub-merchant ${BRANCH}` })
  await app.tabTo(await within(form).findByRole('combobox', { name: 'Status' }))
  await app.user.keyboard('{ArrowDown}')
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Normal', 'Blocked'])
})
