import type { Activity, AuditEvent } from '#contract/rows/audit.ts'
import type { CallbackAnswer, CallbackHealth, Deliveries, NotifyPlan, RedeliveryPlan } from '#contract/rows/callbacks.ts'
import { asBody } from '../asBody.ts'
import { fixed, identityBy, list, map, record } from './records.ts'
import { flag, key, mark, member, number, text, time } from './values.ts'

type Kind = NonNullable<Activity['kind']>

const identity = identityBy('id')

export const activity = record<Activity>(
  { time, actor: text, action: text, target: text, kind: key<Kind>(), text },
  { identity },
)

export const auditEvent = record<AuditEvent>(
  {
    time,
    action: text,
    text,
    merchantNo: text,
    target: text,
    address: text,
    detail: { kind: 'any', read: asBody as (value: unknown) => Record<string, unknown> | null },
    kind: text,
    status: text,
    undo: member(['cancel', 'restore']),
  },
  { identity },
)

export const remaining = record<{ remaining: number | null }>({ remaining: number })

export const notifyPlan = record<NotifyPlan, 'total' | 'notifiable'>(
  { total: number, notifiable: number, skipped: map(number), sample: list(text) },
  { requires: ['total', 'notifiable'] },
)

const deliveries = record<Deliveries, 'ended' | 'acknowledged'>(
  { ended: number, acknowledged: number },
  { requires: ['ended', 'acknowledged'] },
)

const callbackAnswer = record<CallbackAnswer, 'time' | 'outcome' | 'orderId'>(
  { time, outcome: key<CallbackAnswer['outcome']>(), status: number, latency: number, error: text, orderId: text },
  { requires: ['time', 'outcome', 'orderId'] },
)

export const callbackHealth = record<
  CallbackHealth,
  'merchantNo' | 'merchantName' | 'direction' | 'day' | 'week' | 'queued' | 'redelivering' | 'undelivered'
>(
  {
    merchantNo: text,
    merchantName: text,
    direction: member(['PAYIN', 'PAYOUT']),
    address: text,
    disabled: mark,
    disabledSince: time,
    failing: mark,
    failingSince: time,
    day: deliveries,
    week: deliveries,
    queued: number,
    nextTime: time,
    redelivering: number,
    undelivered: number,
    latest: list(callbackAnswer),
  },
  {
    requires: ['merchantNo', 'merchantName', 'direction', 'day', 'week', 'queued', 'redelivering', 'undelivered'],
  },
)

export const redeliveryPlan = record<RedeliveryPlan, 'total'>(
  { total: number, oldest: time, sample: list(text) },
  { requires: ['total'] },
)

export const enabled = record<{ enabled: boolean }, 'enabled'>({ enabled: flag }, { requires: ['enabled'] })
export const queued = record<{ queued: number }, 'queued'>({ queued: number }, { requires: ['queued'] })
export const cancelled = record<{ cancelled: number }, 'cancelled'>({ cancelled: number }, { requires: ['cancelled'] })

/** The answer to a change that has no other: that it came is what matters. */
export const changed = record<{ changed: true }>({ changed: fixed('flag', true) })
