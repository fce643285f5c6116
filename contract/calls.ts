import { get, type Nothing, post, postForRows, put } from './call.ts'
import { merchants } from './callers.ts'
import { guestCalls } from './guestCalls.ts'
import { merchantCalls } from './merchantCalls.ts'
import type { Activity, AuditEvent } from './merchantRows.ts'
import type * as merchantShapes from './merchantShapes.ts'
import { moneyCalls } from './moneyCalls.ts'
import type * as money from './moneyRows.ts'
import type * as moneyShapes from './moneyShapes.ts'
import type { OptionTexts } from './options.ts'
import { orderCalls } from './orderCalls.ts'
import type { Balance, LiveKind, Notice, OpenPayin, SavedView } from './rows.ts'
import type { CreatePayin, SaveView, ViewName } from './shapes.ts'
import type { Health, SystemConfig } from './systemRows.ts'

/** Every call of the gateway, once. The client sends by it, the gateway serves by it, the tests hold both to it. */
export const calls = {
  ...guestCalls,
  ...merchantCalls,
  ...moneyCalls,
  ...orderCalls,

  enums: get<{ locales?: string }, OptionTexts>('/api/index/enums'),
  // A background poll must not throw the user out; the next call of his own will.
  notices: get<Nothing, Notice[]>('/api/index/notices', { logout: false }),
  // Ours: says that something happened, and of what kind, as it happens. What it was is asked for.
  events: get<Nothing, LiveKind>('/api/index/events', { reply: 'events', logout: false }),
  clearNotices: post<{ type: string }, { remaining: number }>('/api/index/notices/clear'),
  // Ours: how an account likes to look at its lists, the same in every browser. Looking is allowed to whoever may do nothing else.
  views: get<Nothing, SavedView[]>('/api/index/views'),
  saveView: put<SaveView, SavedView[]>('/api/index/views', { changes: false }),
  removeView: post<ViewName, SavedView[]>('/api/index/views/remove', { changes: false }),
  systemConfig: get<Nothing, SystemConfig>('/api/index/system-config'),

  dashboard: get<Nothing, money.Dashboard>('/api/index/', { who: merchants, key: ['dashboard', 'dashboard_usdt'] }),
  dailyChart: get<Nothing, money.DaySummary[]>('/api/index/daily-chart', {
    who: merchants,
    key: ['dashboard', 'dashboard_usdt'],
  }),
  activities: get<Nothing, Activity[]>('/api/index/activities'),
  // Ours: what the caller did himself, from any browser.
  deeds: postForRows<merchantShapes.PagedAuditEvents, AuditEvent>('/api/index/deeds'),

  agentDashboard: get<merchantShapes.AgentRange, money.AgentDashboard>('/api/agent/dashboard/index', {
    who: ['delegate'],
    key: 'dashboard',
  }),
  agentLatest: get<merchantShapes.AgentRange, money.AgentDay[]>('/api/agent/dashboard/latest', {
    who: ['delegate'],
    key: 'dashboard',
  }),

  exception: get<{ code: string }, never>('/api/exception/:code', { who: 'guest' }),
  health: get<Nothing, Health>('/healthz', { who: 'guest', reply: 'body', logout: false }),

  // For a monitoring system, and by default only from the machine itself.
  metrics: get<Nothing, Blob>('/metrics', { who: 'guest', reply: 'file', logout: false }),
  // For people and their tools; the console only links to it.
  docs: get<Nothing, Blob>('/docs/', { who: 'guest', reply: 'file', logout: false }),

  // The merchant API: signed with the merchant's secret instead of a session.
  openPayin: post<CreatePayin, OpenPayin>('/openapi/payin', { body: 'json', who: 'guest', money: true, logout: false }),
  openPayout: post<moneyShapes.CreatePayout, money.OpenPayout>('/openapi/payout', {
    body: 'json',
    who: 'guest',
    money: true,
    logout: false,
  }),
  openOrder: get<moneyShapes.OpenOrderQuery, money.OpenOrder>('/openapi/order', { who: 'guest', logout: false }),
  openBalance: get<moneyShapes.OpenBalanceQuery, Balance>('/openapi/balance', { who: 'guest', logout: false }),
} as const

export type CallName = keyof typeof calls
