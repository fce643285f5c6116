import type { AccountKind, PermissionKey } from './authority.ts'
import { get, post, put } from './call.ts'
import { guestCalls } from './guestCalls.ts'
import type {
  Activity,
  AgentMerchantData,
  CallbackHealth,
  Deed,
  IpLists,
  MerchantBank,
  MerchantSecret,
  OtpEnrolment,
  OtpState,
  PlatMerchant,
  RedeliveryPlan,
  SubMerchant,
} from './merchantRows.ts'
import type * as merchantShapes from './merchantShapes.ts'
import type * as money from './moneyRows.ts'
import type * as moneyShapes from './moneyShapes.ts'
import type { OptionTexts } from './options.ts'
import type {
  AccountInfo,
  Balance,
  Changes,
  LiveKind,
  Merchant,
  MerchantChoice,
  MerchantMethod,
  Notice,
  NotifyResult,
  OpenPayin,
  OrderTrail,
  PayChannel,
  PayinSummary,
  PayOrder,
  SavedView,
  SimulationResult,
} from './rows.ts'
import type {
  ChangesQuery,
  ChannelQuery,
  CreatePayin,
  ExportQuery,
  NotifyOrder,
  OrderFilter,
  PagedOrders,
  PayinAction,
  ReviewOrder,
  SaveView,
  Simulate,
  VaNumber,
  ViewName,
} from './shapes.ts'
import type { Health, SystemConfig } from './systemRows.ts'

type Nothing = Record<string, never>

const PAGING = ['offset', 'limit', 'page', 'sort'] as const
const signers: AccountKind[] = ['normal', 'umerchant']
const merchants: AccountKind[] = ['normal', 'subMerchant', 'umerchant', 'staff']
const NOTIFY: PermissionKey[] = ['payin_notify', 'payout_notify']
const rupiah: AccountKind[] = ['normal', 'subMerchant', 'staff']

