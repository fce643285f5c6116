import type { Authority, MenuPermission } from '#contract/authority.ts'
import type { CommonKey } from '#locales/messages.ts'

/** Icon of a menu entry; `src/app/shell/Sidebar.tsx` draws it. */
export type IconName =
  | 'arrow-down-circle'
  | 'arrow-in'
  | 'arrow-out'
  | 'arrow-up-circle'
  | 'book'
  | 'branch'
  | 'calendar'
  | 'cart'
  | 'code'
  | 'gauge'
  | 'id-card'
  | 'key'
  | 'ledger'
  | 'list'
  | 'lock-reset'
  | 'minus-circle'
  | 'people'
  | 'play'
  | 'plus-circle'
  | 'shield'
  | 'shop'
  | 'signature'
  | 'swap'
  | 'wallet'
  | 'webhook'

/** A menu group. It is shown when at least one of its entries is. */
export interface MenuGroup {
  title: CommonKey
  icon: IconName
  authority: Authority
  /** The gateway hides the group with all its entries by this permission. */
  permission: MenuPermission
  /** The group needs its permission in addition to the authority, because some of its entries have none. */
  isGuarded?: true
}

export const menuGroups = {
  account: { title: 'menu.account', icon: 'wallet', authority: 'normal', permission: 'account_data' },
  merchant: { title: 'menu.merchant', icon: 'shop', authority: 'normal', permission: 'merchant_center' },
  'dev-center': { title: 'menu.dev-center', icon: 'code', authority: 'normal', permission: 'dev_center', isGuarded: true },
  accountsub: { title: 'menu.accountsub', icon: 'wallet', authority: 'subMerchant', permission: 'account_data' },
  'merchant-usdt': { title: 'menu.merchant-usdt', icon: 'shop', authority: 'umerchant', permission: 'merchant_center' },
  transaction: { title: 'menu.transaction', icon: 'list', authority: 'normal', permission: 'transaction' },
  transactionsub: { title: 'menu.transactionsub', icon: 'list', authority: 'subMerchant', permission: 'transaction' },
  transactionusdt: { title: 'menu.transactionusdt', icon: 'list', authority: 'umerchant', permission: 'transaction' },
  'transaction-a': { title: 'menu.transaction-a', icon: 'list', authority: 'delegate', permission: 'transaction' },
} as const satisfies Record<string, MenuGroup>

export type MenuGroupId = keyof typeof menuGroups
