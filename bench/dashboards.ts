import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { requestOf } from '../tests/gateway.ts'
import { databaseName, type Fixture } from './fixture.ts'
import { type MeasuredAccount, tokenOf } from './gateway.ts'
import { quantile } from './samples.ts'
import { figure, print, verdict } from './table.ts'

const BOUND_MS = 100
const WARM = 5
const ROUNDS = 40

const MERCHANT_CALLS = {
  today: calls.dashboard,
  'seven days': calls.dailyChart,
  'needs attention': calls.attention,
  'payins by channel and hour': calls.payinFlow,
  'callback latency': calls.callbackFlow,
  'trend of 14 days': calls.trend,
  'balance of 30 days': calls.balanceDays,
} satisfies Record<string, AnyCall>

const { 'balance of 30 days': _, ...ofAllMerchants } = MERCHANT_CALLS

/** The calls of each account's dashboard, by what they show. */
const DASHBOARDS: Record<MeasuredAccount, Record<string, AnyCall>> = {
  normal: MERCHANT_CALLS,
  delegate: { total: calls.agentDashboard, 'last days': calls.agentLatest, merchants: calls.merchantTrends },
  staff: { ...ofAllMerchants, 'state of the platform': calls.platformHealth },
}

/** Measures each call of the dashboards through its route, without a socket, one after the other. */
export async function measureDashboards(fixture: Fixture): Promise<void> {
  const rows: string[][] = []
  for (const [kind, shown] of Object.entries(DASHBOARDS)) {
    const token = await tokenOf(fixture, kind as keyof typeof DASHBOARDS)
    for (const [name, call] of Object.entries(shown)) {
      const spent = await timed(fixture, call, token)
      const p95 = quantile(spent, 0.95)
      rows.push([`${kind}: ${name}`, figure(quantile(spent, 0.5)), figure(p95), verdict(p95, BOUND_MS)])
    }
  }
  print(`Dashboards on ${databaseName(fixture)}: milliseconds of a call`, ['', 'p50', 'p95', 'held to'], rows)
}

async function timed({ gateway }: Fixture, call: AnyCall, token: string): Promise<number[]> {
  const request = requestOf(call, {}, token)
  const spent: number[] = []
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const began = performance.now()
    const { statusCode } = await gateway.app.inject(request)
    if (statusCode !== 200) throw new Error(`${call.path}: ${statusCode}`)
    if (round >= WARM) spent.push(performance.now() - began)
  }
  return spent
}
