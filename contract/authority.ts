/** The audience of a page or menu entry. `user` is any signed-in account, `guest` an account that is not signed in. */
export type Authority = 'normal' | 'delegate' | 'umerchant' | 'subMerchant' | 'guest' | 'user'

/** Account kinds of the gateway. Staff has no authority of its own: it holds `plat` in addition to others. */
export type AccountKind = 'normal' | 'subMerchant' | 'umerchant' | 'delegate' | 'staff'

type Holders = Readonly<Record<string, readonly AccountKind[]>>

/** Menu permission -> the kinds of account that have it. An account may be limited to a subset. */
export const MENU_PERMISSIONS = {
  dashboard: ['normal', 'subMerchant', 'delegate', 'staff'],
  dashboard_usdt: ['umerchant'],
  account_data: ['normal', 'subMerchant'],
  account_daily: ['normal'],
  account_detail: ['normal', 'subMerchant'],
  account_withdraw: ['normal'],
  account_transfer: ['normal'],
  account_info: ['normal'],
  account_recharge: ['normal'],
  transaction: ['normal', 'subMerchant', 'umerchant', 'delegate', 'staff'],
  payin: ['normal', 'subMerchant', 'umerchant', 'delegate', 'staff'],
  payout: ['normal', 'subMerchant', 'umerchant', 'delegate', 'staff'],
  checkout_list: ['normal', 'subMerchant', 'staff'],
  recharge_list: ['normal', 'staff'],
  withdraw_list: ['normal', 'staff'],
  merchant_center: ['normal', 'umerchant'],
  merchant_info: ['normal', 'umerchant'],
  merchant_secret: ['normal', 'umerchant'],
  merchant_iplist: ['normal', 'umerchant'],
  merchant_sub: ['normal'],
  dev_center: ['normal', 'staff'],
  simulation: ['normal', 'staff'],
  merchant_list: ['delegate'],
  plat_otp: ['staff'],
  plat_gateway: ['staff'],
} as const satisfies Holders

/** Button permission -> the kinds of account that have it. */
export const BUTTON_PERMISSIONS = {
  payin_notify: ['normal', 'subMerchant', 'umerchant', 'staff'],
  payout_notify: ['normal', 'subMerchant', 'umerchant', 'staff'],
  payin_action: ['normal', 'subMerchant', 'staff'],
  payout_action: ['normal', 'subMerchant', 'staff'],
  payin_export: ['normal', 'subMerchant', 'umerchant', 'staff'],
  payout_export: ['normal', 'subMerchant', 'umerchant', 'staff'],
  detail_export: ['normal', 'subMerchant'],
  payout_receipt: ['normal', 'subMerchant', 'staff'],
  va_lookup: ['normal', 'subMerchant', 'staff'],
  withdraw_submit: ['normal'],
  transfer_submit: ['normal'],
  recharge_online: ['normal'],
  recharge_offline: ['normal'],
  sub_create: ['normal'],
  sub_update: ['normal'],
  secret_update: ['normal', 'umerchant'],
  secret_reset: ['normal', 'umerchant'],
  iplist_update: ['normal', 'umerchant'],
  otp_switch: ['normal', 'umerchant'],
  txn_password: ['normal', 'umerchant'],
  simulate_payin: ['normal', 'staff'],
  simulate_payout: ['normal', 'staff'],
  plat_reset_otp_status: ['staff'],
  plat_reset_otp_secret: ['staff'],
  plat_merchant_status: [],
  plat_payin_exception: [],
  softphone_call: ['staff'],
} as const satisfies Holders

export type MenuPermission = keyof typeof MENU_PERMISSIONS
export type ButtonPermission = keyof typeof BUTTON_PERMISSIONS
export type Permission = MenuPermission | ButtonPermission

/** Flat list of `user`, menu keys, button keys, lower-cased TYPE values and perhaps `exact`; `['guest']` before sign-in. */
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
  /** Whether the account may do what the list names and nothing else. Our gateway says so of limited accounts. */
  exact?: boolean
}

/** In the permissions of an account: there are no others, whatever its kind. */
const EXACT = 'exact'

const DEFAULT_TYPES = ['normal']

interface ReadMenuList {
  permissions: Permissions
  /** Whether all of it was read. What has another shape than documented counts as absent. */
  isReadable: boolean
}

/** Reads the menu list of a sign-in reply. An absent TYPE counts as the default. */
export function readMenuList(text: string): ReadMenuList {
  let isReadable = true
  const unreadable = (): [] => {
    isReadable = false
    return []
  }
  // Some gateways send null instead of an empty list.
  const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : value == null ? [] : unreadable())
  const textsIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : unreadable())
  const keysIn = (items: unknown): string[] =>
    (listIn(items) as (Partial<Record<keyof MenuItem, unknown>> | null)[]).flatMap((item) => [
      ...textsIn(item?.key),
      ...keysIn(item?.childrens),
    ])
  const list = parse(text)
  if (typeof list !== 'object' || Array.isArray(list)) unreadable()
  const { menus, buttons, TYPE, exact } = list as Partial<Record<keyof MenuList, unknown>>
  // One kind may come as a text of its own.
  const types = (typeof TYPE === 'string' ? [TYPE] : listIn(TYPE)).flatMap(textsIn).map((type) => type.toLowerCase())
  const found = ['user', ...(types.length === 0 ? DEFAULT_TYPES : types), ...keysIn(menus), ...keysIn(buttons)]
  return { permissions: [...new Set(exact === true ? [...found, EXACT] : found)], isReadable }
}

