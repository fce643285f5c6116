import type { AccountKind } from '#contract/authority.ts'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** What a console loses with a call. A key of the texts: `check.loses.list`. */
export type Loss =
  | 'account'
  | 'list'
  | 'movements'
  | 'sums'
  | 'dashboard'
  | 'chart'
  | 'names'
  | 'choices'
  | 'forms'
  | 'setting'
  | 'detail'
  | 'export'
  | 'notices'
  | 'config'
  | 'docs'
  | 'health'

export type ReadingCallName = keyof typeof READING_CALLS

/** Values of earlier replies that other calls need. */
export interface Samples {
  /** The last seven days. */
  readonly days: { startDate: string; endDate: string }
  merchantNo: string | null
  accountNumber: string | null
  paidPayoutNo: string | null
}

interface ReadingCall {
  readonly loss: Loss
  /** The input; null when there is no value to ask with. Empty by default. */
  readonly input?: (samples: Samples) => object | null
}

const page = { page: '1', offset: '0', limit: '20' }
const rows = (loss: Loss): ReadingCall => ({ loss, input: ({ days }) => ({ ...page, ...days }) })
const days = (loss: Loss): ReadingCall => ({ loss, input: (samples) => samples.days })

/** The documented calls that only read, in the order in which they are tried. */
const READING_CALLS = {
  merchantInfo: { loss: 'account' },
  enums: { loss: 'names', input: () => ({ locales: 'en_US' }) },
  systemConfig: { loss: 'config' },
  dashboard: { loss: 'dashboard' },
  dailyChart: { loss: 'chart' },
  activities: { loss: 'notices' },
  notices: { loss: 'notices' },
  payinList: rows('list'),
  payinCount: days('sums'),
  payoutList: rows('list'),
  payoutCount: days('sums'),
  usdtPayinList: rows('list'),
  usdtPayoutList: rows('list'),
  checkoutList: rows('list'),
  rechargeList: rows('movements'),
  withdrawList: rows('movements'),
  transferList: rows('movements'),
  agentMerchants: { loss: 'choices' },
  agentDashboard: days('dashboard'),
  agentLatest: days('dashboard'),
  agentMerchantData: {
    loss: 'detail',
    input: ({ days, merchantNo }) => (merchantNo === null ? null : { ...days, merchantNo }),
  },
  agentPayinList: rows('list'),
  agentPayoutList: rows('list'),
  accountInfo: { loss: 'forms' },
  accountDaily: rows('list'),
  accountDetail: rows('list'),
  offlineRecharge: { loss: 'forms' },
  merchantMethods: { loss: 'choices' },
  merchantBanks: { loss: 'forms' },
  payChannels: { loss: 'choices', input: () => ({ type: 'PAYIN' }) },
  merchantChoices: { loss: 'choices' },
  ipLists: { loss: 'setting' },
  merchantSecret: { loss: 'setting' },
  subMerchants: { loss: 'list', input: () => page },
  vaNumber: { loss: 'detail', input: ({ accountNumber }) => (accountNumber === null ? null : { accountNumber }) },
  payoutReceipt: {
    loss: 'detail',
    input: ({ paidPayoutNo }) => (paidPayoutNo === null ? null : { merchantOrderNo: paidPayoutNo }),
  },
  exportPayin: days('export'),
  exportPayout: days('export'),
  exportDetail: days('export'),
  health: { loss: 'health' },
  docs: { loss: 'docs' },
} as const satisfies { [Name in keyof typeof calls]?: ReadingCall }

export interface PlannedCall {
  readonly name: ReadingCallName
  readonly call: AnyCall
  readonly loss: Loss
  readonly input: (samples: Samples) => object | null
}

/** The reading calls that an account of these kinds may make. */
export const plannedCalls = (kinds: readonly AccountKind[]): PlannedCall[] =>
  (Object.entries(READING_CALLS) as [ReadingCallName, ReadingCall][]).flatMap(([name, { loss, input = () => ({}) }]) => {
    const call: AnyCall = calls[name]
    const { callers } = call
    const isAllowed = typeof callers === 'string' || callers.some((kind) => kinds.includes(kind))
    return isAllowed ? [{ name, call, loss, input }] : []
  })
