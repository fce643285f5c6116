import type { Authority, Permission } from '#contract/authority.ts'
import type { Feature } from '#contract/features.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { IconName, MenuGroupId } from './menuGroups.ts'

/** What the routes of several authorities have in common: one `g` key opens the route of the user's authority. */
export const PURPOSES = [
  'dashboard',
  'payin',
  'payout',
  'checkout',
  'rechargeList',
  'withdrawList',
  'accountDetail',
  'accountDaily',
  'balance',
  'merchant',
  'secret',
  'iplist',
  'subMerchants',
  'simulation',
] as const
export type Purpose = (typeof PURPOSES)[number]

interface RouteMenuEntry {
  group: MenuGroupId | null
  icon: IconName
  /** The API documentation: not shown in the menu, and its command opens a new tab. */
  isDocument?: true
}

/** A screen. Its path, guard, menu entry and "go to" command come from this definition. */
export interface Route {
  path: `/${string}`
  title: CommonKey
  /** The audience: `user` is any signed-in user, `guest` a signed-out one, null both. */
  authority: Authority | null
  /** Required in addition to the authority; of several, one is enough. The gateway also hides the route from menu and palette by it. */
  permission: Permission | readonly Permission[] | null
  /** The gateway must have announced this feature. */
  feature?: Feature
  purpose: Purpose | null
  menu: RouteMenuEntry | null
  /** Further words the search of its command matches. */
  keywords?: CommonKey
  /** Whether the palette lists its command, only finds it by name, or has none. */
  command: 'listed' | 'typed' | 'none'
}

/** The paths whose segments are those of a title: `menu.account.daily` is the title of `/account/daily`. */
type MenuPath<Key = CommonKey> = Key extends `menu.${infer Group}.${infer Name}`
  ? `/${Group}/${Name}`
  : Key extends `menu.${infer Name}`
    ? `/${Name}`
    : never

/** A route in the menu, with the title of its path. The group's permission hides it too. */
const menuRoute =
  (purpose: Purpose | null, permission: Permission | null, icon: IconName) =>
  (path: MenuPath, authority: Authority, group: MenuGroupId | null = null): Route => ({
    path,
    title: `menu${path.replaceAll('/', '.')}` as CommonKey,
    authority,
    permission,
    purpose,
    menu: { group, icon },
    command: 'listed',
  })

const dashboards = menuRoute('dashboard', 'dashboard', 'gauge')
const payins = menuRoute('payin', 'payin', 'arrow-in')
const payouts = menuRoute('payout', 'payout', 'arrow-out')
const checkouts = menuRoute('checkout', 'checkout_list', 'cart')
const details = menuRoute('accountDetail', 'account_detail', 'ledger')
const infos = menuRoute('merchant', 'merchant_info', 'id-card')
const secrets = menuRoute('secret', 'merchant_secret', 'key')
const whitelists = menuRoute('iplist', 'merchant_iplist', 'shield')

/** For every account that integrates a server. The menu shows it to accounts with the group. */
const developerRoute = (name: 'callbacks' | 'signature' | 'doc', icon: IconName): Route => ({
  ...menuRoute(null, null, icon)(`/dev-center/${name}`, 'user', 'dev-center'),
  keywords: `menu.dev-center.${name}.words`,
})

/** A route outside of the menu. */
const plainRoute = (
  path: Route['path'],
  title: CommonKey,
  command: Route['command'],
  authority: Authority | null = null,
  permission: Permission | null = null,
): Route => ({ path, title, authority, permission, purpose: null, menu: null, command })

