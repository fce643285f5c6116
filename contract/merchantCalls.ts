import type { AccountKind } from './authority.ts'
import { get, type Nothing, post, postForRows, put } from './call.ts'
import { merchants, NOTIFY } from './callers.ts'
import type {
  AgentMerchantData,
  CallbackHealth,
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
import type { Merchant, MerchantChoice, MerchantMethod } from './rows.ts'

const signers: AccountKind[] = ['normal', 'umerchant']

/** The rows of the call table about accounts: who they are, what they sign with, where they are called back and who belongs to them. */
export const merchantCalls = {
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
  subMerchants: postForRows<merchantShapes.PagedSubMerchants, SubMerchant>('/api/account/sub', {
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
  agentMerchantData: get<merchantShapes.AgentMerchant, AgentMerchantData>('/api/agent/merchant/merchant-data', {
    who: ['delegate'],
    key: 'merchant_list',
  }),
  agentMerchants: get<Nothing, Merchant[]>('/api/agent/merchant/list', {
    who: ['delegate'],
    key: ['merchant_list', 'dashboard', 'payin', 'payout'],
  }),
  merchantChoices: get<Nothing, MerchantChoice[]>('/api/transaction/merchant', { who: ['normal', 'staff'] }),
} as const
