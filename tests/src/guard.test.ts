import { expect, test } from 'vitest'
import { GUEST, type Permissions } from '#contract/authority.ts'
import { afterLogin, loginFor, resolveAddress } from '../../src/app/guard.ts'

const people: Record<string, Permissions> = {
  guest: GUEST,
  normal: ['user', 'normal', 'transaction', 'payin'],
  subMerchant: ['user', 'submerchant', 'transaction', 'payin'],
  umerchant: ['user', 'umerchant', 'transaction', 'payin'],
  delegate: ['user', 'delegate', 'transaction', 'payin'],
  staff: ['user', 'normal', 'umerchant', 'plat', 'transaction', 'payin'],
}

const addresses = [
  '/',
  '/user',
  '/user/login',
  '/user/nowhere',
  '/transaction/payin',
  '/transactionsub/payin-sub',
  '/transactionusdt/payin',
  '/transaction/payin-a',
  '/exception/403',
  '/exception/404',
  '/exception/500',
  '/exception/trigger',
  '/exception/nowhere',
  '/nope',
]

const said = (target: string, permissions: Permissions): string => {
  const verdict = resolveAddress(target, permissions, () => true)
  if ('screen' in verdict) return 'screen'
  return 'redirect' in verdict ? `> ${verdict.redirect}` : `${verdict.exception} view`
}

test('every address for every kind of user', () => {
  const table = addresses.flatMap((address) => [
    address,
    ...Object.entries(people).map(([name, permissions]) => `  ${name.padEnd(12)}${said(address, permissions)}`),
  ])
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "/
      guest       > /user/login
      normal      > /transaction/payin
      subMerchant > /transactionsub/payin-sub
      umerchant   > /transactionusdt/payin
      delegate    > /merchant-list-a
      staff       > /plat/otp
    /user
      guest       > /user/login
      normal      > /
      subMerchant > /
      umerchant   > /
      delegate    > /
      staff       > /
    /user/login
      guest       screen
      normal      > /
      subMerchant > /
      umerchant   > /
      delegate    > /
      staff       > /
    /user/nowhere
      guest       > /user/login
      normal      > /
      subMerchant > /
      umerchant   > /
      delegate    > /
      staff       > /
    /transaction/payin
      guest       > /user/login?redirect=%2Ftransaction%2Fpayin
      normal      screen
      subMerchant 403 view
      umerchant   403 view
      delegate    403 view
      staff       screen
    /transactionsub/payin-sub
      guest       > /user/login?redirect=%2Ftransactionsub%2Fpayin-sub
      normal      403 view
      subMerchant screen
      umerchant   403 view
      delegate    403 view
      staff       403 view
    /transactionusdt/payin
      guest       > /user/login?redirect=%2Ftransactionusdt%2Fpayin
      normal      403 view
      subMerchant 403 view
      umerchant   screen
      delegate    403 view
      staff       screen
    /transaction/payin-a
      guest       > /user/login?redirect=%2Ftransaction%2Fpayin-a
      normal      403 view
      subMerchant 403 view
      umerchant   403 view
      delegate    screen
      staff       403 view
    /exception/403
      guest       screen
      normal      screen
      subMerchant screen
      umerchant   screen
      delegate    screen
      staff       screen
    /exception/404
      guest       screen
      normal      screen
      subMerchant screen
      umerchant   screen
      delegate    screen
      staff       screen
    /exception/500
      guest       screen
      normal      screen
      subMerchant screen
      umerchant   screen
      delegate    screen
      staff       screen
    /exception/trigger
      guest       screen
      normal      screen
      subMerchant screen
      umerchant   screen
      delegate    screen
      staff       screen
    /exception/nowhere
      guest       404 view
      normal      404 view
      subMerchant 404 view
      umerchant   404 view
      delegate    404 view
      staff       404 view
    /nope
      guest       > /user/login?redirect=%2Fnope
      normal      404 view
      subMerchant 404 view
      umerchant   404 view
      delegate    404 view
      staff       404 view"
  `)
})

test('an account without the permission of a page sees the 403 page, and without any page starts there', () => {
  expect(resolveAddress('/transaction/payin', ['user', 'normal', 'dashboard'], () => true)).toEqual({ exception: 403 })
  expect(resolveAddress('/', ['user', 'normal', 'merchant_center'], () => true)).toEqual({ exception: 403 })
})

test.each([
  ['a dashboard before all else', ['normal', 'plat', 'payin', 'plat_otp', 'dashboard'], '/dashboard'],
  ['the desk of staff before lists', ['normal', 'plat', 'payin', 'plat_otp'], '/plat/otp'],
  ['a list where there is neither', ['normal', 'payout', 'payin'], '/transaction/payin'],
  ['the dashboard that he has the key of', ['normal', 'umerchant', 'dashboard_usdt', 'payin'], '/dashboard-usdt'],
])('the start page is %s', (_, keys, start) => {
  expect(resolveAddress('/', ['user', ...keys], () => true)).toEqual({ redirect: start })
})

test.each([
  ['/transaction/payin?status=SUCCESS', '/user/login?redirect=%2Ftransaction%2Fpayin%3Fstatus%3DSUCCESS'],
  ['/', '/user/login'],
  ['/user/login?redirect=%2Fx', '/user/login?redirect=%2Fx'],
])('from %s the login address is %s', (target, login) => {
  expect(loginFor(target)).toBe(login)
})

test.each([
  ['%2Ftransaction%2Fpayin%3Fstatus%3DSUCCESS', '/transaction/payin?status=SUCCESS'],
  ['%2Fexception%2F500', '/exception/500'],
  ['https%3A%2F%2Fevil.example', '/'],
  ['%2F%2Fevil.example', '/'],
  ['javascript%3Aalert(1)', '/'],
  ['data%3Atext%2Fhtml%2Cx', '/'],
  ['%2Fuser%2Flogin', '/'],
  ['%2Fnope', '/'],
  ['', '/'],
])('the redirect %s leads to %s', (redirect, target) => {
  expect(afterLogin(`/user/login?redirect=${redirect}`, people.normal!)).toBe(target)
})

test.each([
  ['normal', '/transaction/payin'],
  ['delegate', '/'],
  ['umerchant', '/'],
])('a redirect left by another account leads %s to %s', (name, target) => {
  expect(afterLogin('/user/login?redirect=%2Ftransaction%2Fpayin', people[name]!)).toBe(target)
})
