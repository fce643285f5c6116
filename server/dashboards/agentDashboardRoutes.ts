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

/** Figures of the merchants of an agent, together or one by one. The default range is the last seven days. */
export function agentDashboardRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  const rangeOf = (typed: AgentRange) => closedRange(typed, wibDay(clock.now()))

  serve(app, calls.agentDashboard, AgentRange, async (input, { merchant: agent }) => {
    const range = rangeOf(input)
    const merchants = await findMerchants(agent, input.merchantNo)
    return { range, merchantCount: merchants.length, summary: await summaryOfRange(db, scopeOf(agent, merchants), range) }
  })

  serve(app, calls.agentLatest, AgentRange, async (input, { merchant: agent }) => {
    const range = rangeOf(input)
    const merchants = await findMerchants(agent, input.merchantNo)
    const days = await summariesByDay(db, scopeOf(agent, merchants), range)
    const joinedNames = (name: 'merchantNo' | 'merchantName') =>
      input.merchantNo === undefined ? null : merchants.map((merchant) => merchant[name]).join(',')
    const merchantColumns = { merchantNo: joinedNames('merchantNo'), merchantName: joinedNames('merchantName') }
    return days.toReversed().map(({ date, ...summary }) => ({ date, ...merchantColumns, ...summary }))
  })

  serve(app, calls.agentMerchantData, AgentMerchant, async (input, { merchant: agent }) => {
    const range = rangeOf(input)
    const merchants = await findMerchants(agent, input.merchantNo)
    const scope = scopeOf(agent, merchants)
    const days = await summariesByDay(db, scope, range)
    return { merchant: merchants[0]!, summary: await summaryOfRange(db, scope, range), days: days.toReversed() }
  })

  /** All merchants of the agent, or the requested ones. Throws MERCHANT_NOT_FOUND for a merchant of another agent. */
  async function findMerchants(agent: MerchantRow, merchantNo?: AgentRange['merchantNo']): Promise<Merchant[]> {
    const all = await agentMerchants(db, agent.merchantNo)
    if (merchantNo === undefined) return all
    const requested = [...new Set([merchantNo].flat())]
    const found = all.filter((merchant) => requested.includes(merchant.merchantNo))
    if (found.length < requested.length) throw new Refusal('MERCHANT_NOT_FOUND')
    return found
  }
}

const scopeOf = ({ currency }: MerchantRow, merchants: readonly Merchant[]): SummaryScope => ({
  merchantNos: merchants.map(({ merchantNo }) => merchantNo),
  currency,
})
