import { type EmptyInput, get, post, postForRows, put } from './call.ts'
import { ORDER_CALLERS } from './callers.ts'
import { guestCalls } from './guestCalls.ts'
import { merchantCalls } from './merchantCalls.ts'
import { moneyCalls } from './moneyCalls.ts'
import type { OptionTexts } from './options.ts'
import { orderCalls } from './orderCalls.ts'
import type { Balance } from './rows/accounts.ts'
import type { Activity, AuditEvent } from './rows/audit.ts'
import type { LiveKind } from './rows/changes.ts'
import type { AgentDashboard, AgentDay, Dashboard, DaySummary } from './rows/dashboards.ts'
import type { OpenOrder, OpenPayin, OpenPayout } from './rows/merchantApi.ts'
import type { Notice } from './rows/notices.ts'
import type { Health, SystemConfig } from './rows/system.ts'
import type { SavedView } from './rows/views.ts'
import type { PagedAuditEvents } from './shapes/audit.ts'
import type { AgentRange } from './shapes/dashboards.ts'
import type { CreatePayin, CreatePayout, OpenBalanceQuery, OpenOrderQuery } from './shapes/merchantApi.ts'
import type { SaveView, ViewName } from './shapes/views.ts'

/** Every call of the gateway, once. The client sends by it, the gateway serves by it, the tests hold both to it. */
export const calls = {
  ...guestCalls,
  ...merchantCalls,
  ...moneyCalls,
  ...orderCalls,

  enums: get<{ locales?: string }, OptionTexts>('/api/index/enums'),
  // A background poll must not throw the user out; the next call of his own will.
  notices: get<EmptyInput, Notice[]>('/api/index/notices', { endsSession: false }),
  // Ours: says that something happened, and of what kind, as it happens. What it was is asked for.
  events: get<EmptyInput, LiveKind>('/api/index/events', { reply: 'events', endsSession: false }),
  clearNotices: post<{ type: string }, { remaining: number }>('/api/index/notices/clear'),
  // Ours: how an account likes to look at its lists, the same in every browser. Looking is allowed to whoever may do nothing else.
  views: get<EmptyInput, SavedView[]>('/api/index/views'),
  saveView: put<SaveView, SavedView[]>('/api/index/views', { mutates: false }),
  removeView: post<ViewName, SavedView[]>('/api/index/views/remove', { mutates: false }),
  systemConfig: get<EmptyInput, SystemConfig>('/api/index/system-config'),

  dashboard: get<EmptyInput, Dashboard>('/api/index/', {
    callers: ORDER_CALLERS,
    permission: ['dashboard', 'dashboard_usdt'],
  }),
  dailyChart: get<EmptyInput, DaySummary[]>('/api/index/daily-chart', {
    callers: ORDER_CALLERS,
    permission: ['dashboard', 'dashboard_usdt'],
  }),
  activities: get<EmptyInput, Activity[]>('/api/index/activities'),
  // Ours: what the caller did himself, from any browser.
  deeds: postForRows<PagedAuditEvents, AuditEvent>('/api/index/deeds'),

  agentDashboard: get<AgentRange, AgentDashboard>('/api/agent/dashboard/index', {
    callers: ['delegate'],
    permission: 'dashboard',
  }),
  agentLatest: get<AgentRange, AgentDay[]>('/api/agent/dashboard/latest', {
    callers: ['delegate'],
    permission: 'dashboard',
  }),

  exception: get<{ code: string }, never>('/api/exception/:code', { callers: 'guest' }),
  health: get<EmptyInput, Health>('/healthz', { callers: 'guest', reply: 'body', endsSession: false }),

  // For a monitoring system, and by default only from the machine itself.
  metrics: get<EmptyInput, Blob>('/metrics', { callers: 'guest', reply: 'file', endsSession: false }),
  // For people and their tools; the console only links to it.
  docs: get<EmptyInput, Blob>('/docs/', { callers: 'guest', reply: 'file', endsSession: false }),

  // The merchant API: signed with the merchant's secret instead of a session.
  openPayin: post<CreatePayin, OpenPayin>('/openapi/payin', {
    body: 'json',
    callers: 'guest',
    idempotent: true,
    endsSession: false,
  }),
  openPayout: post<CreatePayout, OpenPayout>('/openapi/payout', {
    body: 'json',
    callers: 'guest',
    idempotent: true,
    endsSession: false,
  }),
  openOrder: get<OpenOrderQuery, OpenOrder>('/openapi/order', { callers: 'guest', endsSession: false }),
  openBalance: get<OpenBalanceQuery, Balance>('/openapi/balance', { callers: 'guest', endsSession: false }),
} as const

export type CallName = keyof typeof calls
