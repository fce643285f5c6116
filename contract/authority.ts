/** The audience of a page or menu entry. `user` is any signed-in account, `guest` an account that is not signed in. */
export type Authority = 'normal' | 'delegate' | 'umerchant' | 'subMerchant' | 'guest' | 'user'

/** Account kinds of the gateway. Staff has no authority of its own: it holds `plat` in addition to others. */
export type AccountKind = 'normal' | 'subMerchant' | 'umerchant' | 'delegate' | 'staff'

export const MENU_PERMISSIONS = [
  'dashboard',
  'dashboard_usdt',
  'account_data',
  'account_daily',
  'account_detail',
  'account_withdraw',
  'account_transfer',
  'account_info',
  'account_recharge',
  'transaction',
  'payin',
  'payout',
  'checkout_list',
  'recharge_list',
  'withdraw_list',
  'merchant_center',
  'merchant_info',
  'merchant_secret',
  'merchant_iplist',
  'merchant_sub',
  'dev_center',
  'simulation',
  'merchant_list',
  'plat_otp',
] as const

export const BUTTON_PERMISSIONS = [
  'payin_notify',
  'payout_notify',
  'payin_action',
  'payout_action',
  'payin_export',
  'payout_export',
  'detail_export',
  'payout_receipt',
  'va_lookup',
  'withdraw_submit',
  'transfer_submit',
  'recharge_online',
  'recharge_offline',
  'sub_create',
  'sub_update',
  'secret_update',
  'secret_reset',
  'iplist_update',
  'otp_switch',
  'txn_password',
  'simulate_payin',
  'simulate_payout',
  'plat_reset_otp_status',
  'plat_reset_otp_secret',
  'plat_merchant_status',
  'softphone_call',
] as const

export type MenuPermission = (typeof MENU_PERMISSIONS)[number]
export type ButtonPermission = (typeof BUTTON_PERMISSIONS)[number]
export type Permission = MenuPermission | ButtonPermission

/** Flat list of `user`, menu keys, button keys and lower-cased TYPE values; `['guest']` before sign-in. */
export type Permissions = readonly string[]

export const GUEST: Permissions = ['guest']

export interface MenuItem {
  key: string
  childrens?: MenuItem[]
}

/** The JSON text of `menuList` in the login reply. */
export interface MenuList {
  menus: MenuItem[]
  buttons: MenuItem[]
  TYPE?: string[]
}

const DEFAULT_TYPES = ['normal']

/** Permissions of a signed-in user. Text that does not parse counts as empty lists with the default TYPE. */
export function parsePermissions(menuList: string): Permissions {
  const { menus, buttons, TYPE } = parseMenuList(menuList) ?? {}
  const types = TYPE == null || TYPE.length === 0 ? DEFAULT_TYPES : TYPE.map((type) => type.toLowerCase())
  return [...new Set(['user', ...types, ...keysIn(menus), ...keysIn(buttons)])]
}

/** Parses a menu list; null when the text is not one. */
export function parseMenuList(text: string): Partial<MenuList> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : null
  } catch {
    return null
  }
}

// Some gateways send null instead of an empty list.
const keysIn = (items: readonly MenuItem[] | null | undefined): string[] =>
  (items ?? []).flatMap(({ key, childrens }) => [key, ...keysIn(childrens)])

// Gateways use a second spelling of the same authorities, and TYPE values arrive in lower case.
const ALIASES: Record<string, Authority> = {
  submerchant: 'subMerchant',
  sub: 'subMerchant',
  agent: 'delegate',
  usdt: 'umerchant',
}

const authorityOf = (permission: string): string => ALIASES[permission.toLowerCase()] ?? permission.toLowerCase()

/** Whether one of the permissions maps to the authority. */
export const hasAuthority = (permissions: Permissions, authority: Authority): boolean =>
  permissions.some((permission) => authorityOf(permission) === authority)

/** Whether the permission, or any of several, is granted. */
export const hasPermission = (permissions: Permissions, permission: Permission | readonly Permission[]): boolean =>
  typeof permission === 'string' ? permissions.includes(permission) : permission.some((one) => permissions.includes(one))

export const isSignedIn = (permissions: Permissions): boolean => permissions.includes('user')

const isMenuKey = (permission: string): boolean => (MENU_PERMISSIONS as readonly string[]).includes(permission)

const hasNoMenuPermission = (permissions: Permissions): boolean => !permissions.some(isMenuKey)

/** Whether a page is open: it requires its authority and its permission. An account without any menu key needs the authority only. */
export function canEnter(
  permissions: Permissions,
  page: { authority: Authority | null; permission: Permission | null },
): boolean {
  if (page.authority !== null && !hasAuthority(permissions, page.authority)) return false
  return page.permission === null || hasPermission(permissions, page.permission) || hasNoMenuPermission(permissions)
}

/** Like `hasPermission`, but an account without any menu key passes menu permissions; actions always need their permission. */
export const canUse = (permissions: Permissions, permission: Permission | readonly Permission[]): boolean =>
  hasPermission(permissions, permission) || ([permission].flat().every(isMenuKey) && hasNoMenuPermission(permissions))
