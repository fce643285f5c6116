import { calls } from '#contract/calls.ts'
import type { Currency } from '#contract/money.ts'
import { LIVE_LIST_NAMES } from '#contract/rows/liveLists.ts'
import type { FoundRows } from '#contract/rows/lookup.ts'
import { asBody } from '../asBody.ts'
import * as accounts from './accounts.ts'
import {
  byCall,
  type CallReaders,
  firstReaders,
  type ItemReaders,
  liveRowReaders,
  noReader,
  type RowReaders,
} from './firstReaders.ts'
import * as insights from './insights.ts'
import * as merchants from './merchants.ts'
import * as orders from './orders.ts'
import { movement, order } from './payments.ts'
import { always, list } from './records.ts'
import { merchant } from './session.ts'
import * as system from './system.ts'
import type { Reader } from './values.ts'

const rowReaders = (currency: Currency) =>
  ({
    accountDetail: accounts.entry(currency),
    accountDaily: accounts.accountDay,
    subMerchants: merchants.subMerchant,
    auditEvents: system.auditEvent,
  }) satisfies RowReaders

/** Found rows are those of their list. */
const foundRows: Reader<FoundRows | null> = {
  kind: 'any',
  read(value, place) {
    const body = asBody(value)
    const name = LIVE_LIST_NAMES.find((one) => one === body?.list)
    if (name === undefined) return null
    return { list: name, rows: list<FoundRows['rows'][number]>(liveRowReaders[name]).read(body?.rows, place) }
  },
}

const changed = always(system.changed)
const changedMerchant = always(merchant)
const otpState = always(merchants.otpState)

const itemReaders = (currency: Currency) =>
  ({
    resetPassword: changed,
    resetTxnPassword: changed,
    resetOtpStatus: otpState,
    resetOtpSecret: otpState,
    enrolOtp: always(merchants.otpEnrolment),
    platMerchant: always(merchants.platMerchant),
    merchantStatus: changedMerchant,
    merchantBanks: list(merchants.bank),
    ipLists: always(merchants.ipLists),
    updateIpLists: always(merchants.ipLists),
    merchantSecret: always(merchants.secret),
    changeSecret: always(merchants.secret),
    callbackHealth: list(system.callbackHealth),
    enableCallbacks: system.enabled,
    redeliveryPlan: system.redeliveryPlan,
    redeliver: system.queued,
    cancelRedelivery: system.cancelled,
    createSubMerchant: changedMerchant,
    addSubMerchant: changedMerchant,
    updateSubMerchant: changedMerchant,
    merchantMethods: list(merchants.method),
    agentMerchantData: always(accounts.agentMerchantData),
    agentMerchants: list(merchant),
    merchantChoices: list(merchants.merchantChoice),

    accountInfo: always(accounts.accountInfo(currency)),
    accountCheck: accounts.checkedEntries,
    transfer: always(movement('TRANSFER_OUT')),
    withdraw: always(movement('WITHDRAW')),
    rechargeOnline: always(accounts.rechargeInstruction),
    offlineRecharge: always(accounts.offlineRecharge),
    rechargeOffline: always(movement('RECHARGE_OFFLINE')),
    checkRecharge: always(movement('RECHARGE_OFFLINE')),
    cancelRecord: always(movement(null)),
    recordTrail: always(accounts.movementTrail),

    payinTrail: always(orders.orderTrail('PAYIN')),
    payoutTrail: always(orders.orderTrail('PAYOUT')),
    payinNotify: always(orders.notifyResult),
    payoutNotify: always(orders.notifyResult),
    usdtPayinNotify: always(orders.notifyResult),
    usdtPayoutNotify: always(orders.notifyResult),
    payinAction: always(order('PAYIN')),
    decidePayin: always(order('PAYIN')),
    payoutAction: always(order('PAYOUT')),
    payoutReceipt: always(orders.receipt),
    notifyPlan: system.notifyPlan,
    simulatePayin: always(orders.simulationResult('PAYIN')),
    simulatePayout: always(orders.simulationResult('PAYOUT')),
    lookUp: list(foundRows),
    vaNumber: list(order('PAYIN')),
    payChannels: list(orders.payChannel),
    reviewOrder: always(order('PAYIN')),
    addNote: always(order('PAYIN')),
    assignOrder: always(order('PAYIN')),
    people: list(orders.person),

    clearNotices: always(system.remaining),
    dashboard: always(accounts.dashboard(currency)),
    dailyChart: list(accounts.daySummary),
    activities: list(system.activity),
    agentDashboard: always(accounts.agentDashboard),
    agentLatest: list(accounts.agentDay),

    dashboardNow: always(accounts.dashboard(currency)),
    attention: always(insights.attention),
    payinFlow: always(insights.payinFlow),
    callbackFlow: always(insights.callbackFlow),
    trend: list(accounts.daySummary),
    balanceDays: list(insights.balanceDay),
    merchantTrends: list(insights.merchantTrend),
    platformHealth: always(insights.platformHealth),
  }) satisfies ItemReaders

/**
 * The readers of the other calls: of accounts, settings, dashboards, trails and actions. `currency` is that of the account, for
 * amounts whose currency neither the reply nor the call tells.
 */
export const createLaterReaders = (currency: Currency): CallReaders =>
  new Map([
    ...byCall(rowReaders(currency), itemReaders(currency)),
    [calls.accountDaily, { ...noReader, row: accounts.accountDay, summary: accounts.accountSums }],
  ])

/** The readers of every call. */
export const createCallReaders = (currency: Currency): CallReaders =>
  new Map([...firstReaders, ...createLaterReaders(currency)])
