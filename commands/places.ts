import { type Authority, type MenuKey, mayEnter, type PermissionKey, type Permissions } from '#contract/authority.ts'
import type { MessageKey } from '#locales/messages.ts'

/** What an icon stands for; `src/ui/icons.tsx` says how it looks. */
export type IconName = 'list' | 'arrow-in' | 'arrow-out' | 'cart'

/** A group of the menu; it is shown while one of its entries is. */
export interface MenuGroup {
  title: MessageKey
  icon: IconName
  authority: Authority
}

export const menuGroups = {
  transaction: { title: 'menu.transaction', icon: 'list', authority: 'normal' },
  transactionsub: { title: 'menu.transactionsub', icon: 'list', authority: 'subMerchant' },
  transactionusdt: { title: 'menu.transactionusdt', icon: 'list', authority: 'umerchant' },
  'transaction-a': { title: 'menu.transaction-a', icon: 'list', authority: 'delegate' },
} as const satisfies Record<string, MenuGroup>

export type MenuGroupId = keyof typeof menuGroups

/** The same purpose of several authorities: one `g` key leads each of them to its own place. */
export type Purpose = 'payin' | 'payout' | 'checkout'

/** A screen. Its route, guard, menu entry and "go to" command are this row. */
export interface Place {
  path: `/${string}`
  title: MessageKey
  /** Who it is for: `user` is anybody signed in, `guest` nobody signed in, null both. */
  authority: Authority | null
  /** Needed beside the authority. Also the name by which a gateway's setting hides it from menu and palette. */
  key: PermissionKey | null
  purpose: Purpose | null
  menu: { group: MenuGroupId | null; icon: IconName } | null
  /** Whether the palette lists its command, or only finds it by its name, or has none. */
  command: 'listed' | 'typed' | 'none'
}

type ListPlace = Pick<Place, 'path' | 'title'> & { authority: Authority; group: MenuGroupId }

const orders =
  (purpose: Purpose, key: MenuKey, icon: IconName) =>
  ({ path, title, authority, group }: ListPlace): Place => ({
    path,
    title,
    authority,
    key,
    purpose,
    menu: { group, icon },
    command: 'listed',
  })

const payins = orders('payin', 'payin', 'arrow-in')
const payouts = orders('payout', 'payout', 'arrow-out')
const checkouts = orders('checkout', 'checkout_list', 'cart')

const open = (path: Place['path'], title: MessageKey, command: Place['command']): Place => ({
  path,
  title,
  authority: null,
  key: null,
  purpose: null,
  menu: null,
  command,
})

export const places = {
  login: { ...open('/user/login', 'place.login', 'none'), authority: 'guest' },
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
  'exception.trigger': open('/exception/trigger', 'place.exception.trigger', 'listed'),
  'exception.403': open('/exception/403', 'place.exception.403', 'typed'),
  'exception.404': open('/exception/404', 'place.exception.404', 'typed'),
  'exception.500': open('/exception/500', 'place.exception.500', 'typed'),
} as const satisfies Record<string, Place>

export type PlaceId = keyof typeof places

export const placeIds = Object.keys(places) as PlaceId[]

/** The place at a path, without its query. */
export const placeAt = (path: string): PlaceId | null => placeIds.find((id) => places[id].path === path) ?? null

/** Menu keys a gateway's setting hides. Hiding is no permission: a typed address still opens. */
export type HiddenMenus = readonly string[]

/** The places in the menu, in its order, for these permissions. */
export const menuOf = (permissions: Permissions, hidden: HiddenMenus): PlaceId[] =>
  placeIds.filter((id) => {
    const { menu, key }: Place = places[id]
    return menu !== null && mayEnter(permissions, places[id]) && (key === null || !hidden.includes(key))
  })

/** Where a signed-in user starts: the first entry of the menu, or null when there is none. */
export const startPlace = (permissions: Permissions): PlaceId | null => menuOf(permissions, [])[0] ?? null