export const routes = {
  login: plainRoute('/user/login', 'place.login', 'none', 'guest'),
  dashboard: dashboards('/dashboard', 'normal'),
  dashboardSub: dashboards('/dashboard-sub', 'subMerchant'),
  dashboardUsdt: menuRoute('dashboard', 'dashboard_usdt', 'gauge')('/dashboard-usdt', 'umerchant'),
  dashboardA: dashboards('/dashboard-a', 'delegate'),
  'account.daily': menuRoute('accountDaily', 'account_daily', 'calendar')('/account/daily', 'normal', 'account'),
  'account.detail': details('/account/detail', 'normal', 'account'),
  'account.recharge': menuRoute(null, 'account_recharge', 'arrow-down-circle')('/account/recharge', 'normal', 'account'),
  'account.withdraw': menuRoute(null, 'account_withdraw', 'arrow-up-circle')('/account/withdraw', 'normal', 'account'),
  'account.transfer': menuRoute(null, 'account_transfer', 'swap')('/account/transfer-merchant', 'normal', 'account'),
  'txn.payin': payins('/transaction/payin', 'normal', 'transaction'),
  'txn.payout': payouts('/transaction/payout', 'normal', 'transaction'),
  'txn.checkout': checkouts('/transaction/checkout-list', 'normal', 'transaction'),
  'txn.recharge': menuRoute('rechargeList', 'recharge_list', 'plus-circle')('/transaction/recharge', 'normal', 'transaction'),
  'txn.withdraw': menuRoute('withdrawList', 'withdraw_list', 'minus-circle')('/transaction/withdraw', 'normal', 'transaction'),
  'merchant.info': infos('/merchant/info', 'normal', 'merchant'),
  'merchant.secret': secrets('/merchant/secret', 'normal', 'merchant'),
  'merchant.iplist': whitelists('/merchant/iplist', 'normal', 'merchant'),
  'merchant.sub': menuRoute('subMerchants', 'merchant_sub', 'branch')('/merchant/subMerchant', 'normal', 'merchant'),
  'dev.simulation': menuRoute('simulation', 'simulation', 'play')('/dev-center/simulation', 'normal', 'dev-center'),
  'dev.callbacks': {
    ...developerRoute('callbacks', 'webhook'),
    permission: ['payin_notify', 'payout_notify'],
    feature: 'callbacks',
  },
  'dev.signature': developerRoute('signature', 'signature'),
  'dev.doc': {
    ...developerRoute('doc', 'book'),
    authority: 'normal',
    menu: { group: 'dev-center', icon: 'book', isDocument: true },
  },
  'accountSub.detail': details('/accountsub/detail-sub', 'subMerchant', 'accountsub'),
  'txnSub.payin': payins('/transactionsub/payin-sub', 'subMerchant', 'transactionsub'),
  'txnSub.payout': payouts('/transactionsub/payout-sub', 'subMerchant', 'transactionsub'),
  'txnSub.checkout': checkouts('/transactionsub/checkout-sub-list', 'subMerchant', 'transactionsub'),
  'usdt.payin': payins('/transactionusdt/payin', 'umerchant', 'transactionusdt'),
  'usdt.payout': payouts('/transactionusdt/payout', 'umerchant', 'transactionusdt'),
  'merchantUsdt.info': infos('/merchant-usdt/info', 'umerchant', 'merchant-usdt'),
  'merchantUsdt.secret': secrets('/merchant-usdt/secret', 'umerchant', 'merchant-usdt'),
  'merchantUsdt.iplist': whitelists('/merchant-usdt/iplist', 'umerchant', 'merchant-usdt'),
  merchantListA: menuRoute('merchant', 'merchant_list', 'people')('/merchant-list-a', 'delegate'),
  payinA: payins('/transaction/payin-a', 'delegate', 'transaction-a'),
  payoutA: payouts('/transaction/payout-a', 'delegate', 'transaction-a'),
  'plat.otp': menuRoute(null, 'plat_otp', 'lock-reset')('/plat/otp', 'user'),
  'plat.gateway': plainRoute('/plat/gateway', 'place.gateway', 'listed', 'user', 'plat_gateway'),
  'settings.password': plainRoute('/settings/password', 'place.password', 'listed', 'user'),
  'settings.txnPassword': plainRoute('/settings/txn-password', 'place.txnPassword', 'listed', 'user', 'txn_password'),
  // Opened by `reconcile.start`, which also takes pasted lines.
  reconcile: {
    ...plainRoute('/reconcile', 'place.reconcile', 'none', 'user'),
    permission: ['payin', 'payout', 'checkout_list'],
  },
  runs: { ...plainRoute('/runs', 'place.runs', 'listed', 'user'), keywords: 'place.runs.words' },
  'settings.history': { ...plainRoute('/settings/history', 'place.history', 'listed', 'user'), feature: 'audit' },
  'settings.preferences': plainRoute('/settings/preferences', 'place.preferences', 'listed', 'user'),
  'merchant.subCreate': plainRoute('/merchant/subMerchant/create', 'place.subCreate', 'listed', 'normal', 'sub_create'),
  'account.info': {
    ...plainRoute('/account/info', 'place.account.info', 'listed', 'normal', 'account_info'),
    purpose: 'balance',
  },
  'result.success': plainRoute('/result/success', 'place.result.success', 'typed', 'user'),
  'result.fail': plainRoute('/result/fail', 'place.result.fail', 'typed', 'user'),
  // Kept for old bookmarks.
  'result.old': plainRoute('/form/step-form/result', 'place.result.success', 'none', 'user'),
  'exception.trigger': plainRoute('/exception/trigger', 'place.exception.trigger', 'listed'),
  'exception.403': plainRoute('/exception/403', 'place.exception.403', 'typed'),
  'exception.404': plainRoute('/exception/404', 'place.exception.404', 'typed'),
  'exception.500': plainRoute('/exception/500', 'place.exception.500', 'typed'),
} as const satisfies Record<string, Route>

export type RouteId = keyof typeof routes

export const routeIds = Object.keys(routes) as RouteId[]

/** The route of a path without its query. */
export const routeAt = (path: string): RouteId | null => routeIds.find((id) => routes[id].path === path) ?? null