/** Every call of the gateway, once. The client sends by it, the gateway serves by it, the tests hold both to it. */
export const calls = {
  ...guestCalls,

  enums: get<{ locales?: string }, OptionTexts>('/api/index/enums'),
  // A background poll must not throw the user out; the next call of his own will.
  notices: get<Nothing, Notice[]>('/api/index/notices', { logout: false }),
  // Ours: says that something happened, and of what kind, as it happens. What it was is asked for.
  events: get<Nothing, LiveKind>('/api/index/events', { reply: 'events', logout: false }),
  clearNotices: post<{ type: string }, { remaining: number }>('/api/index/notices/clear'),
  // Ours: how an account likes to look at its lists, the same in every browser. Looking is allowed to whoever may do nothing else.
  views: get<Nothing, SavedView[]>('/api/index/views'),
  saveView: put<SaveView, SavedView[]>('/api/index/views', { changes: false }),
  removeView: post<ViewName, SavedView[]>('/api/index/views/remove', { changes: false }),
  systemConfig: get<Nothing, SystemConfig>('/api/index/system-config'),

  dashboard: get<Nothing, money.Dashboard>('/api/index/', { who: merchants, key: ['dashboard', 'dashboard_usdt'] }),
  dailyChart: get<Nothing, money.DaySummary[]>('/api/index/daily-chart', {
    who: merchants,
    key: ['dashboard', 'dashboard_usdt'],
  }),
  activities: get<Nothing, Activity[]>('/api/index/activities'),
  // Ours: what the caller did himself, from any browser.
  deeds: post<merchantShapes.PagedDeeds, Deed[]>('/api/index/deeds', { body: 'json', query: PAGING, reply: 'rows' }),

  resetPassword: post<merchantShapes.NewPassword, { changed: true }>('/api/merchant/reset-pwd', { query: ['pwd', 'pwd2'] }),
  resetTxnPassword: post<merchantShapes.NewPassword, { changed: true }>('/api/merchant/reset-txn-pwd', {
    query: ['pwd', 'pwd2'],
    who: signers,
    key: 'txn_password',
  }),
  resetOtpStatus: post<merchantShapes.OtpStatus, OtpState>('/api/plat/merchant/reset-otp-status', {
    who: ['normal', 'umerchant', 'staff'],
    key: ['plat_reset_otp_status', 'otp_switch'],
    money: true,
  }),
  resetOtpSecret: post<merchantShapes.OtpSecret, OtpState>('/api/plat/merchant/reset-otp-secret', {
    who: ['staff'],
    key: 'plat_reset_otp_secret',
    money: true,
  }),
  // Ours: a secret for the caller's own authenticator; switching on with a code of it is what puts it to use.
  enrolOtp: post<Nothing, OtpEnrolment>('/api/merchant/otp-enrolment', { who: signers, key: 'otp_switch' }),
  // Ours: the account somebody asks staff about.
  platMerchant: get<merchantShapes.MerchantSought, PlatMerchant>('/api/plat/merchant', { who: ['staff'], key: 'plat_otp' }),
  // Ours: staff let a merchant work, stop it, freeze it, and let it go again.
  merchantStatus: post<merchantShapes.StatusChange, Merchant>('/api/plat/merchant/status', {
    who: ['staff'],
    key: 'plat_merchant_status',
    money: true,
  }),
  merchantBanks: get<Nothing, MerchantBank[]>('/api/merchant/bank', { who: merchants }),
  ipLists: get<Nothing, IpLists>('/api/merchant/ip-list', { who: signers, key: 'merchant_iplist' }),
  updateIpLists: post<merchantShapes.IpLists, IpLists>('/api/merchant/ip-list', {
    who: signers,
    key: 'iplist_update',
    money: true,
  }),
  merchantSecret: get<merchantShapes.SecretOf, MerchantSecret>('/api/merchant/secret', {
    who: signers,
    key: 'merchant_secret',
  }),
  changeSecret: post<merchantShapes.SecretChange, MerchantSecret>('/api/merchant/secret', {
    who: signers,
    key: ['secret_update', 'secret_reset'],
    money: true,
  }),
  // Ours: how callbacks fare, by the address they go to, and what can be done about it.
  callbackHealth: get<merchantShapes.CallbacksOf, CallbackHealth[]>('/api/merchant/callbacks', { who: merchants, key: NOTIFY }),
  enableCallbacks: post<merchantShapes.CallbackAddress, { enabled: boolean }>('/api/merchant/callbacks/enable', {
    who: merchants,
    key: NOTIFY,
  }),
  redeliveryPlan: get<merchantShapes.CallbackAddress, RedeliveryPlan>('/api/merchant/callbacks/redelivery', {
    who: merchants,
    key: NOTIFY,
  }),
  redeliver: post<merchantShapes.CallbackAddress, { queued: number }>('/api/merchant/callbacks/redelivery', {
    who: merchants,
    key: NOTIFY,
  }),
  cancelRedelivery: post<merchantShapes.CallbackAddress, { cancelled: number }>('/api/merchant/callbacks/redelivery/cancel', {
    who: merchants,
    key: NOTIFY,
  }),
  createSubMerchant: post<merchantShapes.CreateSubMerchant, Merchant>('/api/merchant/create', {
    who: ['normal'],
    key: 'sub_create',
    money: true,
  }),
  subMerchants: post<merchantShapes.PagedSubMerchants, SubMerchant[]>('/api/account/sub', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['normal'],
    key: 'merchant_sub',
  }),
  addSubMerchant: put<merchantShapes.AddSubMerchant, Merchant>('/api/account/sub', {
    who: ['normal'],
    key: 'sub_create',
    money: true,
  }),
  updateSubMerchant: put<merchantShapes.UpdateSubMerchant, Merchant>('/api/account/update-sub', {
    who: ['normal'],
    key: 'sub_update',
    money: true,
  }),

  merchantInfo: get<Nothing, Merchant>('/api/merchant/info'),
  merchantMethods: get<Nothing, MerchantMethod[]>('/api/merchant/method', { who: merchants }),
  accountInfo: get<Nothing, AccountInfo>('/api/account/info', {
    who: ['normal', 'subMerchant', 'umerchant'],
    key: ['account_info', 'account_detail', 'dashboard', 'dashboard_usdt'],
  }),

  accountDaily: get<moneyShapes.PagedDays, money.AccountDay[]>('/api/account/daily', {
    reply: 'rows',
    who: ['normal'],
    key: 'account_daily',
  }),
  accountDetail: get<moneyShapes.PagedEntries, money.AccountEntry[]>('/api/account/detail', {
    reply: 'rows',
    who: ['normal', 'subMerchant'],
    key: 'account_detail',
  }),
  // Ours: whether every movement goes on where the one before it ended. Nobody asked for it by hand, so nobody is thrown out.
  accountCheck: get<moneyShapes.EntryCheck, money.CheckedEntries>('/api/account/detail/check', {
    who: ['normal', 'subMerchant'],
    key: 'account_detail',
    logout: false,
  }),
  transfer: post<moneyShapes.Transfer, money.MoneyRecord>('/api/account/transfer', {
    body: 'json',
    who: ['normal'],
    key: 'transfer_submit',
    money: true,
  }),
  withdraw: post<moneyShapes.Withdraw, money.MoneyRecord>('/api/account/withdraw', {
    body: 'json',
    who: ['normal'],
    key: 'withdraw_submit',
    money: true,
  }),
  rechargeOnline: post<moneyShapes.OnlineRecharge, money.RechargeInstruction>('/api/account/recharge-online', {
    body: 'json',
    who: ['normal'],
    key: 'recharge_online',
    money: true,
  }),
  offlineRecharge: get<Nothing, money.OfflineRechargeInfo>('/api/account/recharge-offline', {
    who: ['normal'],
    key: 'recharge_offline',
  }),
  rechargeOffline: post<moneyShapes.OfflineRecharge, money.MoneyRecord>('/api/account/recharge-offline', {
    body: 'json',
    who: ['normal'],
    key: 'recharge_offline',
    money: true,
  }),
  checkRecharge: post<{ id: string }, money.MoneyRecord>('/api/account/recharge-offline-check/:id', {
    who: ['normal'],
    key: 'recharge_offline',
    money: true,
  }),
  // Ours: takes a withdraw or transfer back while it is on hold.
  cancelRecord: post<{ id: string }, money.MoneyRecord>('/api/account/record/:id/cancel', {
    who: ['normal'],
    key: ['withdraw_submit', 'transfer_submit'],
    money: true,
  }),
  // Ours: what the caller can still take back.
  heldRecords: get<Nothing, money.MoneyRecord[]>('/api/account/held', {
    who: ['normal'],
    key: ['withdraw_submit', 'transfer_submit'],
  }),
  // Ours: everything that happened to one record.
  recordTrail: get<{ id: string }, money.RecordTrail>('/api/account/record/:id/trail', {
    who: ['normal', 'staff'],
    key: ['account_transfer', 'recharge_list', 'withdraw_list'],
  }),
  transferList: post<PagedOrders, money.MoneyRecord[]>('/api/transaction/merchant-transfer', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['normal'],
    key: 'account_transfer',
  }),
  rechargeList: post<PagedOrders, money.MoneyRecord[]>('/api/transaction/merchant-recharge', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['normal', 'staff'],
    key: 'recharge_list',
  }),
  withdrawList: post<PagedOrders, money.MoneyRecord[]>('/api/transaction/merchant-withdraw', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['normal', 'staff'],
    key: 'withdraw_list',
  }),

  checkoutList: post<PagedOrders, money.CheckoutOrder[]>('/api/transaction/checkout-list', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: rupiah,
    key: 'checkout_list',
  }),
  payoutList: post<PagedOrders, PayOrder[]>('/api/transaction/payout', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: rupiah,
    key: 'payout',
  }),
  usdtPayoutList: post<PagedOrders, PayOrder[]>('/api/transaction/usdt/payout', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
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
  exportDetail: get<moneyShapes.EntryExport, Blob>('/api/merchant/export/detail', {
    reply: 'file',
    who: ['normal', 'subMerchant'],
    key: 'detail_export',
  }),

  payinList: post<PagedOrders, PayOrder[]>('/api/transaction/payin', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: rupiah,
    key: 'payin',
  }),
  usdtPayinList: post<PagedOrders, PayOrder[]>('/api/transaction/usdt/payin', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['umerchant', 'staff'],
    key: 'payin',
  }),
  agentPayinList: post<PagedOrders, PayOrder[]>('/api/agent/txn/payin', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['delegate'],
    key: 'payin',
  }),
  agentPayoutList: post<PagedOrders, PayOrder[]>('/api/agent/txn/payout', {
    body: 'json',
    query: PAGING,
    reply: 'rows',
    who: ['delegate'],
    key: 'payout',
  }),
  agentDashboard: get<merchantShapes.AgentRange, money.AgentDashboard>('/api/agent/dashboard/index', {
    who: ['delegate'],
    key: 'dashboard',
  }),
  agentLatest: get<merchantShapes.AgentRange, money.AgentDay[]>('/api/agent/dashboard/latest', {
    who: ['delegate'],
    key: 'dashboard',
  }),
  agentMerchantData: get<merchantShapes.AgentMerchant, AgentMerchantData>('/api/agent/merchant/merchant-data', {
    who: ['delegate'],
    key: 'merchant_list',
  }),
  agentMerchants: get<Nothing, Merchant[]>('/api/agent/merchant/list', {
    who: ['delegate'],
    key: ['merchant_list', 'dashboard', 'payin', 'payout'],
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
  merchantChoices: get<Nothing, MerchantChoice[]>('/api/transaction/merchant', { who: ['normal', 'staff'] }),
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

  exception: get<{ code: string }, never>('/api/exception/:code', { who: 'guest' }),
  health: get<Nothing, Health>('/healthz', { who: 'guest', reply: 'body', logout: false }),

  // For a monitoring system, and by default only from the machine itself.
  metrics: get<Nothing, Blob>('/metrics', { who: 'guest', reply: 'file', logout: false }),
  // For people and their tools; the console only links to it.
  docs: get<Nothing, Blob>('/docs/', { who: 'guest', reply: 'file', logout: false }),

  // The merchant API: signed with the merchant's secret instead of a session.
  openPayin: post<CreatePayin, OpenPayin>('/openapi/payin', { body: 'json', who: 'guest', money: true, logout: false }),
  openPayout: post<moneyShapes.CreatePayout, money.OpenPayout>('/openapi/payout', {
    body: 'json',
    who: 'guest',
    money: true,
    logout: false,
  }),
  openOrder: get<moneyShapes.OpenOrderQuery, money.OpenOrder>('/openapi/order', { who: 'guest', logout: false }),
  openBalance: get<moneyShapes.OpenBalanceQuery, Balance>('/openapi/balance', { who: 'guest', logout: false }),
} as const

export type CallName = keyof typeof calls
