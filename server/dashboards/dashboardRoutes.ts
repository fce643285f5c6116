import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { AgentMerchant, AgentRange } from '#contract/shapes/dashboards.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { listActivities } from '../audit/activities.ts'
import { type ClosedRange, closedRange } from '../dayRanges.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { balanceOf } from '../merchants/accountInfo.ts'
import { agentMerchants, type MerchantRow, type OwnMerchant, scopeOf } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { addDays, DAY, wibDay } from '../wib.ts'
import { attentionOf } from './attention.ts'
import { callbackFlow } from './callbackFlow.ts'
import { payinFlow } from './payinFlow.ts'
import { platformHealth } from './platformHealth.ts'
import { type SummaryScope, summariesByDay, summaryOfRange, summarySoFar } from './summaries.ts'
import { balanceDays, merchantTrends } from './trends.ts'

const TREND_DAYS = 14
const BALANCE_DAYS = 30

/** The dashboard: today against yesterday, the last days, what needs attention, how payins and callbacks fare, activities. */
export function dashboardRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  const summaryScope = async (merchant: MerchantRow): Promise<SummaryScope> => ({
    merchantNos: await scopeOf(db, merchant),
    currency: merchant.currency,
  })

  const today = async (merchant: MerchantRow) => {
    const now = clock.now()
    const date = wibDay(now)
    const scope = await summaryScope(merchant)
    const days = await summariesByDay(db, scope, { startDate: addDays(date, -1), endDate: date })
    const [yesterday, today] = days.map(({ date: _, ...summary }) => summary)
    const yesterdaySoFar = await summarySoFar(db, scope, now - DAY)
    const merchantCount = scope.merchantNos === 'all' ? null : scope.merchantNos.length
    const balance = merchant.kind === 'staff' ? null : await balanceOf(db, merchant)
    return { date, currency: merchant.currency, today: today!, yesterday: yesterday!, yesterdaySoFar, balance, merchantCount }
  }
  serve(app, calls.dashboard, NoInput, (_, { merchant }) => today(merchant))
  serve(app, calls.dashboardNow, NoInput, (_, { merchant }) => today(merchant))

  serve(app, calls.dailyChart, NoInput, async (_, { merchant }) => {
    const endDate = wibDay(clock.now())
    return summariesByDay(db, await summaryScope(merchant), { startDate: addDays(endDate, -6), endDate })
  })

  const lastDays = (count: number): ClosedRange => {
    const endDate = wibDay(clock.now())
    return { startDate: addDays(endDate, 1 - count), endDate }
  }

  serve(app, calls.attention, NoInput, async (_, { merchant }) =>
    attentionOf(db, await summaryScope(merchant), merchant.kind === 'staff' ? null : merchant, clock.now()),
  )
  serve(app, calls.payinFlow, NoInput, async (_, { merchant }) => payinFlow(db, await summaryScope(merchant), clock.now()))
  serve(app, calls.callbackFlow, NoInput, async (_, { merchant }) =>
    callbackFlow(db, await summaryScope(merchant), clock.now()),
  )
  serve(app, calls.trend, NoInput, async (_, { merchant }) =>
    summariesByDay(db, await summaryScope(merchant), lastDays(TREND_DAYS)),
  )
  serve(app, calls.balanceDays, NoInput, (_, { merchant }) =>
    merchant.kind === 'staff' ? [] : balanceDays(db, merchant, lastDays(BALANCE_DAYS)),
  )
  serve(app, calls.platformHealth, NoInput, () => platformHealth(db, clock.now()))

  serve(app, calls.activities, NoInput, (_, { merchant, language }) => listActivities(db, merchant, language))
}

/** Figures of the merchants of an agent, together or one by one. The default range is the last seven days. */
export function agentDashboardRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  serve(app, calls.agentDashboard, AgentRange, async (input, { merchant: agent }) => {
    const { merchants, range, scope } = await readInput(agent, input)
    return { range, merchantCount: merchants.length, summary: await summaryOfRange(db, scope, range) }
  })

  serve(app, calls.agentLatest, AgentRange, async (input, { merchant: agent }) => {
    const { merchants, range, scope } = await readInput(agent, input)
    const days = await summariesByDay(db, scope, range)
    const joinedNames = (name: 'merchantNo' | 'merchantName') =>
      input.merchantNo === undefined ? null : merchants.map((merchant) => merchant[name]).join(',')
    const merchantColumns = { merchantNo: joinedNames('merchantNo'), merchantName: joinedNames('merchantName') }
    return days.toReversed().map(({ date, ...summary }) => ({ date, ...merchantColumns, ...summary }))
  })

  serve(app, calls.merchantTrends, AgentRange, async (input, { merchant: agent }) => {
    const { merchants, range } = await readInput(agent, input)
    return merchantTrends(db, merchants, agent.currency, range)
  })

  serve(app, calls.agentMerchantData, AgentMerchant, async (input, { merchant: agent }) => {
    const { merchants, range, scope } = await readInput(agent, input)
    const days = await summariesByDay(db, scope, range)
    return { merchant: merchants[0]!, summary: await summaryOfRange(db, scope, range), days: days.toReversed() }
  })

  async function readInput(agent: MerchantRow, input: AgentRange) {
    const range = closedRange(input, wibDay(clock.now()))
    const merchants = await findMerchants(agent, input.merchantNo)
    const scope: SummaryScope = { merchantNos: merchants.map(({ merchantNo }) => merchantNo), currency: agent.currency }
    return { merchants, range, scope }
  }

  /** All merchants of the agent, or the requested ones. Throws MERCHANT_NOT_FOUND for a merchant of another agent. */
  async function findMerchants(agent: MerchantRow, merchantNo?: AgentRange['merchantNo']): Promise<OwnMerchant[]> {
    const all = await agentMerchants(db, agent.merchantNo)
    if (merchantNo === undefined) return all
    const requested = [...new Set([merchantNo].flat())]
    const found = all.filter((merchant) => requested.includes(merchant.merchantNo))
    if (found.length < requested.length) throw new Refusal('MERCHANT_NOT_FOUND')
    return found
  }
}
