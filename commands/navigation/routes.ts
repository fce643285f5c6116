import type { Authority, MenuPermission, Permission } from '#contract/authority.ts'
import type { CommonKey } from '#locales/messages.ts'
import type { IconName, MenuGroupId } from './menuGroups.ts'

/** What the routes of several authorities have in common: one `g` key opens the route of the user's authority. */
export type Purpose =
  | 'dashboard'
  | 'payin'
  | 'payout'
  | 'checkout'
  | 'rechargeList'
  | 'withdrawList'
  | 'accountDetail'
  | 'accountDaily'
  | 'balance'
  | 'merchant'
  | 'secret'
  | 'iplist'
  | 'subMerchants'
  | 'simulation'

interface RouteMenuEntry {
  group: MenuGroupId | null
  icon: IconName
  /** Not shown in the menu. */
  hideInMenu?: true
  /** Opens in a new tab. */
  target?: '_blank'
}

/** A screen. Its path, guard, menu entry and "go to" command come from this definition. */
export interface Route {
  path: `/${string}`
  title: CommonKey
  /** The audience: `user` is any signed-in user, `guest` a signed-out one, null both. */
  authority: Authority | null
  /** Required in addition to the authority. The gateway also hides the route from menu and palette by it. */
  permission: Permission | null
  purpose: Purpose | null
  menu: RouteMenuEntry | null
  /** Further words the search of its command matches. */
  keywords?: CommonKey
  /** Whether the palette lists its command, only finds it by name, or has none. */
  command: 'listed' | 'typed' | 'none'
}

type ListRoute = Pick<Route, 'path' | 'title'> & { authority: Authority; group: MenuGroupId | null }

const menuRoute =
  (purpose: Purpose | null, permission: MenuPermission, icon: IconName) =>
  ({ path, title, authority, group }: ListRoute): Route => ({
    path,
    title,
    authority,
    permission,
    purpose,
    menu: { group, icon },
    command: 'listed',
  })

const payins = menuRoute('payin', 'payin', 'arrow-in')
const payouts = menuRoute('payout', 'payout', 'arrow-out')
const checkouts = menuRoute('checkout', 'checkout_list', 'cart')
const details = menuRoute('accountDetail', 'account_detail', 'ledger')

const infos = menuRoute('merchant', 'merchant_info', 'id-card')
const secrets = menuRoute('secret', 'merchant_secret', 'key')
const whitelists = menuRoute('iplist', 'merchant_iplist', 'shield')
/** For every account that integrates a server. The menu shows it to accounts with the group. */
const developerRoute = (route: Pick<Route, 'path' | 'title' | 'keywords' | 'permission' | 'menu'>): Route => ({
  ...route,
  authority: 'user',
  purpose: null,
  command: 'listed',
})
const dashboards = (permission: MenuPermission) => menuRoute('dashboard', permission, 'gauge')

const plainRoute = (path: Route['path'], title: CommonKey, command: Route['command']): Route => ({
  path,
  title,
  authority: null,
  permission: null,
  purpose: null,
  menu: null,
  command,
})

