import type { Transaction } from '../db/database.ts'
import { SEED_PAYOUTS_NODE, SEED_RECORDS_NODE } from '../ids.ts'
import { DAY, startOfDay } from '../wib.ts'
import { Balances, type DayContext } from './balances.ts'
import { salesByDay } from './calendar.ts'
import { createMovementHistories } from './movementHistories.ts'
import { pastIds } from './pastIds.ts'
import { payinHistory, type SeedContext } from './payinHistory.ts'
import { createPayoutMaker } from './payoutHistory.ts'
import { SeedWriter, type Traces } from './seedWriter.ts'

/**
 * Writes the given number of payins, the payouts that their money allows, and movements, with their histories. Each order is
 * inserted once in its final state. The ledger is posted by the gateway's own statement, in order of time.
 */
export async function populate(tx: Transaction, orders: number, context: SeedContext): Promise<Traces> {
  const writer = new SeedWriter(tx)
  const balances = new Balances()
  const ids = { payins: pastIds(), payouts: pastIds(SEED_PAYOUTS_NODE), records: pastIds(SEED_RECORDS_NODE) }
  const payoutsOf = createPayoutMaker()
  // Outgoing histories use separate generators, so that they do not affect incoming ones.
  const payoutContext: SeedContext = { ...context, chance: context.chance.fork(1) }
  const movementContext: SeedContext = { ...context, chance: context.chance.fork(2) }
  for (const { day, sales } of salesByDay(orders, context.now, context.chance)) {
    for (const sale of sales) {
      const history = payinHistory(ids.payins.at(sale.at), sale, context, balances)
      balances.expect(history.order.merchantNo, history.entries)
      await writer.addPayin(history)
    }
    // Outgoing money depends on all incoming money of the day.
    balances.openDay(day)
    const endsAt = Math.min(startOfDay(day) + DAY, context.now)
    const dayContext: DayContext = { day, endsAt, ids: ids.payouts, balances, context: payoutContext }
    await writer.addPayouts(payoutsOf(dayContext, sales))
    await writer.addMovements(createMovementHistories({ ...dayContext, ids: ids.records, context: movementContext }))
    await writer.closeDay(day)
  }
  await writer.end()
  return writer.traces
}
