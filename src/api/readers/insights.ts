import type { Currency } from '#contract/money.ts'
import type { MerchantStatus } from '#contract/options.ts'
import type {
  Attention,
  BalanceDay,
  CallbackDeliveries,
  CallbackFlow,
  CallbackHour,
  ChannelHours,
  FailingAddress,
  FallingChannel,
  LowBalance,
  MerchantTrend,
  Mover,
  PayinFlow,
  PayinFunnel,
  PlatformHealth,
  StoppedMerchant,
} from '#contract/rows/insights.ts'
import { daySummary, summary } from './accounts.ts'
import { list, orElse, record } from './records.ts'
import { amount, day, key, mark, number, text, time } from './values.ts'

const count = orElse(number, 0)

export const attention = record<Attention>({
  startDate: day,
  endDate: day,
  before: time,
  reviewDate: day,
  payinsWaiting: number,
  payoutsWaiting: number,
  payinsUnacknowledged: number,
  payoutsUnacknowledged: number,
  payinsUnreconciled: number,
  payoutsUnreconciled: number,
  rechargesWaiting: number,
  addressesDisabled: number,
  lowBalance: record<LowBalance>({ available: amount, dailyPayouts: amount }),
})

const counts = list(number)

export const payinFlow = record<PayinFlow>({
  hours: list(time),
  channels: list(
    record<ChannelHours, 'payChannel'>(
      { payChannel: text, created: counts, paid: counts, open: counts },
      { requires: ['payChannel'] },
    ),
  ),
  funnel: record<PayinFunnel>({
    created: count,
    paid: count,
    open: count,
    unpaid: count,
    exception: count,
    notified: count,
    notifyPending: count,
    notifyFailed: count,
    notifyNone: count,
  }),
})

const deliveries = { ended: count, acknowledged: count, median: number, slow: number }

export const callbackFlow = record<CallbackFlow>({
  total: record<CallbackDeliveries>(deliveries),
  hours: list(record<CallbackHour, 'hour'>({ hour: time, ...deliveries }, { requires: ['hour'] })),
})

export const balanceDay = record<BalanceDay, 'date'>({ date: day, endingBalance: amount }, { requires: ['date'] })

const namedMerchant = { merchantNo: text, merchantName: text }

export const merchantTrend = record<MerchantTrend, 'merchantNo'>(
  { ...namedMerchant, status: text, summary, days: list(daySummary) },
  { requires: ['merchantNo'] },
)

export const platformHealth = record<PlatformHealth>({
  addresses: list(
    record<FailingAddress, 'merchantNo'>(
      { ...namedMerchant, address: text, disabled: mark, ended: count, acknowledged: count },
      { requires: ['merchantNo'] },
    ),
  ),
  channels: list(
    record<FallingChannel, 'payChannel'>(
      { payChannel: text, currency: key<Currency>(), finished: count, paid: count, finishedBefore: count, paidBefore: count },
      { requires: ['payChannel'] },
    ),
  ),
  channelsFrom: time,
  merchants: list(
    record<StoppedMerchant, 'merchantNo' | 'status'>(
      { ...namedMerchant, status: key<MerchantStatus>() },
      { requires: ['merchantNo', 'status'] },
    ),
  ),
  movers: list(record<Mover, 'merchantNo'>({ ...namedMerchant, amount, amountBefore: amount }, { requires: ['merchantNo'] })),
  moverDate: day,
  moverBefore: day,
})
