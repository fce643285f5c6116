import { type EmptyInput, get, post, postForRows } from './call.ts'
import type { AccountInfo } from './rows/accounts.ts'
import type { AccountDay } from './rows/dashboards.ts'
import type { AccountEntry, CheckedEntries } from './rows/ledger.ts'
import type { Movement, MovementTrail, OfflineRechargeInfo, RechargeInstruction } from './rows/movements.ts'
import type { EntryCheck, EntryExport, PagedDays, PagedEntries } from './shapes/ledger.ts'
import type { OfflineRecharge, OnlineRecharge, Transfer, Withdraw } from './shapes/movements.ts'
import type { PagedOrders } from './shapes/orders.ts'

/** Calls about an account's own money: balances, ledger and movements. */
export const moneyCalls = {
  accountInfo: get<EmptyInput, AccountInfo>('/api/account/info', {
    callers: ['normal', 'subMerchant', 'umerchant'],
    permission: ['account_info', 'account_detail', 'dashboard', 'dashboard_usdt'],
  }),
  accountDaily: get<PagedDays, AccountDay[]>('/api/account/daily', {
    reply: 'rows',
    callers: ['normal'],
    permission: 'account_daily',
  }),
  accountDetail: get<PagedEntries, AccountEntry[]>('/api/account/detail', {
    reply: 'rows',
    callers: ['normal', 'subMerchant'],
    permission: 'account_detail',
  }),
  // Not in the specification: checks the chain of ledger entries. A background call, so a 401 does not end the session.
  accountCheck: get<EntryCheck, CheckedEntries>('/api/account/detail/check', {
    callers: ['normal', 'subMerchant'],
    permission: 'account_detail',
    endsSession: false,
  }),
  transfer: post<Transfer, Movement>('/api/account/transfer', {
    body: 'json',
    callers: ['normal'],
    permission: 'transfer_submit',
    idempotent: true,
  }),
  withdraw: post<Withdraw, Movement>('/api/account/withdraw', {
    body: 'json',
    callers: ['normal'],
    permission: 'withdraw_submit',
    idempotent: true,
  }),
  rechargeOnline: post<OnlineRecharge, RechargeInstruction>('/api/account/recharge-online', {
    body: 'json',
    callers: ['normal'],
    permission: 'recharge_online',
    idempotent: true,
  }),
  offlineRecharge: get<EmptyInput, OfflineRechargeInfo>('/api/account/recharge-offline', {
    callers: ['normal'],
    permission: 'recharge_offline',
  }),
  rechargeOffline: post<OfflineRecharge, Movement>('/api/account/recharge-offline', {
    body: 'json',
    callers: ['normal'],
    permission: 'recharge_offline',
    idempotent: true,
  }),
  checkRecharge: post<{ id: string }, Movement>('/api/account/recharge-offline-check/:id', {
    callers: ['normal'],
    permission: 'recharge_offline',
    idempotent: true,
  }),
  // Not in the specification: cancels a withdraw or transfer on hold.
  cancelRecord: post<{ id: string }, Movement>('/api/account/record/:id/cancel', {
    callers: ['normal'],
    permission: ['withdraw_submit', 'transfer_submit'],
    idempotent: true,
  }),
  // Not in the specification: the caller's movements on hold.
  heldRecords: get<EmptyInput, Movement[]>('/api/account/held', {
    callers: ['normal'],
    permission: ['withdraw_submit', 'transfer_submit'],
  }),
  // Not in the specification: the history of one movement.
  recordTrail: get<{ id: string }, MovementTrail>('/api/account/record/:id/trail', {
    callers: ['normal', 'staff'],
    permission: ['account_transfer', 'recharge_list', 'withdraw_list'],
  }),
  transferList: postForRows<PagedOrders, Movement>('/api/transaction/merchant-transfer', {
    callers: ['normal'],
    permission: 'account_transfer',
  }),
  rechargeList: postForRows<PagedOrders, Movement>('/api/transaction/merchant-recharge', {
    callers: ['normal', 'staff'],
    permission: 'recharge_list',
  }),
  withdrawList: postForRows<PagedOrders, Movement>('/api/transaction/merchant-withdraw', {
    callers: ['normal', 'staff'],
    permission: 'withdraw_list',
  }),
  exportDetail: get<EntryExport, Blob>('/api/merchant/export/detail', {
    reply: 'file',
    callers: ['normal', 'subMerchant'],
    permission: 'detail_export',
  }),
} as const
