import type { AnyCall, OutputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { Currency } from '#contract/money.ts'
import type { Changes } from '#contract/rows/changes.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import * as accounts from './accounts.ts'
import * as merchants from './merchants.ts'
import * as orders from './orders.ts'
import { always, list, listOrNull, record } from './records.ts'
import * as system from './system.ts'
import { mark, number, type Reader, text, verbatim } from './values.ts'

type Calls = typeof calls
type RowOf<Out> = Out extends readonly (infer Row)[] ? Row : never

/** Readers of rows, by the calls for pages of them. */
const rowReaders = (currency: Currency) =>
  ({
    checkoutList: orders.checkout,
    payinList: orders.order('PAYIN'),
    usdtPayinList: orders.order('PAYIN', 'USDT'),
    agentPayinList: orders.order('PAYIN'),
    payoutList: orders.order('PAYOUT'),
    usdtPayoutList: orders.order('PAYOUT', 'USDT'),
    agentPayoutList: orders.order('PAYOUT'),
    rechargeList: accounts.movement(null),
    withdrawList: accounts.movement('WITHDRAW'),
    transferList: accounts.movement(null),
    accountDetail: accounts.entry(currency),
    accountDaily: accounts.accountDay,
    subMerchants: merchants.subMerchant,
    auditEvents: system.auditEvent,
  }) satisfies { [Name in keyof Calls]?: Reader<RowOf<OutputOf<Calls[Name]>> | null> }

type RowReaders = ReturnType<typeof rowReaders>

/** Changed rows are those of the list that was asked for. */
const changesOf = (row: RowReaders[keyof RowReaders]) =>
  record<Changes, 'created' | 'changed'>(
    {
      // Empty before the first change.
      mark: verbatim,
      created: number,
      changed: number,
      more: mark,
      createdIds: list(text),
      rows: list(
        record<{ matches: boolean; row: ListedRow }, 'row'>(
          { matches: mark, row: row as Reader<ListedRow | null> },
          { requires: ['row'] },
        ),
      ) as Reader<Changes['rows']>,
    },
    { requires: ['created', 'changed'] },
  )

const changed = always(system.changed)
const merchant = always(merchants.merchant)
const otpState = always(merchants.otpState)
// Another gateway may answer the call with anything.
const savedViews = listOrNull(system.savedView)

/** Readers of replies with one thing, or with a list that has no pages. Null for what cannot be read at all. */
const itemReaders = (currency: Currency) =>
  ({
    resetPassword: changed,
    resetTxnPassword: changed,
    resetOtpStatus: otpState,
    resetOtpSecret: otpState,
    enrolOtp: always(merchants.otpEnrolment),
    platMerchant: always(merchants.platMerchant),
    merchantStatus: merchant,
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
    createSubMerchant: merchant,
    addSubMerchant: merchant,
    updateSubMerchant: merchant,
    merchantInfo: merchant,
    merchantMethods: list(merchants.method),
    agentMerchantData: always(accounts.agentMerchantData),
    agentMerchants: list(merchants.merchant),
    merchantChoices: list(merchants.merchantChoice),

    accountInfo: always(accounts.accountInfo(currency)),
    accountCheck: accounts.checkedEntries,
    transfer: always(accounts.movement('TRANSFER_OUT')),
    withdraw: always(accounts.movement('WITHDRAW')),
    rechargeOnline: always(accounts.rechargeInstruction),
    offlineRecharge: always(accounts.offlineRecharge),
    rechargeOffline: always(accounts.movement('RECHARGE_OFFLINE')),
    checkRecharge: always(accounts.movement('RECHARGE_OFFLINE')),
    cancelRecord: always(accounts.movement(null)),
    heldRecords: list(accounts.movement(null)),
    recordTrail: always(accounts.movementTrail),

    payinCount: always(orders.payinSummary),
    payoutCount: always(orders.payoutSummary),
    payinTrail: always(orders.orderTrail('PAYIN')),
    payoutTrail: always(orders.orderTrail('PAYOUT')),
    payinNotify: always(orders.notifyResult),
    payoutNotify: always(orders.notifyResult),
    usdtPayinNotify: always(orders.notifyResult),
    usdtPayoutNotify: always(orders.notifyResult),
    payinAction: always(orders.order('PAYIN')),
    payoutAction: always(orders.order('PAYOUT')),
    payoutReceipt: always(orders.receipt),
    notifyPlan: system.notifyPlan,
    simulatePayin: always(orders.simulationResult('PAYIN')),
    simulatePayout: always(orders.simulationResult('PAYOUT')),
    vaNumber: list(orders.order('PAYIN')),
    payChannels: list(orders.payChannel),
    reviewOrder: always(orders.order('PAYIN')),

    enums: system.optionTexts,
    notices: list(system.notice),
    clearNotices: always(system.remaining),
    views: savedViews,
    saveView: savedViews,
    removeView: savedViews,
    systemConfig: always(system.systemConfig),
    dashboard: always(accounts.dashboard(currency)),
    dailyChart: list(accounts.daySummary),
    activities: list(system.activity),
    agentDashboard: always(accounts.agentDashboard),
    agentLatest: list(accounts.agentDay),
  }) satisfies { [Name in keyof Calls]?: Reader<OutputOf<Calls[Name]> | null> }

/** How the reply to a call is read. */
export interface CallReader {
  /** Of the rows, for a call for a page of rows. */
  readonly row: Reader<unknown> | null
  readonly item: ((input: object) => Reader<unknown>) | null
  /** Of the sums over all rows. */
  readonly summary: Reader<unknown> | null
}

export type CallReaders = ReadonlyMap<AnyCall, CallReader>

const none: CallReader = { row: null, item: null, summary: null }

const readersOf = (named: Readonly<Record<string, Reader<unknown>>>, how: (reader: Reader<unknown>) => Partial<CallReader>) =>
  Object.entries(named).map(([name, reader]): [AnyCall, CallReader] => [
    calls[name as keyof Calls],
    { ...none, ...how(reader) },
  ])

/**
 * Call -> reader, for every call of a signed-in user whose reply is an item or rows. `currency` is that of the account, for amounts
 * whose currency neither the reply nor the call tells.
 */
export function createCallReaders(currency: Currency): CallReaders {
  const rows = rowReaders(currency)
  return new Map<AnyCall, CallReader>([
    ...readersOf(rows, (row) => ({ row })),
    ...readersOf(itemReaders(currency), (reader) => ({ item: () => reader })),
    [calls.accountDaily, { ...none, row: rows.accountDaily, summary: accounts.accountSums }],
    [calls.changes, { ...none, item: (input) => changesOf(rows[(input as { list: keyof RowReaders }).list]) }],
  ])
}
