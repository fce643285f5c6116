import { type EmptyInput, get, post, postForRows, postQuery } from './call.ts'
import { byAgent, byIdrAccount, byMerchantOrStaff, byNotifier, byOrderOwner, byStaff, byUsdtAccount, ONCE } from './callers.ts'
import type { NotifyPlan, NotifyResult } from './rows/callbacks.ts'
import type { Changes } from './rows/changes.ts'
import type { FoundRows } from './rows/lookup.ts'
import type { Person } from './rows/notes.ts'
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
import type { LookupQuery } from './shapes/lookup.ts'
import type { AddNote, AssignOrder } from './shapes/notes.ts'
import type {
  ChangesQuery,
  ChannelQuery,
  ExportQuery,
  NotifyOrder,
  NotifyPlanQuery,
  OrderFilter,
  PagedOrders,
  PayinAction,
  PayinDecision,
  PayoutAction,
  ReceiptQuery,
  ReviewOrder,
  VaNumber,
} from './shapes/orders.ts'
import type { Simulate, SimulatePayout } from './shapes/simulation.ts'

const orderRows = (path: string, who: ReturnType<typeof byAgent>) => postForRows<PagedOrders, PayOrder>(path, who)

const TRAIL = { source: 'trails' } as const
const SIMULATION = { query: 'all', ...ONCE } as const

/** Calls about orders: lists, single orders and actions. */
export const orderCalls = {
  checkoutList: postForRows<PagedOrders, CheckoutOrder>('/api/transaction/checkout-list', byIdrAccount('checkout_list')),
  payoutList: orderRows('/api/transaction/payout', byIdrAccount('payout')),
  usdtPayoutList: orderRows('/api/transaction/usdt/payout', byUsdtAccount('payout')),
  payoutCount: postQuery<OrderFilter, PayoutSummary>('/api/transaction/payout-count', byIdrAccount('payout')),
  payoutTrail: get<{ id: string }, OrderTrail>('/api/transaction/payout/:id/trail', byOrderOwner('payout', TRAIL)),
  payoutNotify: post<NotifyOrder, NotifyResult>('/api/transaction/payout/notify', byIdrAccount('payout_notify')),
  usdtPayoutNotify: post<NotifyOrder, NotifyResult>('/api/transaction/usdt/payout/notify', byUsdtAccount('payout_notify')),
  payoutAction: post<PayoutAction, PayOrder>('/api/transaction/payout/:id', byIdrAccount('payout_action', ONCE)),
  payoutReceipt: get<ReceiptQuery, Receipt>('/api/transaction/receipt', byIdrAccount('payout_receipt')),
  notifyPlan: postQuery<NotifyPlanQuery, NotifyPlan>('/api/transaction/notify-plan', { ...byNotifier, source: 'notify-plan' }),
  simulatePayout: post<SimulatePayout, SimulationResult>(
    '/api/simulation/payout',
    byMerchantOrStaff('simulate_payout', SIMULATION),
  ),
  exportPayout: get<ExportQuery, Blob>('/api/merchant/export/payout', byOrderOwner('payout_export', { reply: 'file' })),
  payinList: orderRows('/api/transaction/payin', byIdrAccount('payin')),
  usdtPayinList: orderRows('/api/transaction/usdt/payin', byUsdtAccount('payin')),
  agentPayinList: orderRows('/api/agent/txn/payin', byAgent('payin')),
  agentPayoutList: orderRows('/api/agent/txn/payout', byAgent('payout')),
  payinCount: postQuery<OrderFilter, PayinSummary>('/api/transaction/payin-count', byIdrAccount('payin')),
  payinTrail: get<{ id: string }, OrderTrail>('/api/transaction/payin/:id/trail', byOrderOwner('payin', TRAIL)),
  // Changes of a list since a mark. Requires the permission of the list itself.
  changes: postQuery<ChangesQuery, Changes>('/api/transaction/changes', { endsSession: false, source: 'changes' }),
  // The newest rows with a number, of several lists. Requires the permission of each list.
  lookUp: postQuery<LookupQuery, FoundRows[]>('/api/transaction/lookup', { source: 'lookup' }),
  vaNumber: postQuery<VaNumber, PayOrder[]>('/api/transaction/vanumber', byIdrAccount('va_lookup')),
  payChannels: get<ChannelQuery, PayChannel[]>('/api/transaction/pay-channel', byOrderOwner(null)),
  payinNotify: post<NotifyOrder, NotifyResult>('/api/transaction/payin/notify', byIdrAccount('payin_notify')),
  usdtPayinNotify: post<NotifyOrder, NotifyResult>('/api/transaction/usdt/payin/notify', byUsdtAccount('payin_notify')),
  // Sets the reconciliation mark of a payin or payout.
  reviewOrder: post<ReviewOrder, PayOrder>('/api/transaction/review', { ...byNotifier, ...ONCE, source: 'reviews' }),
  // Notes on a payin or payout, and its assignment. They take effect once, so that a repeated request adds no second entry.
  addNote: post<AddNote, PayOrder>('/api/transaction/note', { ...byNotifier, ...ONCE, source: 'notes' }),
  assignOrder: post<AssignOrder, PayOrder>('/api/transaction/assign', { ...byNotifier, ...ONCE, source: 'notes' }),
  // The accounts that the caller may assign, itself first.
  people: get<EmptyInput, Person[]>('/api/transaction/people', byOrderOwner(['payin', 'payout'], { source: 'notes' })),
  payinAction: post<PayinAction, PayOrder>('/api/transaction/payin/:id', byIdrAccount('payin_action', ONCE)),
  // Staff accept the amount that was paid for a payin in EXCEPTION, or reject it.
  decidePayin: post<PayinDecision, PayOrder>(
    '/api/plat/payin/:id',
    byStaff('plat_payin_exception', { ...ONCE, source: 'payin-exceptions' }),
  ),
  simulatePayin: post<Simulate, SimulationResult>('/api/simulation/payin', byMerchantOrStaff('simulate_payin', SIMULATION)),
  exportPayin: get<ExportQuery, Blob>('/api/merchant/export/payin', byOrderOwner('payin_export', { reply: 'file' })),
} as const
