import type { AccountKind, ButtonPermission, MenuItem, MenuList, MenuPermission, Permission } from '#contract/authority.ts'

interface Rights {
  TYPE: string[]
  menus: readonly MenuPermission[]
  buttons: readonly ButtonPermission[]
}

/** What a full account of each kind may do. An account may hold fewer keys, never others. */
const RIGHTS: Record<AccountKind, Rights> = {
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

/** Keys that a full account does not have by itself, but may be given. */
const GRANTABLE: readonly ButtonPermission[] = ['softphone_call', 'plat_merchant_status']

/** The entries under each group of the menu; a key that is in no group stands alone. */
const GROUPS: Partial<Record<MenuPermission, readonly MenuPermission[]>> = {
  account_data: ['account_daily', 'account_detail', 'account_withdraw', 'account_transfer', 'account_info', 'account_recharge'],
  transaction: ['payin', 'payout', 'checkout_list', 'recharge_list', 'withdraw_list'],
  merchant_center: ['merchant_info', 'merchant_secret', 'merchant_iplist', 'merchant_sub'],
  dev_center: ['simulation'],
}

const grouped: ReadonlySet<MenuPermission> = new Set(Object.values(GROUPS).flat())

/** Whose rights are asked about: its kind, and the keys it was limited to, or null for all of its kind. */
export interface PermissionHolder {
  kind: AccountKind
  permissionKeys: readonly string[] | null
}

/** Every key of the account: those of its kind, cut down to the ones it was limited to. */
export function accountPermissions({ kind, permissionKeys }: PermissionHolder): readonly Permission[] {
  const { menus, buttons } = RIGHTS[kind]
  const full: Permission[] = [...menus, ...buttons]
  if (permissionKeys === null) return full
  return [...new Set([...full, ...GRANTABLE])].filter((key) => permissionKeys.includes(key))
}

/** The `menuList` text of a sign-in: the account's menus as a tree, its buttons, and its TYPE. */
export function menuListOf(holder: PermissionHolder): string {
  const keys = accountPermissions(holder)
  const { TYPE, menus } = RIGHTS[holder.kind]
  const shown = (key: MenuPermission): MenuItem[] => {
    const childrens = (GROUPS[key] ?? []).filter((child) => menus.includes(child)).flatMap(shown)
    return keys.includes(key) || childrens.length > 0 ? [{ key, childrens }] : []
  }
  const list: MenuList = {
    menus: menus.filter((key) => !grouped.has(key)).flatMap(shown),
    buttons: keys.filter((key) => !(menus as readonly Permission[]).includes(key)).map((key) => ({ key, childrens: [] })),
    TYPE,
  }
  return JSON.stringify(list)
}
