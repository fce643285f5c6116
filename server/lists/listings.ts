import type { MovementType, PayMethod } from '#contract/options.ts'
import type { LiveList } from '#contract/rows/liveLists.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { CheckoutOrder, PayOrder } from '#contract/rows/orders.ts'
import type { OrderFilter } from '#contract/shapes/orders.ts'
import type { ChangeKind } from '../changes/changes.ts'
import type { Queries } from '../db/database.ts'
import type { Caller } from '../http/caller.ts'
import type { Page, PageRequest } from '../http/lists.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import type { MovementScope } from '../movements/movementFilter.ts'
import { listMovements } from '../movements/movementQueries.ts'
import { paymentPageUrl, REDIRECT_METHODS } from '../orders/channels.ts'
import { asArray } from '../orders/orderFilter.ts'
import { listOrders } from '../orders/orderQueries.ts'
import type { OrderKind } from '../orders/orderRow.ts'
import { visibleScope } from '../orders/visibleOrders.ts'
import { Refusal } from '../refusal.ts'

/** A list: what its rows are, and how a page of those the caller sees is read. */
export interface Listing<Row> {
  kind: ChangeKind
  page(db: Queries, filter: OrderFilter, caller: Caller, wish: PageRequest): Promise<Page<Row>>
}

const orders = (kind: OrderKind): Listing<PayOrder> => ({
  kind,
  page: async (db, filter, { merchant }, wish) => listOrders(db, await visibleScope(db, merchant, kind), filter, wish),
})

const payins = orders('PAYIN')

/** Payins whose payer is sent to a page, with the address of that page. */
const checkouts: Listing<CheckoutOrder> = {
  kind: 'PAYIN',
  async page(db, filter, caller, wish) {
    const page = await payins.page(db, { ...filter, payMethod: pagedOf(filter) }, caller, wish)
    return { ...page, rows: page.rows.map((order) => ({ ...order, checkoutUrl: paymentPageUrl(order.platOrderNo) })) }
  },
}

const pagedOf = ({ payMethod }: OrderFilter): PayMethod[] =>
  REDIRECT_METHODS.filter((method) => payMethod === undefined || asArray(payMethod).includes(method))

/**
 * What an agent sees of the orders of the merchants it brought: nobody's accounts, and not how their books agree. By what it is
 * not shown it does not search either, or the answer would tell.
 */
const agentOrders = (kind: OrderKind): Listing<PayOrder> => ({
  kind,
  async page(db, { review: _, notReview: __, receiveAccount, ...filter }, caller, wish) {
    if (receiveAccount !== undefined) throw new Refusal('VALIDATION_FAILED', { fields: { receiveAccount: 'rule.unknown' } })
    const page = await orders(kind).page(db, filter, caller, wish)
    return { ...page, rows: page.rows.map(masked) }
  },
})

const masked = (order: PayOrder): PayOrder => ({
  ...order,
  platAccountId: null,
  payerAccountNumber: null,
  mobile: null,
  review: null,
  reviewNote: null,
  receiveAccount: order.receiveAccount === null ? null : `****${order.receiveAccount.slice(-4)}`,
})

const records = (types: readonly MovementType[]): Listing<Movement> => ({
  kind: 'RECORD',
  page: async (db, filter, { merchant, language }, wish) =>
    listMovements(db, await visibleMovements(db, merchant, types), filter, wish, language),
})

export const TRANSFERS: readonly MovementType[] = ['TRANSFER_OUT', 'TRANSFER_IN']
export const RECHARGES: readonly MovementType[] = ['RECHARGE_ONLINE', 'RECHARGE_OFFLINE']
export const WITHDRAWS: readonly MovementType[] = ['WITHDRAW']

/** The records of some types that the account sees. */
export const visibleMovements = async (
  db: Queries,
  merchant: MerchantRow,
  types: readonly MovementType[],
): Promise<MovementScope> => ({ merchantNos: await scopeOf(db, merchant), types })

// A transfer within the family would be there twice; who wants a sub-merchant's side asks for that one.
const transfers: Listing<Movement> = {
  kind: 'RECORD',
  page: (db, { merchantNo, ...filter }, caller, wish) =>
    records(TRANSFERS).page(db, { ...filter, merchantNo: merchantNo ?? caller.merchant.merchantNo }, caller, wish),
}

/** Every list of orders and records, under the name of its call. */
export const listings = {
  payinList: payins,
  usdtPayinList: orders('USDT_PAYIN'),
  agentPayinList: agentOrders('PAYIN'),
  checkoutList: checkouts,
  payoutList: orders('PAYOUT'),
  usdtPayoutList: orders('USDT_PAYOUT'),
  agentPayoutList: agentOrders('PAYOUT'),
  rechargeList: records(RECHARGES),
  withdrawList: records(WITHDRAWS),
  transferList: transfers,
} satisfies Record<LiveList, Listing<PayOrder | Movement>>
