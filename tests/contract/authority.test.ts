import { expect, test } from 'vitest'
import { canEnter, canUse, hasAuthority, hasPermission, parseMenuList, parsePermissions } from '#contract/authority.ts'

const menuList = (value: object) => JSON.stringify(value)

test('Permissions contain `user`, the lower-case TYPE values and all keys at any depth', () => {
  const text = menuList({
    menus: [{ key: 'transaction', childrens: [{ key: 'payin', childrens: [{ key: 'deep' }] }] }],
    buttons: [{ key: 'group', childrens: [{ key: 'inner', childrens: [{ key: 'payin_notify' }] }] }],
    TYPE: ['NORMAL', 'PLAT'],
  })
  expect(parsePermissions(text)).toEqual([
    'user',
    'normal',
    'plat',
    'transaction',
    'payin',
    'deep',
    'group',
    'inner',
    'payin_notify',
  ])
})

test.each(['', '{', 'null', '"x"', '3'])('The invalid menu list %j gives a normal merchant without permissions', (text) => {
  expect(parseMenuList(text)).toBeNull()
  expect(parsePermissions(text)).toEqual(['user', 'normal'])
})

test('Null counts as an empty list at any depth', () => {
  const text = menuList({ menus: [{ key: 'payin', childrens: null }], buttons: null, TYPE: null })
  expect(parsePermissions(text)).toEqual(['user', 'normal', 'payin'])
})

test.each([undefined, []])('Without TYPE values the account is normal', (TYPE) => {
  expect(parsePermissions(menuList({ menus: [], buttons: [], TYPE }))).toEqual(['user', 'normal'])
})

test.each([
  ['submerchant', 'subMerchant'],
  ['sub', 'subMerchant'],
  ['agent', 'delegate'],
  ['delegate', 'delegate'],
  ['usdt', 'umerchant'],
  ['umerchant', 'umerchant'],
  ['normal', 'normal'],
  ['NORMAL', 'normal'],
  ['subMerchant', 'subMerchant'],
] as const)('the permission %s stands for %s', (permission, authority) => {
  expect(hasAuthority(['user', permission], authority)).toBe(true)
  expect(hasAuthority(['user', permission], authority === 'normal' ? 'delegate' : 'normal')).toBe(false)
})

test('A page requires authority and permission; an account without menu permissions needs the authority only', () => {
  const page = { authority: 'normal', permission: 'payin' } as const
  expect(canEnter(['user', 'normal', 'payin'], page)).toBe(true)
  expect(canEnter(['user', 'normal', 'dashboard'], page)).toBe(false)
  expect(canEnter(['user', 'normal', 'payin_notify'], page)).toBe(true)
  expect(canEnter(['user', 'delegate', 'payin'], page)).toBe(false)
  expect(canEnter(['user', 'normal', 'dashboard'], { authority: 'user', permission: null })).toBe(true)
})

test('An account without menu permissions still needs button permissions', () => {
  expect(canUse(['user', 'normal'], 'payin')).toBe(true)
  expect(canUse(['user', 'normal'], ['payin', 'payout'])).toBe(true)
  expect(canUse(['user', 'normal'], 'payin_notify')).toBe(false)
  expect(canUse(['user', 'normal', 'dashboard'], 'payin')).toBe(false)
})

test('A button requires its permission, or any of several', () => {
  expect(hasPermission(['payin_notify'], 'payin_notify')).toBe(true)
  expect(hasPermission(['user', 'normal'], 'payin_notify')).toBe(false)
  expect(hasPermission(['payout'], ['payin', 'payout'])).toBe(true)
})
