import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { conditionsIn } from '#contract/filterTree.ts'
import { type OrderKind, RECHARGES, TRANSFERS } from '#contract/kinds.ts'
import type { MovementType, PayMethod } from '#contract/options.ts'
import { LIVE_LIST_NAMES, type LiveList } from '#contract/rows/liveLists.ts'
import type { FoundRows } from '#contract/rows/lookup.ts'
import type { Movement } from '#contract/rows/movements.ts'
import type { CheckoutOrder, PayOrder } from '#contract/rows/orders.ts'
import { LookupQuery } from '#contract/shapes/lookup.ts'
import { ChangesQuery, type OrderFilter, PagedOrders } from '#contract/shapes/orders.ts'
import type { ChangeKind } from '../changes/changes.ts'
import { createInTurn } from '../changes/inTurn.ts'
import { listChanges } from '../changes/listChanges.ts'
import type { Queries } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import { type Caller, mayCall } from '../http/caller.ts'
import type { Page, PageRequest } from '../http/lists.ts'
import { serve, serveList, serveSearch } from '../http/serve.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import type { MovementScope } from '../movements/movementFilter.ts'
import { listMovements } from '../movements/movementQueries.ts'
import { paymentPageUrl, REDIRECT_METHODS } from '../orders/channels.ts'
import { asArray } from '../orders/orderFilter.ts'
import { listOrders } from '../orders/orderQueries.ts'
import { readTree } from '../orders/treeCondition.ts'
import { visibleScope } from '../orders/visibleOrders.ts'
import { invalidField, Refusal } from '../refusal.ts'

/** A list: the kind of its rows, and how to read a page of those the caller may see. */
export interface Listing<Row> {
  kind: ChangeKind
  page(db: Queries, filter: OrderFilter, caller: Caller, pageRequest: PageRequest): Promise<Page<Row>>
}

const orders = (kind: OrderKind): Listing<PayOrder> => ({
  kind,
  page: async (db, filter, { merchant }, pageRequest) =>
    listOrders(db, await visibleScope(db, merchant, kind), filter, pageRequest),
})

const payins = orders('PAYIN')

/** Payins that redirect the payer, with the URL of the payment page. */
const checkouts: Listing<CheckoutOrder> = {
  kind: 'PAYIN',
  async page(db, filter, caller, pageRequest) {
    const page = await payins.page(db, { ...filter, payMethod: redirectMethods(filter) }, caller, pageRequest)
    return { ...page, rows: page.rows.map((order) => ({ ...order, checkoutUrl: paymentPageUrl(order.id) })) }
  },
}

const redirectMethods = ({ payMethod }: OrderFilter): PayMethod[] =>
  REDIRECT_METHODS.filter((method) => payMethod === undefined || asArray(payMethod).includes(method))

/**
 * Orders of the merchants of an agent. Account numbers and reviews are masked, and filters on masked fields are rejected or
 * ignored, because their results would reveal the values.
 */
const agentOrders = (kind: OrderKind): Listing<PayOrder> => ({
  kind,
  async page(db, { review: _, notReview: __, receiveAccount, ...filter }, caller, pageRequest) {
    if (receiveAccount !== undefined) throw invalidField('receiveAccount', 'rule.unknown')
    if (filter.where !== undefined && hasMaskedConditions(filter.where)) throw invalidField('where', 'rule.unknown')
    const page = await orders(kind).page(db, filter, caller, pageRequest)
    return { ...page, rows: page.rows.map(mask) }
  },
})

const MASKED_CONDITIONS: readonly (keyof OrderFilter)[] = ['review', 'notReview', 'receiveAccount']

const hasMaskedConditions = (where: string): boolean =>
  conditionsIn(readTree(where)).some((conditions) => MASKED_CONDITIONS.some((name) => conditions[name] !== undefined))

const mask = (order: PayOrder): PayOrder => ({
  ...order,
  platAccountId: null,
  payerAccountNumber: null,
  mobile: null,
  remark: null,
  review: null,
  reviewNote: null,
  receiveAccount: order.receiveAccount === null ? null : `****${order.receiveAccount.slice(-4)}`,
})

const records = (types: readonly MovementType[]): Listing<Movement> => ({
  kind: 'RECORD',
  page: async (db, filter, { merchant, language }, pageRequest) =>
    listMovements(db, await visibleMovements(db, merchant, types), filter, pageRequest, language),
})

export const visibleMovements = async (
  db: Queries,
  merchant: MerchantRow,
  types: readonly MovementType[],
): Promise<MovementScope> => ({ merchantNos: await scopeOf(db, merchant), types })

// Only the merchant's own side by default: a transfer to a sub-merchant would appear twice.
const transfers: Listing<Movement> = {
  kind: 'RECORD',
  page: (db, { merchantNo, ...filter }, caller, pageRequest) =>
    records(TRANSFERS).page(db, { ...filter, merchantNo: merchantNo ?? caller.merchant.merchantNo }, caller, pageRequest),
}

/** Every list of orders and movements, by the name of its call. */
export const listings = {
  payinList: payins,
  usdtPayinList: orders('USDT_PAYIN'),
  agentPayinList: agentOrders('PAYIN'),
  checkoutList: checkouts,
  payoutList: orders('PAYOUT'),
  usdtPayoutList: orders('USDT_PAYOUT'),
  agentPayoutList: agentOrders('PAYOUT'),
  rechargeList: records(RECHARGES),
  withdrawList: records(['WITHDRAW']),
  transferList: transfers,
} satisfies Record<LiveList, Listing<PayOrder | Movement>>

/** After an event, each console with an open list asks what has changed. Payments must not wait in the queue of the pool behind them. */
const CHANGES_AT_ONCE = 2

/** A number is looked up for its newest rows. */
const FOUND_ROWS = { page: 1, offset: 0, limit: 10, totals: false }

/** The lists of orders and movements, the rows of several by number, and the changes of each list since a mark. */
export function listRoutes(app: FastifyInstance, { db }: Gateway): void {
  const inTurn = createInTurn(CHANGES_AT_ONCE)
  for (const list of LIVE_LIST_NAMES) {
    serveList(app, calls[list], PagedOrders, (filter, caller, page) => listings[list].page(db, filter, caller, page))
  }

  serveSearch(app, calls.lookUp, LookupQuery, async ({ rounds }, caller) => {
    for (const { list } of rounds.flat()) assertMayRead(caller, list)
    for (const round of rounds) {
      const found: FoundRows[] = []
      for (const { list, ...filter } of round) {
        const { rows } = await listings[list].page(db, filter, caller, FOUND_ROWS)
        if (rows.length > 0) found.push({ list, rows: rows.slice(0, FOUND_ROWS.limit) })
      }
      if (found.length > 0) return found
    }
    return []
  })

  serve(app, calls.changes, ChangesQuery, ({ list, since, told = since, ...filter }, caller) => {
    assertMayRead(caller, list)
    const answer = () => listChanges(db, listings[list], { filter, since, told }, caller)
    // A mark alone is read at once: the console counts changes from then on.
    return since === undefined ? answer() : inTurn(answer)
  })
}

function assertMayRead({ merchant }: Caller, list: LiveList): void {
  if (!mayCall(merchant, calls[list])) throw new Refusal('FORBIDDEN')
}
