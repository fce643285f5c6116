import type { AccountKind, ButtonPermission, MenuItem, MenuList, MenuPermission, Permission } from '#contract/authority.ts'

interface KindPermissions {
  TYPE: string[]
  menus: readonly MenuPermission[]
  buttons: readonly ButtonPermission[]
}

/** The permissions of each kind of account. An account may be limited to a subset of them. */
const PERMISSIONS: Record<AccountKind, KindPermissions> = {
  normal: {
    TYPE: ['NORMAL'],
    menus: [
      'dashboard',
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
    ],
    buttons: [
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
    ],
  },
  subMerchant: {
    TYPE: ['SUBMERCHANT'],
    menus: ['dashboard', 'account_data', 'account_detail', 'transaction', 'payin', 'payout', 'checkout_list'],
    buttons: [
      'payin_notify',
      'payout_notify',
      'payin_action',
      'payout_action',
      'payin_export',
      'payout_export',
      'detail_export',
      'payout_receipt',
      'va_lookup',
    ],
  },
  umerchant: {
    TYPE: ['UMERCHANT'],
    menus: [
      'dashboard_usdt',
      'transaction',
      'payin',
      'payout',
      'merchant_center',
      'merchant_info',
      'merchant_secret',
      'merchant_iplist',
    ],
    buttons: [
      'payin_notify',
      'payout_notify',
      'payin_export',
      'payout_export',
      'secret_update',
      'secret_reset',
      'iplist_update',
      'otp_switch',
      'txn_password',
    ],
  },
  delegate: {
    TYPE: ['DELEGATE'],
    menus: ['dashboard', 'transaction', 'payin', 'payout', 'merchant_list'],
    buttons: [],
  },
  staff: {
    TYPE: ['NORMAL', 'UMERCHANT', 'PLAT'],
    menus: [
      'dashboard',
      'transaction',
      'payin',
      'payout',
      'checkout_list',
      'recharge_list',
      'withdraw_list',
      'dev_center',
      'simulation',
      'plat_otp',
    ],
    buttons: [
      'payin_notify',
      'payout_notify',
      'payin_action',
      'payout_action',
      'payin_export',
      'payout_export',
      'payout_receipt',
      'va_lookup',
      'simulate_payin',
      'simulate_payout',
      'plat_reset_otp_status',
      'plat_reset_otp_secret',
      'softphone_call',
    ],
  },
}

/** Permissions that no account has by default but that can be granted. */
const GRANTABLE: readonly ButtonPermission[] = ['softphone_call', 'plat_merchant_status']

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

/** The permissions of the account. */
export function accountPermissions({ kind, permissionKeys }: PermissionHolder): readonly Permission[] {
  const { menus, buttons } = PERMISSIONS[kind]
  const full: Permission[] = [...menus, ...buttons]
  if (permissionKeys === null) return full
  return [...new Set([...full, ...GRANTABLE])].filter((key) => permissionKeys.includes(key))
}

/** The `menuList` text of the sign-in reply: a JSON object with the menu tree, the buttons and TYPE of the account. */
export function menuListOf(account: PermissionHolder): string {
  const permissions = accountPermissions(account)
  const { TYPE, menus } = PERMISSIONS[account.kind]
  const visibleItems = (key: MenuPermission): MenuItem[] => {
    const childrens = (GROUPS[key] ?? []).filter((child) => menus.includes(child)).flatMap(visibleItems)
    return permissions.includes(key) || childrens.length > 0 ? [{ key, childrens }] : []
  }
  const list: MenuList = {
    menus: menus.filter((key) => !grouped.has(key)).flatMap(visibleItems),
    buttons: permissions
      .filter((key) => !(menus as readonly Permission[]).includes(key))
      .map((key) => ({ key, childrens: [] })),
    TYPE,
  }
  return JSON.stringify(list)
}
