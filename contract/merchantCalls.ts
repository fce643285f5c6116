import type { AccountKind } from './authority.ts'
import { type EmptyInput, get, post, postForRows, put } from './call.ts'
import { NOTIFY_PERMISSIONS, ORDER_CALLERS } from './callers.ts'
import type * as merchantShapes from './merchantShapes.ts'
import type { CallbackHealth, RedeliveryPlan } from './rows/callbacks.ts'
import type { IpLists, MerchantSecret, OtpEnrolment, OtpState } from './rows/credentials.ts'
import type { AgentMerchantData } from './rows/dashboards.ts'
import type { Merchant, MerchantBank, MerchantChoice, MerchantMethod, PlatMerchant, SubMerchant } from './rows/merchants.ts'

const signers: AccountKind[] = ['normal', 'umerchant']

/** The rows of the call table about accounts: who they are, what they sign with, where they are called back and who belongs to them. */
export const merchantCalls = {
  resetPassword: post<merchantShapes.NewPassword, { changed: true }>('/api/merchant/reset-pwd', { query: ['pwd', 'pwd2'] }),
  resetTxnPassword: post<merchantShapes.NewPassword, { changed: true }>('/api/merchant/reset-txn-pwd', {
    query: ['pwd', 'pwd2'],
    callers: signers,
    permission: 'txn_password',
  }),
  resetOtpStatus: post<merchantShapes.OtpStatus, OtpState>('/api/plat/merchant/reset-otp-status', {
    callers: ['normal', 'umerchant', 'staff'],
    permission: ['plat_reset_otp_status', 'otp_switch'],
    idempotent: true,
  }),
  resetOtpSecret: post<merchantShapes.OtpSecret, OtpState>('/api/plat/merchant/reset-otp-secret', {
    callers: ['staff'],
    permission: 'plat_reset_otp_secret',
    idempotent: true,
  }),
  // Ours: a secret for the caller's own authenticator; switching on with a code of it is what puts it to use.
  enrolOtp: post<EmptyInput, OtpEnrolment>('/api/merchant/otp-enrolment', { callers: signers, permission: 'otp_switch' }),
  // Ours: the account somebody asks staff about.
  platMerchant: get<merchantShapes.MerchantLookup, PlatMerchant>('/api/plat/merchant', {
    callers: ['staff'],
    permission: 'plat_otp',
  }),
  // Ours: staff let a merchant work, stop it, freeze it, and let it go again.
  merchantStatus: post<merchantShapes.StatusChange, Merchant>('/api/plat/merchant/status', {
    callers: ['staff'],
    permission: 'plat_merchant_status',
    idempotent: true,
  }),
  merchantBanks: get<EmptyInput, MerchantBank[]>('/api/merchant/bank', { callers: ORDER_CALLERS }),
  ipLists: get<EmptyInput, IpLists>('/api/merchant/ip-list', { callers: signers, permission: 'merchant_iplist' }),
  updateIpLists: post<merchantShapes.IpListsChange, IpLists>('/api/merchant/ip-list', {
    callers: signers,
    permission: 'iplist_update',
    idempotent: true,
  }),
  merchantSecret: get<merchantShapes.SecretQuery, MerchantSecret>('/api/merchant/secret', {
    callers: signers,
    permission: 'merchant_secret',
  }),
  changeSecret: post<merchantShapes.SecretChange, MerchantSecret>('/api/merchant/secret', {
    callers: signers,
    permission: ['secret_update', 'secret_reset'],
    idempotent: true,
  }),
  // Ours: how callbacks fare, by the address they go to, and what can be done about it.
  callbackHealth: get<merchantShapes.CallbackHealthQuery, CallbackHealth[]>('/api/merchant/callbacks', {
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
  }),
  enableCallbacks: post<merchantShapes.CallbackAddress, { enabled: boolean }>('/api/merchant/callbacks/enable', {
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
  }),
  redeliveryPlan: get<merchantShapes.CallbackAddress, RedeliveryPlan>('/api/merchant/callbacks/redelivery', {
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
  }),
  redeliver: post<merchantShapes.CallbackAddress, { queued: number }>('/api/merchant/callbacks/redelivery', {
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
  }),
  cancelRedelivery: post<merchantShapes.CallbackAddress, { cancelled: number }>('/api/merchant/callbacks/redelivery/cancel', {
    callers: ORDER_CALLERS,
    permission: NOTIFY_PERMISSIONS,
  }),
  createSubMerchant: post<merchantShapes.CreateSubMerchant, Merchant>('/api/merchant/create', {
    callers: ['normal'],
    permission: 'sub_create',
    idempotent: true,
  }),
  subMerchants: postForRows<merchantShapes.PagedSubMerchants, SubMerchant>('/api/account/sub', {
    callers: ['normal'],
    permission: 'merchant_sub',
  }),
  addSubMerchant: put<merchantShapes.AddSubMerchant, Merchant>('/api/account/sub', {
    callers: ['normal'],
    permission: 'sub_create',
    idempotent: true,
  }),
  updateSubMerchant: put<merchantShapes.UpdateSubMerchant, Merchant>('/api/account/update-sub', {
    callers: ['normal'],
    permission: 'sub_update',
    idempotent: true,
  }),
  merchantInfo: get<EmptyInput, Merchant>('/api/merchant/info'),
  merchantMethods: get<EmptyInput, MerchantMethod[]>('/api/merchant/method', { callers: ORDER_CALLERS }),
  agentMerchantData: get<merchantShapes.AgentMerchant, AgentMerchantData>('/api/agent/merchant/merchant-data', {
    callers: ['delegate'],
    permission: 'merchant_list',
  }),
  agentMerchants: get<EmptyInput, Merchant[]>('/api/agent/merchant/list', {
    callers: ['delegate'],
    permission: ['merchant_list', 'dashboard', 'payin', 'payout'],
  }),
  merchantChoices: get<EmptyInput, MerchantChoice[]>('/api/transaction/merchant', { callers: ['normal', 'staff'] }),
} as const
