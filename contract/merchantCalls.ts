import { type EmptyInput, get, MERCHANT_INFO, post, postForRows, put } from './call.ts'
import {
  byAgent,
  byMerchant,
  byMerchantOrStaff,
  byNotifier,
  byOrderOwner,
  bySigner,
  bySignerOrStaff,
  byStaff,
  ONCE,
} from './callers.ts'
import type { CallbackHealth, RedeliveryPlan } from './rows/callbacks.ts'
import type { IpLists, MerchantSecret, OtpEnrolment, OtpState } from './rows/credentials.ts'
import type { AgentMerchantData } from './rows/dashboards.ts'
import type { Merchant, MerchantBank, MerchantChoice, MerchantMethod, PlatMerchant, SubMerchant } from './rows/merchants.ts'
import type { CallbackAddress, CallbackHealthQuery } from './shapes/callbacks.ts'
import type { IpListsChange, NewPassword, OtpSecret, OtpStatus, SecretChange, SecretQuery } from './shapes/credentials.ts'
import type { AgentMerchant } from './shapes/dashboards.ts'
import type {
  AddSubMerchant,
  CreateSubMerchant,
  MerchantLookup,
  PagedSubMerchants,
  StatusChange,
  UpdateSubMerchant,
} from './shapes/merchants.ts'

const CALLBACKS = { ...byNotifier, source: 'callbacks' } as const

/** Calls about accounts: profile, credentials, callbacks and sub-merchants. */
export const merchantCalls = {
  resetPassword: post<NewPassword, { changed: true }>('/api/merchant/reset-pwd', { query: ['pwd', 'pwd2'] }),
  resetTxnPassword: post<NewPassword, { changed: true }>(
    '/api/merchant/reset-txn-pwd',
    bySigner('txn_password', { query: ['pwd', 'pwd2'] }),
  ),
  resetOtpStatus: post<OtpStatus, OtpState>(
    '/api/plat/merchant/reset-otp-status',
    bySignerOrStaff(['plat_reset_otp_status', 'otp_switch'], ONCE),
  ),
  resetOtpSecret: post<OtpSecret, OtpState>('/api/plat/merchant/reset-otp-secret', byStaff('plat_reset_otp_secret', ONCE)),
  // A secret for the caller's authenticator. It takes effect when passcodes are switched on with one of its codes.
  enrolOtp: post<EmptyInput, OtpEnrolment>(
    '/api/merchant/otp-enrolment',
    bySigner('otp_switch', { ...ONCE, source: 'otp-enrolment' }),
  ),
  platMerchant: get<MerchantLookup, PlatMerchant>('/api/plat/merchant', byStaff('plat_otp', { source: 'merchant-lookup' })),
  // Staff activate, suspend, freeze and release a merchant.
  merchantStatus: post<StatusChange, Merchant>(
    '/api/plat/merchant/status',
    byStaff('plat_merchant_status', { ...ONCE, source: 'merchant-status' }),
  ),
  merchantBanks: get<EmptyInput, MerchantBank[]>('/api/merchant/bank', byOrderOwner(null)),
  ipLists: get<EmptyInput, IpLists>('/api/merchant/ip-list', bySigner('merchant_iplist')),
  updateIpLists: post<IpListsChange, IpLists>('/api/merchant/ip-list', bySigner('iplist_update', ONCE)),
  merchantSecret: get<SecretQuery, MerchantSecret>('/api/merchant/secret', bySigner('merchant_secret')),
  changeSecret: post<SecretChange, MerchantSecret>('/api/merchant/secret', bySigner(['secret_update', 'secret_reset'], ONCE)),
  // Callback health per address, and redelivery.
  callbackHealth: get<CallbackHealthQuery, CallbackHealth[]>('/api/merchant/callbacks', CALLBACKS),
  enableCallbacks: post<CallbackAddress, { enabled: boolean }>('/api/merchant/callbacks/enable', CALLBACKS),
  redeliveryPlan: get<CallbackAddress, RedeliveryPlan>('/api/merchant/callbacks/redelivery', CALLBACKS),
  redeliver: post<CallbackAddress, { queued: number }>('/api/merchant/callbacks/redelivery', CALLBACKS),
  cancelRedelivery: post<CallbackAddress, { cancelled: number }>('/api/merchant/callbacks/redelivery/cancel', CALLBACKS),
  createSubMerchant: post<CreateSubMerchant, Merchant>('/api/merchant/create', byMerchant('sub_create', ONCE)),
  subMerchants: postForRows<PagedSubMerchants, SubMerchant>('/api/account/sub', byMerchant('merchant_sub')),
  addSubMerchant: put<AddSubMerchant, Merchant>('/api/account/sub', byMerchant('sub_create', ONCE)),
  updateSubMerchant: put<UpdateSubMerchant, Merchant>('/api/account/update-sub', byMerchant('sub_update', ONCE)),
  merchantInfo: get<EmptyInput, Merchant>(MERCHANT_INFO, { announces: true }),
  merchantMethods: get<EmptyInput, MerchantMethod[]>('/api/merchant/method', byOrderOwner(null)),
  agentMerchantData: get<AgentMerchant, AgentMerchantData>('/api/agent/merchant/merchant-data', byAgent('merchant_list')),
  agentMerchants: get<EmptyInput, Merchant[]>(
    '/api/agent/merchant/list',
    byAgent(['merchant_list', 'dashboard', 'payin', 'payout']),
  ),
  merchantChoices: get<EmptyInput, MerchantChoice[]>('/api/transaction/merchant', byMerchantOrStaff(null)),
} as const
