import { type EmptyInput, get } from './call.ts'
import { byAgent, byOrderOwner, byStaff } from './callers.ts'
import type { Dashboard, DaySummary } from './rows/dashboards.ts'
import type { Attention, BalanceDay, CallbackFlow, MerchantTrend, PayinFlow, PlatformHealth } from './rows/insights.ts'
import type { AgentRange } from './shapes/dashboards.ts'

// Read again after changes in the background, so a 401 does not end the session.
const INSIGHTS = { source: 'insights', endsSession: false } as const
const byDashboard = byOrderOwner(['dashboard', 'dashboard_usdt'], INSIGHTS)

/** What the dashboards show beyond the documented calls. */
export const insightCalls = {
  // The figures of today again, after changes.
  dashboardNow: get<EmptyInput, Dashboard>('/api/index/now', byDashboard),
  attention: get<EmptyInput, Attention>('/api/index/attention', byDashboard),
  payinFlow: get<EmptyInput, PayinFlow>('/api/index/payin-flow', byDashboard),
  callbackFlow: get<EmptyInput, CallbackFlow>('/api/index/callback-flow', byDashboard),
  // The last 14 days, oldest first.
  trend: get<EmptyInput, DaySummary[]>('/api/index/trend', byDashboard),
  // The last 30 days of the caller's own account, oldest first; empty for staff.
  balanceDays: get<EmptyInput, BalanceDay[]>('/api/index/balance-days', byDashboard),
  merchantTrends: get<AgentRange, MerchantTrend[]>('/api/agent/dashboard/merchants', byAgent('dashboard', INSIGHTS)),
  platformHealth: get<EmptyInput, PlatformHealth>('/api/plat/health', byStaff('dashboard', INSIGHTS)),
} as const
