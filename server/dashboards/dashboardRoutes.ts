import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { listActivities } from '../audit/activities.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { balanceOf } from '../merchants/accountInfo.ts'
import { type MerchantRow, scopeOf } from '../merchants/merchants.ts'
import { addDays, DAY, wibDay } from '../wib.ts'
import { type SummaryScope, summariesByDay, summarySoFar } from './summaries.ts'

/** The dashboard: today against yesterday, the last seven days, and recent activities. */
export function dashboardRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  const scopeFor = async (merchant: MerchantRow): Promise<SummaryScope> => ({
    merchantNos: await scopeOf(db, merchant),
    currency: merchant.currency,
  })

  serve(app, calls.dashboard, NoInput, async (_, { merchant }) => {
    const now = clock.now()
    const date = wibDay(now)
    const scope = await scopeFor(merchant)
    const days = await summariesByDay(db, scope, { startDate: addDays(date, -1), endDate: date })
    const [yesterday, today] = days.map(({ date: _, ...summary }) => summary)
    const yesterdaySoFar = await summarySoFar(db, scope, now - DAY)
    const balance = merchant.kind === 'staff' ? null : await balanceOf(db, merchant)
    return { date, currency: merchant.currency, today: today!, yesterday: yesterday!, yesterdaySoFar, balance }
  })

  serve(app, calls.dailyChart, NoInput, async (_, { merchant }) => {
    const endDate = wibDay(clock.now())
    return summariesByDay(db, await scopeFor(merchant), { startDate: addDays(endDate, -6), endDate })
  })

  serve(app, calls.activities, NoInput, (_, { merchant, language }) => listActivities(db, merchant, language))
}
