import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { Merchant } from '#contract/rows/merchants.ts'
import { AgentMerchant, AgentRange } from '#contract/shapes/dashboards.ts'
import { closedRange } from '../dayRanges.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { agentMerchants, type MerchantRow } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { wibDay } from '../wib.ts'
import { type SummaryScope, summariesByDay, summaryOfRange } from './summaries.ts'

/** How the merchants of an agent do, together or one by one. Without a range it is the last seven days. */
export function agentDashboardRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  const rangeOf = (typed: AgentRange) => closedRange(typed, wibDay(clock.now()))

  serve(app, calls.agentDashboard, AgentRange, async (input, { merchant: agent }) => {
    const range = rangeOf(input)
    const brought = await broughtBy(agent, input.merchantNo)
    return { range, merchantCount: brought.length, summary: await summaryOfRange(db, scopeOver(agent, brought), range) }
  })

  serve(app, calls.agentLatest, AgentRange, async (input, { merchant: agent }) => {
    const range = rangeOf(input)
    const brought = await broughtBy(agent, input.merchantNo)
    const days = await summariesByDay(db, scopeOver(agent, brought), range)
    const named = (name: 'merchantNo' | 'merchantName') =>
      input.merchantNo === undefined ? null : brought.map((merchant) => merchant[name]).join(',')
    const who = { merchantNo: named('merchantNo'), merchantName: named('merchantName') }
    return days.toReversed().map(({ date, ...summary }) => ({ date, ...who, ...summary }))
  })

  serve(app, calls.agentMerchantData, AgentMerchant, async (input, { merchant: agent }) => {
    const range = rangeOf(input)
    const brought = await broughtBy(agent, input.merchantNo)
    const scope = scopeOver(agent, brought)
    const days = await summariesByDay(db, scope, range)
    return { merchant: brought[0]!, summary: await summaryOfRange(db, scope, range), days: days.toReversed() }
  })

  /** All the agent has brought, or those of the numbers; refuses one of somebody else as if it did not exist. */
  async function broughtBy(agent: MerchantRow, merchantNo?: AgentRange['merchantNo']): Promise<Merchant[]> {
    const all = await agentMerchants(db, agent.merchantNo)
    if (merchantNo === undefined) return all
    const wanted = [...new Set([merchantNo].flat())]
    const some = all.filter((merchant) => wanted.includes(merchant.merchantNo))
    if (some.length < wanted.length) throw new Refusal('MERCHANT_NOT_FOUND')
    return some
  }
}

const scopeOver = ({ currency }: MerchantRow, brought: readonly Merchant[]): SummaryScope => ({
  merchantNos: brought.map(({ merchantNo }) => merchantNo),
  currency,
})
