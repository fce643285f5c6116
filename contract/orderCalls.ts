import type { AccountKind } from './authority.ts'
import { get, post, postForRows } from './call.ts'
import { NOTIFY_PERMISSIONS, ORDER_CALLERS } from './callers.ts'
import type { NotifyPlan, NotifyResult } from './rows/callbacks.ts'
import type { Changes } from './rows/changes.ts'
import type {
  CheckoutOrder,
  OrderTrail,
  PayChannel,
  PayinSummary,
  PayOrder,
  PayoutSummary,
  Receipt,
  SimulationResult,
} from './rows/orders.ts'
import type {
  ChangesQuery,
  ChannelQuery,
  ExportQuery,
  NotifyOrder,
  NotifyPlanQuery,
  OrderFilter,
  PagedOrders,
  PayinAction,
  PayoutAction,
  ReceiptQuery,
  ReviewOrder,
  VaNumber,
} from './shapes/orders.ts'
import type { Simulate, SimulatePayout } from './shapes/simulation.ts'

const IDR_CALLERS: AccountKind[] = ['normal', 'subMerchant', 'staff']

/** Calls about orders: lists, single orders and actions. */
export const orderCalls = {
  checkoutList: postForRows<PagedOrders, CheckoutOrder>('/api/transaction/checkout-list', {
    callers: IDR_CALLERS,
    permission: 'checkout_list',
  }),
  payoutList: postForRows<PagedOrders, PayOrder>('/api/transaction/payout', {
    callers: IDR_CALLERS,
    permission: 'payout',
  }),
  usdtPayoutList: postForRows<PagedOrders, PayOrder>('/api/transaction/usdt/payout', {
    callers: ['umerchant', 'staff'],
    permission: 'payout',
  }),
  payoutCount: post<OrderFilter, PayoutSummary>('/api/transaction/payout-count', {
    body: 'json',
    callers: IDR_CALLERS,
    permission: 'payout',
    mutates: false,
  }),
  payoutTrail: get<{ id: string }, OrderTrail>('/api/transaction/payout/:id/trail', {
    callers: ORDER_CALLERS,
    permission: 'payout',
  }),
  payoutNotify: post<NotifyOrder, NotifyResult>('/api/transaction/payout/notify', {
    callers: IDR_CALLERS,
    permission: 'payout_notify',
  }),
  usdtPayoutNotify: post<NotifyOrder, NotifyResult>('/api/transaction/usdt/payout/notify', {
    callers: ['umerchant', 'staff'],
    permission: 'payout_notify',
  }),
  payoutAction: post<PayoutAction, PayOrder>('/api/transaction/payout/:id', {
    callers: IDR_CALLERS,
    permission: 'payout_action',
    idempotent: true,
  }),
  payoutReceipt: get<ReceiptQuery, Receipt>('/api/transaction/receipt', {
    callers: IDR_CALLERS,
    permission: 'payout_receipt',
  }),
  // Not in the specification: preview of a bulk notify.
  notifyPlan: post<NotifyPlanQuery, NotifyPlan>('/api/transaction/notify-plan', {
    body: 'json',
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
    mutates: false,
  }),
  simulatePayout: post<SimulatePayout, SimulationResult>('/api/simulation/payout', {
    query: ['merchantOrderNo', 'outcome', 'notify'],
    callers: ['normal', 'staff'],
    permission: 'simulate_payout',
    idempotent: true,
  }),
  exportPayout: get<ExportQuery, Blob>('/api/merchant/export/payout', {
    reply: 'file',
    callers: ORDER_CALLERS,
    permission: 'payout_export',
  }),
  payinList: postForRows<PagedOrders, PayOrder>('/api/transaction/payin', {
    callers: IDR_CALLERS,
    permission: 'payin',
  }),
  usdtPayinList: postForRows<PagedOrders, PayOrder>('/api/transaction/usdt/payin', {
    callers: ['umerchant', 'staff'],
    permission: 'payin',
  }),
  agentPayinList: postForRows<PagedOrders, PayOrder>('/api/agent/txn/payin', {
    callers: ['delegate'],
    permission: 'payin',
  }),
  agentPayoutList: postForRows<PagedOrders, PayOrder>('/api/agent/txn/payout', {
    callers: ['delegate'],
    permission: 'payout',
  }),
  payinCount: post<OrderFilter, PayinSummary>('/api/transaction/payin-count', {
    body: 'json',
    callers: IDR_CALLERS,
    permission: 'payin',
    mutates: false,
  }),
  // Not in the specification: the history of one order.
  payinTrail: get<{ id: string }, OrderTrail>('/api/transaction/payin/:id/trail', {
    callers: ORDER_CALLERS,
    permission: 'payin',
  }),
  // Not in the specification: changes of a list since a mark. Requires the permission of the list itself.
  changes: post<ChangesQuery, Changes>('/api/transaction/changes', { body: 'json', mutates: false, endsSession: false }),
  vaNumber: post<VaNumber, PayOrder[]>('/api/transaction/vanumber', {
    body: 'json',
    callers: IDR_CALLERS,
    permission: 'va_lookup',
    mutates: false,
  }),
  payChannels: get<ChannelQuery, PayChannel[]>('/api/transaction/pay-channel', { callers: ORDER_CALLERS }),
  payinNotify: post<NotifyOrder, NotifyResult>('/api/transaction/payin/notify', {
    callers: IDR_CALLERS,
    permission: 'payin_notify',
  }),
  usdtPayinNotify: post<NotifyOrder, NotifyResult>('/api/transaction/usdt/payin/notify', {
    callers: ['umerchant', 'staff'],
    permission: 'payin_notify',
  }),
  // Not in the specification: sets the reconciliation mark of a payin or payout.
  reviewOrder: post<ReviewOrder, PayOrder>('/api/transaction/review', {
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
  }),
  payinAction: post<PayinAction, PayOrder>('/api/transaction/payin/:id', {
    callers: IDR_CALLERS,
    permission: 'payin_action',
    idempotent: true,
  }),
  simulatePayin: post<Simulate, SimulationResult>('/api/simulation/payin', {
    query: ['merchantOrderNo', 'outcome', 'notify'],
    callers: ['normal', 'staff'],
    permission: 'simulate_payin',
    idempotent: true,
  }),
  exportPayin: get<ExportQuery, Blob>('/api/merchant/export/payin', {
    reply: 'file',
    callers: ORDER_CALLERS,
    permission: 'payin_export',
  }),
} as const
