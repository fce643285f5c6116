import type { Currency } from '#contract/money.ts'
import { type AccountInfo, type Limits, NO_ACCOUNT, type SettlementAccount } from '#contract/rows/accounts.ts'
import type {
  AccountDay,
  AccountSums,
  AgentDashboard,
  AgentDay,
  AgentMerchantData,
  Dashboard,
  DaySummary,
  Summary,
  SummarySoFar,
} from '#contract/rows/dashboards.ts'
import type { AccountEntry, BalanceSnapshot, CheckedEntries, LedgerBreak } from '#contract/rows/ledger.ts'
import type {
  MovementTrail,
  OfflineRechargeInfo,
  PaymentInstruction,
  ReceivingAccount,
  RechargeInstruction,
} from '#contract/rows/movements.ts'
import { balance, balanceChange, balances, posting, userAction } from './orders.ts'
import { currencyOf, movement, movementFields, payinFigures, payoutFigures, statusMove } from './payments.ts'
import { always, identityBy, list, listOrNull, paymentIdentity, record } from './records.ts'
import { merchant } from './session.ts'
import { amount, day, flag, mark, number, type Reader, text, time } from './values.ts'

const limits = { min: amount, max: amount }

const setAccount = record<SettlementAccount>({ bankCode: text, bankName: text, accountNumber: text, accountHoldName: text })

/** Unlike elsewhere, null says something: no account is set. */
const settlementAccount: Reader<AccountInfo['settle']> & Pick<typeof setAccount, 'fields'> = {
  ...setAccount,
  read: (value, place) => (value === null ? NO_ACCOUNT : setAccount.read(value, place)),
}

export const accountInfo = (currency: Currency) =>
  record<AccountInfo>({
    ...balances,
    currency: currencyOf(currency),
    withdraw: always(record<AccountInfo['withdraw']>({ ...limits, serviceFee: amount })),
    transfer: always(record<AccountInfo['transfer']>({ ...limits, transferFee: amount })),
    recharge: always(record<Limits>(limits)),
    settle: settlementAccount,
    txnPwdSet: flag,
  })

const instruction = { accountNumber: text, payUrl: text, qrText: text }

export const rechargeInstruction = record<RechargeInstruction>(
  { ...movementFields('RECHARGE_ONLINE'), ...instruction },
  { identity: paymentIdentity },
)

export const movementTrail = record<MovementTrail>({
  record: always(movement(null)),
  moves: list(statusMove),
  postings: list(posting),
  actions: list(userAction),
  receipt: text,
  instruction: record<PaymentInstruction>(instruction),
})

/** An account without a bank code cannot be chosen. */
const receivingAccount = record<ReceivingAccount, 'bankCode'>(
  { bankCode: text, bankName: text, receiveAccount: text, receiveName: text },
  { requires: ['bankCode'] },
)

export const offlineRecharge = record<OfflineRechargeInfo>({
  accounts: listOrNull(receivingAccount),
  record: movement('RECHARGE_OFFLINE'),
})

/** The number of an entry in its account: digits, which count by one. */
const sequence: Reader<string | null> = {
  kind: 'number',
  read(value) {
    const found = text.read(value)
    return found !== null && /^\d+$/.test(found) ? found : null
  },
}

// Entries of one order share its number.
const entryIdentity = (body: Readonly<Record<string, unknown>>): string | null => {
  const found = identityBy('id', 'seq')(body)
  const platOrderNo = text.read(body.platOrderNo)
  if (found !== null || platOrderNo === null) return found
  return [platOrderNo, ...[body.type, body.createTime, body.payAmount].map((part) => text.read(part) ?? '')].join('/')
}

export const entry = (currency: Currency) =>
  record<AccountEntry>(
    {
      ...balanceChange,
      currency: currencyOf(currency),
      seq: sequence,
      createTime: time,
      type: text,
      platOrderNo: text,
      merchantOrderNo: text,
      payAmount: amount,
      payFee: amount,
      remark: text,
    },
    { identity: entryIdentity },
  )

const snapshot = record<BalanceSnapshot, 'seq'>({ ...balances, seq: sequence }, { requires: ['seq'] })

const ledgerBreak = record<LedgerBreak, 'seq' | 'platOrderNo'>(
  { seq: text, platOrderNo: text, previous: snapshot, account: snapshot },
  { requires: ['seq', 'platOrderNo'], identity: identityBy('id', 'seq') },
)

export const checkedEntries = record<CheckedEntries, 'upto' | 'last'>(
  { upto: text, last: text, isEnd: mark, breaks: list(ledgerBreak) },
  { requires: ['upto', 'last'] },
)

const figures = { ...payinFigures, ...payoutFigures }
export const summary = record<Summary>(figures)

const { payinFee: _, ...soFarPayin } = payinFigures
const { payoutFee: __, ...soFarPayout } = payoutFigures

export const dashboard = (currency: Currency) =>
  record<Dashboard>({
    date: day,
    currency: currencyOf(currency),
    today: summary,
    yesterday: summary,
    yesterdaySoFar: record<SummarySoFar>({ ...soFarPayin, ...soFarPayout, until: time }),
    balance: balance(currency),
    merchantCount: number,
  })

export const daySummary = record<DaySummary>({ ...figures, date: day })

const sums = {
  ...figures,
  rechargeAmount: amount,
  withdrawAmount: amount,
  transferInAmount: amount,
  transferOutAmount: amount,
}

export const accountSums = record<AccountSums>(sums)

/** The rows of lists have an identity, which a day on the wire has not. */
type Identified<Row> = Row & { id: string }

export const accountDay = record<Identified<AccountDay>>(
  { ...sums, date: day, endingBalance: amount },
  { identity: identityBy('date') },
)

export const agentDay = record<Identified<AgentDay>>(
  { ...figures, date: day, merchantNo: text, merchantName: text },
  { identity: identityBy('date') },
)

export const agentDashboard = record<AgentDashboard>({
  range: record<NonNullable<AgentDashboard['range']>, 'startDate' | 'endDate'>(
    { startDate: day, endDate: day },
    { requires: ['startDate', 'endDate'] },
  ),
  merchantCount: number,
  summary,
})

export const agentMerchantData = record<AgentMerchantData>({ merchant, summary, days: list(daySummary) })
