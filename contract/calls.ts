import { type AnyCall, BY_CONTRACT, type EmptyInput, GUEST_CALL, get, post, postForRows, put } from './call.ts'
import { byAgent, byOrderOwner, MONEY_CALL } from './callers.ts'
import { guestCalls } from './guestCalls.ts'
import { insightCalls } from './insightCalls.ts'
import { merchantCalls } from './merchantCalls.ts'
import { moneyCalls } from './moneyCalls.ts'
import type { OptionTexts } from './options.ts'
import { orderCalls } from './orderCalls.ts'
import type { Balance } from './rows/accounts.ts'
import type { Activity, AuditEvent } from './rows/audit.ts'
import type { LiveKind } from './rows/changes.ts'
import type { Complete } from './rows/complete.ts'
import type { AgentDashboard, AgentDay, Dashboard, DaySummary } from './rows/dashboards.ts'
import { LIVE_LIST_NAMES, type LiveList } from './rows/liveLists.ts'
import type { Notice } from './rows/notices.ts'
import type { SystemConfig } from './rows/system.ts'
import type { SavedView } from './rows/views.ts'
import type { PagedAuditEvents } from './shapes/audit.ts'
import type { AgentRange } from './shapes/dashboards.ts'
import type { CreatePayin, CreatePayout, OpenBalanceQuery, OpenOrderQuery } from './shapes/merchantApi.ts'
import type { OpenOrder, OpenPayin, OpenPayout } from './shapes/merchantReplies.ts'
import type { SaveView, ViewName } from './shapes/views.ts'

const MERCHANT_API = { ...GUEST_CALL, source: 'merchant-api' } as const

/** Every call of the gateway, once. Client and gateway are both built from it; tests compare them with it. */
export const calls = {
  ...guestCalls,
  ...merchantCalls,
  ...moneyCalls,
  ...orderCalls,
  ...insightCalls,

  enums: get<{ locales?: string }, OptionTexts>('/api/index/enums'),
  // A background poll must not sign the user out; the next call by the user does.
  notices: get<EmptyInput, Notice[]>('/api/index/notices', { ...BY_CONTRACT, endsSession: false }),
  // A stream of change kinds. The console reads the changes with separate calls.
  events: get<EmptyInput, LiveKind>('/api/index/events', { reply: 'events', endsSession: false, source: 'events' }),
  clearNotices: post<{ type: string }, { remaining: number | null }>('/api/index/notices/clear', BY_CONTRACT),
  // Saved views, shared by the browsers of an account. Read-only accounts may save views too.
  views: get<EmptyInput, SavedView[]>('/api/index/views', { source: 'views' }),
  saveView: put<SaveView, SavedView[]>('/api/index/views', { mutates: false, source: 'views' }),
  removeView: post<ViewName, SavedView[]>('/api/index/views/remove', { mutates: false, source: 'views' }),
  systemConfig: get<EmptyInput, SystemConfig>('/api/index/system-config', BY_CONTRACT),

  dashboard: get<EmptyInput, Dashboard>('/api/index/', byOrderOwner(['dashboard', 'dashboard_usdt'])),
  dailyChart: get<EmptyInput, DaySummary[]>('/api/index/daily-chart', byOrderOwner(['dashboard', 'dashboard_usdt'])),
  activities: get<EmptyInput, Activity[]>('/api/index/activities', BY_CONTRACT),
  // Audit events of the caller, from any browser.
  auditEvents: postForRows<PagedAuditEvents, AuditEvent>('/api/index/deeds', { source: 'audit' }),

  agentDashboard: get<AgentRange, AgentDashboard>('/api/agent/dashboard/index', byAgent('dashboard')),
  agentLatest: get<AgentRange, AgentDay[]>('/api/agent/dashboard/latest', byAgent('dashboard')),

  exception: get<{ code: string }, never>('/api/exception/:code', { ...BY_CONTRACT, callers: 'guest' }),

  // For monitoring; by default from loopback addresses only.
  metrics: get<EmptyInput, Blob>('/metrics', { ...GUEST_CALL, reply: 'file', source: 'operations' }),
  // Documentation page; the console only links to it.
  docs: get<EmptyInput, Blob>('/docs/', { ...GUEST_CALL, ...BY_CONTRACT, reply: 'file' }),

  // Merchant API: signed with the merchant's secret, without a session.
  openPayin: post<CreatePayin, OpenPayin>('/openapi/payin', { ...MERCHANT_API, ...MONEY_CALL }),
  openPayout: post<CreatePayout, OpenPayout>('/openapi/payout', { ...MERCHANT_API, ...MONEY_CALL }),
  openOrder: get<OpenOrderQuery, OpenOrder>('/openapi/order', MERCHANT_API),
  openBalance: get<OpenBalanceQuery, Complete<Balance>>('/openapi/balance', MERCHANT_API),
} as const

/** The name of a list with change tracking, by its call; undefined for other calls. */
export const liveListOf = (call: AnyCall): LiveList | undefined => LIVE_LIST_NAMES.find((name) => calls[name] === call)
