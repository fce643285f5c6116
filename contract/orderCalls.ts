import type { AccountKind } from './authority.ts'
import { get, post, postForRows } from './call.ts'
import { merchants, NOTIFY } from './callers.ts'
import type * as money from './moneyRows.ts'
import type * as moneyShapes from './moneyShapes.ts'
import type { Changes, NotifyResult, OrderTrail, PayChannel, PayinSummary, PayOrder, SimulationResult } from './rows.ts'
import type {
  ChangesQuery,
  ChannelQuery,
  ExportQuery,
  NotifyOrder,
  OrderFilter,
  PagedOrders,
  PayinAction,
  ReviewOrder,
  Simulate,
  VaNumber,
} from './shapes.ts'

const rupiah: AccountKind[] = ['normal', 'subMerchant', 'staff']

/** The rows of the call table about orders: lists of them, one of them, and what can be done with them. */
export const orderCalls = {
  checkoutList: postForRows<PagedOrders, money.CheckoutOrder>('/api/transaction/checkout-list', {
    who: rupiah,
    key: 'checkout_list',
  }),
  payoutList: postForRows<PagedOrders, PayOrder>('/api/transaction/payout', {
    who: rupiah,
    key: 'payout',
  }),
  usdtPayoutList: postForRows<PagedOrders, PayOrder>('/api/transaction/usdt/payout', {
    who: ['umerchant', 'staff'],
    key: 'payout',
  }),
  payoutCount: post<OrderFilter, money.PayoutSummary>('/api/transaction/payout-count', {
    body: 'json',
    who: rupiah,
    key: 'payout',
    changes: false,
  }),
  payoutTrail: get<{ id: string }, OrderTrail>('/api/transaction/payout/:id/trail', { who: merchants, key: 'payout' }),
  payoutNotify: post<NotifyOrder, NotifyResult>('/api/transaction/payout/notify', { who: rupiah, key: 'payout_notify' }),
  usdtPayoutNotify: post<NotifyOrder, NotifyResult>('/api/transaction/usdt/payout/notify', {
    who: ['umerchant', 'staff'],
    key: 'payout_notify',
  }),
  payoutAction: post<moneyShapes.PayoutAction, PayOrder>('/api/transaction/payout/:id', {
    who: rupiah,
    key: 'payout_action',
    money: true,
  }),
  payoutReceipt: get<moneyShapes.ReceiptQuery, money.Receipt>('/api/transaction/receipt', {
    who: rupiah,
    key: 'payout_receipt',
  }),
  // Ours: what a notify of many would do, before it is done.
  notifyPlan: post<moneyShapes.NotifyPlanQuery, money.NotifyPlan>('/api/transaction/notify-plan', {
    body: 'json',
    who: merchants,
    key: NOTIFY,
    changes: false,
  }),
  simulatePayout: post<moneyShapes.SimulatePayout, SimulationResult>('/api/simulation/payout', {
    query: ['merchantOrderNo', 'outcome', 'notify'],
    who: ['normal', 'staff'],
    key: 'simulate_payout',
    money: true,
  }),
  exportPayout: get<ExportQuery, Blob>('/api/merchant/export/payout', { reply: 'file', who: merchants, key: 'payout_export' }),
  payinList: postForRows<PagedOrders, PayOrder>('/api/transaction/payin', {
    who: rupiah,
    key: 'payin',
  }),
  usdtPayinList: postForRows<PagedOrders, PayOrder>('/api/transaction/usdt/payin', {
    who: ['umerchant', 'staff'],
    key: 'payin',
  }),
  agentPayinList: postForRows<PagedOrders, PayOrder>('/api/agent/txn/payin', {
    who: ['delegate'],
    key: 'payin',
  }),
  agentPayoutList: postForRows<PagedOrders, PayOrder>('/api/agent/txn/payout', {
    who: ['delegate'],
    key: 'payout',
  }),
  payinCount: post<OrderFilter, PayinSummary>('/api/transaction/payin-count', {
    body: 'json',
    who: rupiah,
    key: 'payin',
    changes: false,
  }),
  // Ours: everything that happened to one order. A console in front of another gateway does without.
  payinTrail: get<{ id: string }, OrderTrail>('/api/transaction/payin/:id/trail', { who: merchants, key: 'payin' }),
  // Ours: what has happened to a list since it was read. Who may call the list may call this.
  changes: post<ChangesQuery, Changes>('/api/transaction/changes', { body: 'json', changes: false, logout: false }),
  vaNumber: post<VaNumber, PayOrder[]>('/api/transaction/vanumber', {
    body: 'json',
    who: rupiah,
    key: 'va_lookup',
    changes: false,
  }),
  payChannels: get<ChannelQuery, PayChannel[]>('/api/transaction/pay-channel', { who: merchants }),
  payinNotify: post<NotifyOrder, NotifyResult>('/api/transaction/payin/notify', { who: rupiah, key: 'payin_notify' }),
  usdtPayinNotify: post<NotifyOrder, NotifyResult>('/api/transaction/usdt/payin/notify', {
    who: ['umerchant', 'staff'],
    key: 'payin_notify',
  }),
  // Ours: marks an order of either direction as reconciled, or as what does not agree.
  reviewOrder: post<ReviewOrder, PayOrder>('/api/transaction/review', { who: merchants, key: NOTIFY }),
  payinAction: post<PayinAction, PayOrder>('/api/transaction/payin/:id', { who: rupiah, key: 'payin_action', money: true }),
  simulatePayin: post<Simulate, SimulationResult>('/api/simulation/payin', {
    query: ['merchantOrderNo', 'outcome', 'notify'],
    who: ['normal', 'staff'],
    key: 'simulate_payin',
    money: true,
  }),
  exportPayin: get<ExportQuery, Blob>('/api/merchant/export/payin', { reply: 'file', who: merchants, key: 'payin_export' }),
} as const
