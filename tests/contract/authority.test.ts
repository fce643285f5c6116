import { describe, expect, test } from 'vitest'
import {
  canEnter,
  canUse,
  hasAuthority,
  hasPermission,
  type Permission,
  parsePermissions,
  readMenuList,
} from '#contract/authority.ts'

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

test.each(['', '{', 'null', '"x"', '3', '[]', '[{"key":"payin"}]'])(
  'The invalid menu list %j gives a normal merchant without permissions',
  (text) => {
    expect(readMenuList(text)).toEqual({ permissions: ['user', 'normal'], isReadable: false })
  },
)

test('Null counts as an empty list at any depth', () => {
  const text = menuList({ menus: [{ key: 'payin', childrens: null }], buttons: null, TYPE: null })
  expect(readMenuList(text)).toEqual({ permissions: ['user', 'normal', 'payin'], isReadable: true })
})

const payin = { key: 'payin' }
test.each([
  ['one TYPE as text', { menus: [payin], buttons: [], TYPE: 'STAFF' }, ['staff', 'payin'], true],
  ['a TYPE that is an object', { menus: [payin], TYPE: { 0: 'PLAT' } }, ['normal', 'payin'], false],
  ['a TYPE that holds numbers', { menus: [payin], TYPE: [1, 'PLAT'] }, ['plat', 'payin'], false],
  ['menus that are an object', { menus: {}, buttons: [{ key: 'payin_notify' }] }, ['normal', 'payin_notify'], false],
  ['buttons that are text', { menus: [payin], buttons: 'payin_notify' }, ['normal', 'payin'], false],
  ['an item without a key', { menus: [{ childrens: [payin] }, {}] }, ['normal', 'payin'], false],
  ['a key that is a number', { menus: [{ key: 7 }, payin] }, ['normal', 'payin'], false],
  ['items that are null and text', { menus: [null, 'payout', payin] }, ['normal', 'payin'], false],
  [
    'children that are an object',
    { menus: [{ key: 'transaction', childrens: { key: 'payin' } }] },
    ['normal', 'transaction'],
    false,
  ],
])('Of a menu list with %s, what has the documented shape is read', (_, list, permissions, isReadable) => {
  expect(readMenuList(menuList(list))).toEqual({ permissions: ['user', ...permissions], isReadable })
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

test('An account without menu permissions needs button permissions once it has one', () => {
  expect(canUse(['user', 'normal'], 'payin')).toBe(true)
  expect(canUse(['user', 'normal'], ['payin', 'payout'])).toBe(true)
  expect(canUse(['user', 'normal', 'payout_notify'], 'payin_notify')).toBe(false)
  expect(canUse(['user', 'normal', 'dashboard'], 'payin')).toBe(false)
})

test('An exact menu list grants what it names, and nothing by the kind of the account', () => {
  const limited = { menus: [{ key: 'transaction', childrens: [{ key: 'payin' }] }], buttons: [], TYPE: ['NORMAL'] }
  const asked = ['payin', 'payout', 'checkout_list', 'payin_notify', 'withdraw_submit', 'merchant_info'] as const
  const granted = (list: object) => asked.filter((one) => canUse(parsePermissions(menuList(list)), one))
  expect(granted({ ...limited, exact: true })).toEqual(['payin'])
  expect(granted(limited)).toEqual(['payin', 'payout', 'checkout_list', 'payin_notify', 'withdraw_submit', 'merchant_info'])
  expect(granted({ menus: [], buttons: [{ key: 'payin_notify' }], exact: true })).toEqual(['payin_notify'])
})

test('A button requires its permission, or any of several', () => {
  expect(hasPermission(['payin_notify'], 'payin_notify')).toBe(true)
  expect(hasPermission(['user', 'normal'], 'payin_notify')).toBe(false)
  expect(hasPermission(['payout'], ['payin', 'payout'])).toBe(true)
})

describe('a menu list without keys of our gateway takes nothing away', () => {
  const SPECIFIED = ['user', 'normal', 'dashboard', 'account_data', 'transaction', 'payout', 'payin'] as const
  const may = (permissions: readonly string[], asked: readonly Permission[]) => asked.filter((one) => canUse(permissions, one))

  test('buttons and pages are those of the kind of the account', () => {
    const asked = [
      'withdraw_submit',
      'otp_switch',
      'plat_reset_otp_status',
      'softphone_call',
      'plat_otp',
      'merchant_info',
    ] as const
    expect(may(['user', 'normal'], asked)).toEqual(['withdraw_submit', 'otp_switch', 'merchant_info'])
    expect(may(['user', 'delegate'], asked)).toEqual([])
    expect(may(['user', 'normal', 'umerchant', 'plat'], asked)).toEqual(['plat_reset_otp_status', 'softphone_call', 'plat_otp'])
    expect(may(SPECIFIED, asked)).toEqual(['withdraw_submit', 'otp_switch', 'merchant_info'])
  })

  test('the page keys of the specification open their groups', () => {
    const asked = ['account_recharge', 'checkout_list', 'payin', 'dashboard', 'dashboard_usdt'] as const
    expect(may(SPECIFIED, asked)).toEqual(['account_recharge', 'checkout_list', 'payin', 'dashboard'])
    expect(may(['user', 'normal', 'account_data'], asked)).toEqual(['account_recharge'])
    expect(may(['user', 'normal', 'payin'], asked)).toEqual(['payin'])
    expect(may(['user', 'usdt', 'dashboard', 'transaction'], asked)).toEqual(['payin', 'dashboard', 'dashboard_usdt'])
  })

  test('a finer key narrows its group where our keys are known', () => {
    const asked = ['account_recharge', 'checkout_list', 'payin', 'payin_action', 'merchant_info'] as const
    expect(may(['user', 'normal', 'transaction', 'payin', 'va_lookup'], asked)).toEqual(['payin'])
    expect(may(['user', 'normal', 'account_data', 'merchant_info'], asked)).toEqual(['account_recharge', 'merchant_info'])
  })
})
