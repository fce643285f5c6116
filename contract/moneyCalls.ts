import { get, type Nothing, post, postForRows } from './call.ts'
import type * as money from './moneyRows.ts'
import type * as moneyShapes from './moneyShapes.ts'
import type { AccountInfo } from './rows.ts'
import type { PagedOrders } from './shapes.ts'

/** The rows of the call table about an account's own money: what it has, what moved it, and what moves it. */
export const moneyCalls = {
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
  transferList: postForRows<PagedOrders, money.MoneyRecord>('/api/transaction/merchant-transfer', {
    who: ['normal'],
    key: 'account_transfer',
  }),
  rechargeList: postForRows<PagedOrders, money.MoneyRecord>('/api/transaction/merchant-recharge', {
    who: ['normal', 'staff'],
    key: 'recharge_list',
  }),
  withdrawList: postForRows<PagedOrders, money.MoneyRecord>('/api/transaction/merchant-withdraw', {
    who: ['normal', 'staff'],
    key: 'withdraw_list',
  }),
  exportDetail: get<moneyShapes.EntryExport, Blob>('/api/merchant/export/detail', {
    reply: 'file',
    who: ['normal', 'subMerchant'],
    key: 'detail_export',
  }),
} as const
