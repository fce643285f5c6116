import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole, type TestConsole } from '../app.tsx'
import { expectSaved, field, focused, SUBMIT } from './keyboardUser.ts'
import { type SeedGateway, seedGateway } from './seed/seedGateway.ts'
import { SECRET } from './seed/session.ts'
import { USUAL } from './seed/switches.ts'
import { type SeedUser, seedUser } from './seedUser.ts'

// A gateway may store a setting as it is sent, so the console sends it as it shows and compares it.

let app: TestConsole
let gateway: SeedGateway
let keys: SeedUser['keys']
let asked: SeedUser['asked']

async function start() {
  gateway = seedGateway(USUAL)
  app = await startConsole(gateway.fetch)
  onTestFinished(() => app.close())
  ;({ keys, asked } = seedUser(app, gateway))
}

const lastFields = (call: string) => asked(call).at(-1)?.fields

test('A mobile is sent in the form that the field names, and is no change in another form', { timeout: 60_000 }, async () => {
  await start()
  await app.openAs('merchant')
  Object.assign(gateway.data.subMerchants[0]!, { mobile: '08123456789' })
  Object.assign(gateway.data.subMerchants[1]!, { mobile: '+62 812-3456-789' })
  await keys.openList('/merchant/subMerchant')

  async function change(number: string, fields: Record<string, string>) {
    await keys.run('Change sub-merchant')
    await screen.findByRole('dialog', { name: `Change sub-merchant ${number}` })
    for (const [name, text] of Object.entries(fields)) await keys.type(name, text)
    await expectSaved(() => keys.press('{Enter}'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: `Change sub-merchant ${number}` })).toBeNull())
    return lastFields('PUT /api/account/update-sub')
  }
  expect(await change('F300', { mobile: '+62 812-0000-000' })).toEqual({ merchantNo: 'F300', mobile: '08120000000' })
  const renamed = { merchantName: 'Another Name' }
  expect(await change('F300', { ...renamed, mobile: '+62 812-3456-789' })).toEqual({ merchantNo: 'F300', ...renamed })
  await keys.press('j')
  expect(await change('F301', renamed)).toEqual({ merchantNo: 'F301', ...renamed })
})

test('Callback URLs are sent without spaces around them, and spaces alone not at all', { timeout: 60_000 }, async () => {
  await start()
  await app.openAs('merchant')
  await keys.run('Edit public key and callback URLs')
  await keys.type('payoutNotifyAddress', '  ')
  await expectSaved(() => keys.type('payinNotifyAddress', ` https://shop.example/in ${SUBMIT}`))
  expect(lastFields('POST /api/merchant/secret')).toEqual({
    action: 'update',
    payinNotifyAddress: 'https://shop.example/in',
  })
})

test('A reset is confirmed by a merchant number in any case of letters', { timeout: 60_000 }, async () => {
  await start()
  await app.openAsGuest()
  app.network = async (path, pass) => {
    const reply = await pass()
    if (path !== '/api/merchant/info') return reply
    return new Response((await reply.text()).replace('F100', 'shop-F1b'), reply)
  }
  await app.signIn('merchant')
  await keys.run('Reset secret')
  await keys.type('merchantNo', 'shop-F1{Enter}')
  await screen.findByText('The number doesn’t match')
  await keys.type('merchantNo', 'Shop-f1b{Enter}')
  await waitFor(() => expect(focused()).toBe(field('txnPwd')))
  await keys.press(`${SECRET}{Enter}`)
  await waitFor(() => expect(lastFields('POST /api/merchant/secret')).toMatchObject({ action: 'reset' }))
})

test.each([
  ['shop-F1b', 'Shop-f1b', 'shop-F1b'],
  ['m10000001', 'm10000001', 'M10000001'],
])('Staff confirm %s as %s, and the gateway is sent %s', { timeout: 60_000 }, async (who, confirmation, merchantNo) => {
  await start()
  await app.openAs('staff')
  await keys.go(`/plat/otp?who=${who}&act=off`)
  await expectSaved(() => keys.type('merchantNo', `${confirmation}{Enter}`))
  expect(lastFields('POST /api/plat/merchant/reset-otp-status')).toEqual({ merchantNo, status: 'OFF' })
})
