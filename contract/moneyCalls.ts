import { type EmptyInput, get, post, postForRows } from './call.ts'
import { byAccountOwner, byMerchant, byMerchantOrStaff, byOwnAccount, MONEY_CALL, ONCE } from './callers.ts'
import type { AccountInfo } from './rows/accounts.ts'
import type { AccountDay } from './rows/dashboards.ts'
import type { AccountEntry, CheckedEntries } from './rows/ledger.ts'
import type { Movement, MovementTrail, OfflineRechargeInfo, RechargeInstruction } from './rows/movements.ts'
import type { EntryCheck, EntryExport, PagedDays, PagedEntries } from './shapes/ledger.ts'
import type { OfflineRecharge, OnlineRecharge, Transfer, Withdraw } from './shapes/movements.ts'
import type { PagedOrders } from './shapes/orders.ts'

const TRAIL = { source: 'trails' } as const

/** Calls about an account's own money: balances, ledger and movements. */
export const moneyCalls = {
  accountInfo: get<EmptyInput, AccountInfo>(
    '/api/account/info',
    byAccountOwner(['account_info', 'account_detail', 'dashboard', 'dashboard_usdt']),
  ),
  accountDaily: get<PagedDays, AccountDay[]>('/api/account/daily', byMerchant('account_daily', { reply: 'rows' })),
  accountDetail: get<PagedEntries, AccountEntry[]>('/api/account/detail', byOwnAccount('account_detail', { reply: 'rows' })),
  // Checks the chain of ledger entries. A background call, so a 401 does not end the session.
  accountCheck: get<EntryCheck, CheckedEntries>(
    '/api/account/detail/check',
    byOwnAccount('account_detail', { endsSession: false, source: 'ledger-check' }),
  ),
  transfer: post<Transfer, Movement>('/api/account/transfer', byMerchant('transfer_submit', MONEY_CALL)),
  withdraw: post<Withdraw, Movement>('/api/account/withdraw', byMerchant('withdraw_submit', MONEY_CALL)),
  rechargeOnline: post<OnlineRecharge, RechargeInstruction>(
    '/api/account/recharge-online',
    byMerchant('recharge_online', MONEY_CALL),
  ),
  offlineRecharge: get<EmptyInput, OfflineRechargeInfo>('/api/account/recharge-offline', byMerchant('recharge_offline')),
  rechargeOffline: post<OfflineRecharge, Movement>('/api/account/recharge-offline', byMerchant('recharge_offline', MONEY_CALL)),
  checkRecharge: post<{ id: string }, Movement>(
    '/api/account/recharge-offline-check/:id',
    byMerchant('recharge_offline', ONCE),
  ),
  // Cancels a withdraw or transfer on hold, or an offline recharge that has not arrived.
  cancelRecord: post<{ id: string }, Movement>(
    '/api/account/record/:id/cancel',
    byMerchant(['withdraw_submit', 'transfer_submit', 'recharge_offline'], { ...ONCE, source: 'holds' }),
  ),
  // The caller's movements on hold.
  heldRecords: get<EmptyInput, Movement[]>(
    '/api/account/held',
    byMerchant(['withdraw_submit', 'transfer_submit'], { source: 'holds' }),
  ),
  recordTrail: get<{ id: string }, MovementTrail>(
    '/api/account/record/:id/trail',
    byMerchantOrStaff(['account_transfer', 'recharge_list', 'withdraw_list'], TRAIL),
  ),
  transferList: postForRows<PagedOrders, Movement>('/api/transaction/merchant-transfer', byMerchant('account_transfer')),
  rechargeList: postForRows<PagedOrders, Movement>('/api/transaction/merchant-recharge', byMerchantOrStaff('recharge_list')),
  withdrawList: postForRows<PagedOrders, Movement>('/api/transaction/merchant-withdraw', byMerchantOrStaff('withdraw_list')),
  exportDetail: get<EntryExport, Blob>('/api/merchant/export/detail', byOwnAccount('detail_export', { reply: 'file' })),
} as const
