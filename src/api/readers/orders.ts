import type { Direction } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import type { Balance } from '#contract/rows/accounts.ts'
import type { CallbackAttempt, NotifyResult } from '#contract/rows/callbacks.ts'
import type { Posting } from '#contract/rows/ledger.ts'
import type { NoteEntry, Person } from '#contract/rows/notes.ts'
import type { OrderTrail, PayChannel, PayOrder, Receipt, SimulationResult, UserAction } from '#contract/rows/orders.ts'
import { currencyOf, order, statusMove } from './payments.ts'
import { always, identityBy, list, map, record } from './records.ts'
import { amount, key, member, number, text, time } from './values.ts'

export const userAction = record<UserAction>({ time, actor: text, action: text, text })

/** Balances before and after. */
export const balanceChange = {
  currency: currencyOf('IDR'),
  beforeAvailable: amount,
  afterAvailable: amount,
  beforeTotal: amount,
  afterTotal: amount,
  beforePayinFreeze: amount,
  afterPayinFreeze: amount,
  beforePayoutFreeze: amount,
  afterPayoutFreeze: amount,
}

export const balances = { available: amount, total: amount, payinFreeze: amount, payoutFreeze: amount }

export const balance = (currency: Currency) => record<Balance>({ ...balances, currency: currencyOf(currency) })

export const posting = record<Posting>({ ...balanceChange, time, seq: text, type: text, amount })

export const attempt = record<CallbackAttempt, 'outcome'>(
  {
    number,
    eventId: text,
    trigger: key<NonNullable<CallbackAttempt['trigger']>>(),
    actor: text,
    address: text,
    time,
    outcome: key<CallbackAttempt['outcome']>(),
    status: number,
    latency: number,
    error: text,
    requestHeaders: map(text),
    requestBody: text,
    response: text,
    nextTime: time,
  },
  { requires: ['outcome'] },
)

const noteEntry = record<NoteEntry, 'kind'>(
  { kind: member(['NOTE', 'ASSIGNMENT']), time, author: text, text, assignedTo: text },
  { identity: identityBy('id'), requires: ['kind'] },
)

/** An account without a name to sign in with cannot be assigned. */
export const person = record<Person, 'username'>({ username: text, name: text, merchantNo: text }, { requires: ['username'] })

export const orderTrail = (type: Direction) =>
  record<OrderTrail>({
    order: always(order(type)),
    notifyAddress: text,
    moves: list(statusMove),
    postings: list(posting),
    attempts: list(attempt),
    actions: list(userAction),
    notes: list(noteEntry),
  })

export const notifyResult = record<NotifyResult>(
  {
    notifyStatus: key<NonNullable<PayOrder['notifyStatus']>>(),
    notifyAttempts: number,
    lastNotifyTime: time,
    responseMessage: text,
    attempt,
  },
  { identity: identityBy('id') },
)

/** A channel without a key cannot be chosen. */
export const payChannel = record<PayChannel, 'payChannel'>(
  { payChannel: text, name: text, payMethod: text, minAmount: amount, maxAmount: amount },
  { requires: ['payChannel'] },
)

export const receipt = record<Receipt>({
  merchantOrderNo: text,
  platOrderNo: text,
  merchantName: text,
  bankName: text,
  receiveName: text,
  receiveAccount: text,
  currency: currencyOf('IDR'),
  payAmount: amount,
  payFee: amount,
  status: text,
  completeTime: time,
  receipt: text,
})

export const simulationResult = (type: Direction) =>
  record<SimulationResult>({
    before: text,
    order: always(order(type)),
    notify: record<NonNullable<SimulationResult['notify']>>({
      notifyStatus: key<NonNullable<PayOrder['notifyStatus']>>(),
      notifyAttempts: number,
    }),
  })
