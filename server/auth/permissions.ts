import {
  type AccountKind,
  BUTTON_PERMISSIONS,
  type ButtonPermission,
  hasPermission,
  MENU_PERMISSIONS,
  type MenuItem,
  type MenuList,
  type MenuPermission,
  type Permission,
} from '#contract/authority.ts'

/** The authorities of each kind of account. */
const TYPES: Record<AccountKind, string[]> = {
  normal: ['NORMAL'],
  subMerchant: ['SUBMERCHANT'],
  umerchant: ['UMERCHANT'],
  delegate: ['DELEGATE'],
  staff: ['NORMAL', 'UMERCHANT', 'PLAT'],
}

const heldBy = <Name extends Permission>(table: Readonly<Record<Name, readonly AccountKind[]>>, kind: AccountKind): Name[] =>
  (Object.keys(table) as Name[]).filter((name) => table[name].includes(kind))

/** Permissions that can be granted by name to an account whose kind does not have them. */
const GRANTABLE: readonly ButtonPermission[] = ['softphone_call', 'plat_merchant_status', 'plat_payin_exception']

/** Permissions of calls that only staff can make. */
const isForStaff = (permission: Permission): boolean => permission.startsWith('plat_')

/** The entries of each menu group. Other entries are at the top level. */
const GROUPS: Partial<Record<MenuPermission, readonly MenuPermission[]>> = {
  account_data: ['account_daily', 'account_detail', 'account_withdraw', 'account_transfer', 'account_info', 'account_recharge'],
  transaction: ['payin', 'payout', 'checkout_list', 'recharge_list', 'withdraw_list'],
  merchant_center: ['merchant_info', 'merchant_secret', 'merchant_iplist', 'merchant_sub'],
  dev_center: ['simulation'],
}

const grouped: ReadonlySet<MenuPermission> = new Set(Object.values(GROUPS).flat())

/** The kind of an account and the permissions it is limited to; null for all permissions of its kind. */
export interface PermissionHolder {
  kind: AccountKind
  permissionKeys: readonly string[] | null
}

const fullPermissions = (kind: AccountKind): Permission[] => [
  ...heldBy(MENU_PERMISSIONS, kind),
  ...heldBy(BUTTON_PERMISSIONS, kind),
]

export function accountPermissions({ kind, permissionKeys }: PermissionHolder): readonly Permission[] {
  const full = fullPermissions(kind)
  if (permissionKeys === null) return full
  return [...new Set([...full, ...GRANTABLE])].filter((key) => permissionKeys.includes(key))
}

/** The permissions that an account of the kind can be granted. */
export const possiblePermissions = (kind: AccountKind): readonly Permission[] => [
  ...new Set([...fullPermissions(kind), ...GRANTABLE.filter((permission) => kind === 'staff' || !isForStaff(permission))]),
]

/** Whether these are all permissions of the kind, and no other. */
export function isFullPermissions(kind: AccountKind, permissions: readonly Permission[]): boolean {
  const full = fullPermissions(kind)
  return full.length === permissions.length && full.every((permission) => permissions.includes(permission))
}

/** Whether the account has the permission, or one of several. */
export const accountMay = (account: PermissionHolder, permission: Permission | readonly Permission[]): boolean =>
  hasPermission(accountPermissions(account), permission)

/** Whether the account may send callbacks of a direction, and mark, note and assign its orders. */
export const mayNotify = (account: PermissionHolder, direction: 'PAYIN' | 'PAYOUT'): boolean =>
  accountMay(account, direction === 'PAYOUT' ? 'payout_notify' : 'payin_notify')

/** The `menuList` text of the sign-in reply: a JSON object with the menu tree, the buttons and TYPE of the account. */
export function menuListOf(account: PermissionHolder): string {
  const permissions = accountPermissions(account)
  const menus = heldBy(MENU_PERMISSIONS, account.kind)
  const visibleItems = (key: MenuPermission): MenuItem[] => {
    const childrens = (GROUPS[key] ?? []).filter((child) => menus.includes(child)).flatMap(visibleItems)
    return permissions.includes(key) || childrens.length > 0 ? [{ key, childrens }] : []
  }
  const list: MenuList = {
    menus: menus.filter((key) => !grouped.has(key)).flatMap(visibleItems),
    buttons: permissions.filter((key) => Object.hasOwn(BUTTON_PERMISSIONS, key)).map((key) => ({ key, childrens: [] })),
    TYPE: TYPES[account.kind],
    // Without it, a list of page keys of the specification alone is taken for one that limits nothing.
    ...(account.permissionKeys !== null && { exact: true }),
  }
  return JSON.stringify(list)
}