/** Permissions of a signed-in user. */
export const parsePermissions = (menuList: string): Permissions => readMenuList(menuList).permissions

/** The value of a JSON text; empty text when it has none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) ?? ''
  } catch {
    return ''
  }
}

// Gateways use a second spelling of the same authorities, and TYPE values arrive in lower case.
const ALIASES: Record<string, Authority> = {
  submerchant: 'subMerchant',
  sub: 'subMerchant',
  agent: 'delegate',
  usdt: 'umerchant',
}

const authorityOf = (permission: string): string => ALIASES[permission.toLowerCase()] ?? permission.toLowerCase()

interface Rights {
  readonly authorities: ReadonlySet<string>
  readonly granted: Map<Permission, boolean>
}

// Hundreds of commands are checked for one list of permissions each time the palette opens.
const known = new WeakMap<Permissions, Rights>()

function rightsOf(permissions: Permissions): Rights {
  const rights = known.get(permissions) ?? { authorities: new Set(permissions.map(authorityOf)), granted: new Map() }
  known.set(permissions, rights)
  return rights
}

/** Whether one of the permissions maps to the authority. */
export const hasAuthority = (permissions: Permissions, authority: Authority): boolean =>
  rightsOf(permissions).authorities.has(authority)

/** Whether the permission, or any of several, is named. */
export const hasPermission = (permissions: Permissions, permission: Permission | readonly Permission[]): boolean =>
  typeof permission === 'string' ? permissions.includes(permission) : permission.some((one) => permissions.includes(one))

export const isSignedIn = (permissions: Permissions): boolean => permissions.includes('user')

/** Page keys of the specification -> the pages that each stands for, by their permissions. All other permissions are of our gateway. */
const PAGE_KEYS: Readonly<Record<string, readonly MenuPermission[]>> = {
  dashboard: ['dashboard_usdt'],
  account_data: ['account_daily', 'account_detail', 'account_withdraw', 'account_transfer', 'account_info', 'account_recharge'],
  transaction: ['payin', 'payout', 'checkout_list', 'recharge_list', 'withdraw_list'],
  payin: [],
  payout: [],
}

const holdersOf: Holders = { ...MENU_PERMISSIONS, ...BUTTON_PERMISSIONS }

const isMenuKey = (permission: string): boolean => Object.hasOwn(MENU_PERMISSIONS, permission)

const isOurs = (permission: string): boolean => Object.hasOwn(holdersOf, permission) && !Object.hasOwn(PAGE_KEYS, permission)

/** The kinds of account that have such permissions. Staff holds the authorities of merchants too. */
export const kindsOf = (permissions: Permissions): readonly AccountKind[] =>
  permissions.includes('plat')
    ? ['staff']
    : (['normal', 'subMerchant', 'umerchant', 'delegate'] as const).filter((kind) => hasAuthority(permissions, kind))

/**
 * Whether the menu list grants a permission. A list that is not exact, and names only keys of the specification or none, takes away
 * nothing that its page keys do not cover: then the kind of the account decides.
 */
function isGranted(permissions: Permissions, permission: Permission): boolean {
  if (permissions.includes(permission)) return true
  if (permissions.includes(EXACT)) return false
  const knowsOurs = permissions.some(isOurs)
  const isByKind = kindsOf(permissions).some((kind) => holdersOf[permission]?.includes(kind))
  if (!isMenuKey(permission)) return !knowsOurs && isByKind
  if (!permissions.some(isMenuKey)) return isByKind
  const [group, pages = []] = Object.entries(PAGE_KEYS).find(([, members]) => members.some((one) => one === permission)) ?? []
  if (group === undefined) return !knowsOurs && isByKind && !Object.hasOwn(PAGE_KEYS, permission)
  const isNarrowed = knowsOurs && pages.some((page) => permissions.includes(page))
  return permissions.includes(group) && !isNarrowed && isByKind
}

/** Whether the user may see a page or use a button: with this permission, or with any of several. */
export function canUse(permissions: Permissions, permission: Permission | readonly Permission[]): boolean {
  const { granted } = rightsOf(permissions)
  return [permission].flat().some((one) => {
    const isAllowed = granted.get(one) ?? isGranted(permissions, one)
    granted.set(one, isAllowed)
    return isAllowed
  })
}

/** Whether a page is open: it requires its authority and its permission. */
export const canEnter = (
  permissions: Permissions,
  page: { authority: Authority | null; permission: Permission | readonly Permission[] | null },
): boolean =>
  (page.authority === null || hasAuthority(permissions, page.authority)) &&
  (page.permission === null || canUse(permissions, page.permission))