export const routes = {
  login: { ...plainRoute('/user/login', 'place.login', 'none'), authority: 'guest' },
  dashboard: dashboards('dashboard')({
    path: '/dashboard',
    title: 'menu.dashboard',
    authority: 'normal',
    group: null,
  }),
  dashboardSub: dashboards('dashboard')({
    path: '/dashboard-sub',
    title: 'menu.dashboard-sub',
    authority: 'subMerchant',
    group: null,
  }),
  dashboardUsdt: dashboards('dashboard_usdt')({
    path: '/dashboard-usdt',
    title: 'menu.dashboard-usdt',
    authority: 'umerchant',
    group: null,
  }),
  dashboardA: dashboards('dashboard')({
    path: '/dashboard-a',
    title: 'menu.dashboard-a',
    authority: 'delegate',
    group: null,
  }),
  'account.daily': menuRoute(
    'accountDaily',
    'account_daily',
    'calendar',
  )({
    path: '/account/daily',
    title: 'menu.account.daily',
    authority: 'normal',
    group: 'account',
  }),
  'account.detail': details({
    path: '/account/detail',
    title: 'menu.account.detail',
    authority: 'normal',
    group: 'account',
  }),
  'account.withdraw': {
    path: '/account/withdraw',
    title: 'menu.account.withdraw',
    authority: 'normal',
    permission: 'account_withdraw',
    purpose: null,
    menu: { group: 'account', icon: 'arrow-up-circle' },
    command: 'listed',
  },
  'account.transfer': menuRoute(
    null,
    'account_transfer',
    'swap',
  )({
    path: '/account/transfer-merchant',
    title: 'menu.account.transfer-merchant',
    authority: 'normal',
    group: 'account',
  }),
  'txn.payin': payins({
    path: '/transaction/payin',
    title: 'menu.transaction.payin',
    authority: 'normal',
    group: 'transaction',
  }),
  'txn.payout': payouts({
    path: '/transaction/payout',
    title: 'menu.transaction.payout',
    authority: 'normal',
    group: 'transaction',
  }),
  'txn.checkout': checkouts({
    path: '/transaction/checkout-list',
    title: 'menu.transaction.checkout-list',
    authority: 'normal',
    group: 'transaction',
  }),
  'txn.recharge': menuRoute(
    'rechargeList',
    'recharge_list',
    'plus-circle',
  )({
    path: '/transaction/recharge',
    title: 'menu.transaction.recharge',
    authority: 'normal',
    group: 'transaction',
  }),
  'txn.withdraw': menuRoute(
    'withdrawList',
    'withdraw_list',
    'minus-circle',
  )({
    path: '/transaction/withdraw',
    title: 'menu.transaction.withdraw',
    authority: 'normal',
    group: 'transaction',
  }),
  'merchant.info': infos({
    path: '/merchant/info',
    title: 'menu.merchant.info',
    authority: 'normal',
    group: 'merchant',
  }),
  'merchant.secret': secrets({
    path: '/merchant/secret',
    title: 'menu.merchant.secret',
    authority: 'normal',
    group: 'merchant',
  }),
  'merchant.iplist': whitelists({
    path: '/merchant/iplist',
    title: 'menu.merchant.iplist',
    authority: 'normal',
    group: 'merchant',
  }),
  'merchant.sub': menuRoute(
    'subMerchants',
    'merchant_sub',
    'branch',
  )({
    path: '/merchant/subMerchant',
    title: 'menu.merchant.subMerchant',
    authority: 'normal',
    group: 'merchant',
  }),
  'dev.simulation': menuRoute(
    'simulation',
    'simulation',
    'play',
  )({
    path: '/dev-center/simulation',
    title: 'menu.dev-center.simulation',
    authority: 'normal',
    group: 'dev-center',
  }),
  'dev.callbacks': developerRoute({
    path: '/dev-center/callbacks',
    title: 'menu.dev-center.callbacks',
    keywords: 'menu.dev-center.callbacks.words',
    permission: 'payin_notify',
    menu: { group: 'dev-center', icon: 'webhook' },
  }),
  'dev.signature': developerRoute({
    path: '/dev-center/signature',
    title: 'menu.dev-center.signature',
    keywords: 'menu.dev-center.signature.words',
    permission: null,
    menu: { group: 'dev-center', icon: 'signature' },
  }),
  'dev.doc': {
    ...developerRoute({
      path: '/dev-center/doc',
      title: 'menu.dev-center.doc',
      keywords: 'menu.dev-center.doc.words',
      permission: null,
      menu: { group: 'dev-center', icon: 'book', hideInMenu: true, target: '_blank' },
    }),
    authority: 'normal',
  },
  'accountSub.detail': details({
    path: '/accountsub/detail-sub',
    title: 'menu.accountsub.detail-sub',
    authority: 'subMerchant',
    group: 'accountsub',
  }),
  'txnSub.payin': payins({
    path: '/transactionsub/payin-sub',
    title: 'menu.transactionsub.payin-sub',
    authority: 'subMerchant',
    group: 'transactionsub',
  }),
  'txnSub.payout': payouts({
    path: '/transactionsub/payout-sub',
    title: 'menu.transactionsub.payout-sub',
    authority: 'subMerchant',
    group: 'transactionsub',
  }),
  'txnSub.checkout': checkouts({
    path: '/transactionsub/checkout-sub-list',
    title: 'menu.transactionsub.checkout-sub-list',
    authority: 'subMerchant',
    group: 'transactionsub',
  }),
  'usdt.payin': payins({
    path: '/transactionusdt/payin',
    title: 'menu.transactionusdt.payin',
    authority: 'umerchant',
    group: 'transactionusdt',
  }),
  'usdt.payout': payouts({
    path: '/transactionusdt/payout',
    title: 'menu.transactionusdt.payout',
    authority: 'umerchant',
    group: 'transactionusdt',
  }),
  'merchantUsdt.info': infos({
    path: '/merchant-usdt/info',
    title: 'menu.merchant-usdt.info',
    authority: 'umerchant',
    group: 'merchant-usdt',
  }),
  'merchantUsdt.secret': secrets({
    path: '/merchant-usdt/secret',
    title: 'menu.merchant-usdt.secret',
    authority: 'umerchant',
    group: 'merchant-usdt',
  }),
  'merchantUsdt.iplist': whitelists({
    path: '/merchant-usdt/iplist',
    title: 'menu.merchant-usdt.iplist',
    authority: 'umerchant',
    group: 'merchant-usdt',
  }),
  merchantListA: menuRoute(
    'merchant',
    'merchant_list',
    'people',
  )({
    path: '/merchant-list-a',
    title: 'menu.merchant-list-a',
    authority: 'delegate',
    group: null,
  }),
  payinA: payins({
    path: '/transaction/payin-a',
    title: 'menu.transaction.payin-a',
    authority: 'delegate',
    group: 'transaction-a',
  }),
  payoutA: payouts({
    path: '/transaction/payout-a',
    title: 'menu.transaction.payout-a',
    authority: 'delegate',
    group: 'transaction-a',
  }),
  'plat.otp': {
    path: '/plat/otp',
    title: 'menu.plat.otp',
    authority: 'user',
    permission: 'plat_otp',
    purpose: null,
    menu: { group: null, icon: 'lock-reset' },
    command: 'listed',
  },
  'settings.password': { ...plainRoute('/settings/password', 'place.password', 'listed'), authority: 'user' },
  'settings.txnPassword': {
    ...plainRoute('/settings/txn-password', 'place.txnPassword', 'listed'),
    authority: 'user',
    permission: 'txn_password',
  },
  // Opened by pasting many lines, or by the command `find.lines`.
  'txn.lines': { ...plainRoute('/transaction/lines', 'place.lines', 'none'), authority: 'user' },
  'settings.history': { ...plainRoute('/settings/history', 'place.history', 'listed'), authority: 'user' },
  'settings.preferences': { ...plainRoute('/settings/preferences', 'place.preferences', 'listed'), authority: 'user' },
  'merchant.subCreate': {
    ...plainRoute('/merchant/subMerchant/create', 'place.subCreate', 'listed'),
    authority: 'normal',
    permission: 'sub_create',
  },
  'account.info': {
    ...plainRoute('/account/info', 'place.account.info', 'listed'),
    authority: 'normal',
    permission: 'account_info',
    purpose: 'balance',
  },
  'account.recharge': {
    ...plainRoute('/account/recharge', 'place.account.recharge', 'listed'),
    authority: 'normal',
    permission: 'account_recharge',
  },
  'result.success': { ...plainRoute('/result/success', 'place.result.success', 'typed'), authority: 'user' },
  'result.fail': { ...plainRoute('/result/fail', 'place.result.fail', 'typed'), authority: 'user' },
  // Kept for old bookmarks.
  'result.old': { ...plainRoute('/form/step-form/result', 'place.result.success', 'none'), authority: 'user' },
  'exception.trigger': plainRoute('/exception/trigger', 'place.exception.trigger', 'listed'),
  'exception.403': plainRoute('/exception/403', 'place.exception.403', 'typed'),
  'exception.404': plainRoute('/exception/404', 'place.exception.404', 'typed'),
  'exception.500': plainRoute('/exception/500', 'place.exception.500', 'typed'),
} as const satisfies Record<string, Route>

export type RouteId = keyof typeof routes

export const routeIds = Object.keys(routes) as RouteId[]

/** The route of a path without its query. */
export const routeAt = (path: string): RouteId | null => routeIds.find((id) => routes[id].path === path) ?? null
