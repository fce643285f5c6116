/** Who a page or a menu entry is for. `user` is everybody who is signed in; `guest` everybody who is not. */
export type Authority = 'normal' | 'delegate' | 'umerchant' | 'subMerchant' | 'guest' | 'user'

/** The kinds of account the gateway knows. Staff has no authority of its own: it holds `plat` beside others. */
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

/** A flat list: `user`, menu keys, button keys and lower-cased TYPE values. A guest's is `['guest']`. */
export type Permissions = readonly string[]

export const GUEST: Permissions = ['guest']

export interface MenuItem {
  key: string
  childrens?: MenuItem[]
}

/** What the login reply carries as JSON text in `menuList`. */
export interface MenuList {
  menus: MenuItem[]
  buttons: MenuItem[]
  TYPE?: string[]
}

const DEFAULT_TYPES = ['normal']

/** The permissions of a signed-in user. Text that is no menu list counts as empty lists with the default TYPE. */
export function parsePermissions(menuList: string): Permissions {
  const { menus, buttons, TYPE } = parseMenuList(menuList) ?? {}
  const types = TYPE == null || TYPE.length === 0 ? DEFAULT_TYPES : TYPE.map((type) => type.toLowerCase())
  return [...new Set(['user', ...types, ...keysIn(menus), ...keysIn(buttons)])]
}

/** The menu list in the text, or null when the text is none. */
export function parseMenuList(text: string): Partial<MenuList> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : null
  } catch {
    return null
  }
}

// Many a gateway writes null where it has nothing.
const keysIn = (items: readonly MenuItem[] | null | undefined): string[] =>
  (items ?? []).flatMap(({ key, childrens }) => [key, ...keysIn(childrens)])

// A second vocabulary for the same authorities is in use, and TYPE values arrive in lower case.
const ALIASES: Record<string, Authority> = {
  submerchant: 'subMerchant',
  sub: 'subMerchant',
  agent: 'delegate',
  usdt: 'umerchant',
}

const authorityOf = (permission: string): string => ALIASES[permission.toLowerCase()] ?? permission.toLowerCase()

/** Whether one of the permissions stands for the authority. */
export const hasAuthority = (permissions: Permissions, authority: Authority): boolean =>
  permissions.some((permission) => authorityOf(permission) === authority)

/** Whether the key, or any one of the keys, is among the permissions. */
export const hasPermission = (permissions: Permissions, permission: Permission | readonly Permission[]): boolean =>
  typeof permission === 'string' ? permissions.includes(permission) : permission.some((one) => permissions.includes(one))

export const isSignedIn = (permissions: Permissions): boolean => permissions.includes('user')

const isMenuKey = (permission: string): boolean => (MENU_PERMISSIONS as readonly string[]).includes(permission)

const hasNoMenuPermission = (permissions: Permissions): boolean => !permissions.some(isMenuKey)

/** A page needs its authority and its key; an account whose menu list names no menu at all is judged by authority alone. */
export function canEnter(
  permissions: Permissions,
  page: { authority: Authority | null; permission: Permission | null },
): boolean {
  if (page.authority !== null && !hasAuthority(permissions, page.authority)) return false
  return page.permission === null || hasPermission(permissions, page.permission) || hasNoMenuPermission(permissions)
}

/** As `may` says, but such an account is not asked for the keys of menus; what acts needs its key whatever else is held. */
export const canUse = (permissions: Permissions, permission: Permission | readonly Permission[]): boolean =>
  hasPermission(permissions, permission) || ([permission].flat().every(isMenuKey) && hasNoMenuPermission(permissions))
