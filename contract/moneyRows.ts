export type { NotifyPlan } from './rows/callbacks.ts'
export type {
  AccountDay,
  AccountSums,
  AgentDashboard,
  AgentDay,
  Dashboard,
  DaySummary,
  Summary,
  SummarySoFar,
} from './rows/dashboards.ts'
export type { AccountEntry, BalanceSnapshot, CheckedEntries, LedgerBreak } from './rows/ledger.ts'
export type { OpenOrder, OpenPayout } from './rows/merchantApi.ts'
export type { Movement, MovementTrail, OfflineRechargeInfo, PaymentInstruction, RechargeInstruction } from './rows/movements.ts'
export type { CheckoutOrder, PayoutSummary, Receipt } from './rows/orders.ts'
