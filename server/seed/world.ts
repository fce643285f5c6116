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
 * Writes so many payins, the payouts that their money allows, and all that came of them. Each order is written once, as
 * it stands at the end; the ledger is posted by the live gateway's own statement, in the order in which the money moved.
 */
export async function populate(tx: Transaction, orders: number, stage: SeedContext): Promise<Traces> {
  const books = new SeedWriter(tx)
  const purse = new Balances()
  const ids = { payins: pastIds(), payouts: pastIds(SEED_PAYOUTS_NODE), records: pastIds(SEED_RECORDS_NODE) }
  const payoutsOf = createPayoutMaker()
  // What goes out draws its own chances, so that it changes nothing of what comes in.
  const outgoing: SeedContext = { ...stage, chance: stage.chance.fork(1) }
  const own: SeedContext = { ...stage, chance: stage.chance.fork(2) }
  for (const { day, visits } of salesByDay(orders, stage.now, stage.chance)) {
    for (const visit of visits) {
      const life = payinHistory(ids.payins.at(visit.at), visit, stage, purse)
      purse.expect(life.order.merchantNo, life.entries)
      await books.payin(life)
    }
    // Only when everything that comes in is known can anything go out.
    purse.openDay(day)
    const endsAt = Math.min(startOfDay(day) + DAY, stage.now)
    const dayStage: DayContext = { day, endsAt, ids: ids.payouts, balances: purse, context: outgoing }
    await books.payouts(payoutsOf(dayStage, visits))
    await books.records(createMovementHistories({ ...dayStage, ids: ids.records, context: own }))
    await books.close(day)
  }
  await books.end()
  return books.traces
}
