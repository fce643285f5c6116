import type { Transaction } from '../db/database.ts'
import { SEED_PAYOUTS_NODE, SEED_RECORDS_NODE } from '../ids.ts'
import { DAY, startOfDay } from '../wib.ts'
import { Books, type Traces } from './books.ts'
import { visitsByDay } from './calendar.ts'
import { lifeOf, type Stage } from './lives.ts'
import { pastIds } from './pastIds.ts'
import { payoutMaker } from './payouts.ts'
import { type DayStage, Purse } from './purse.ts'
import { recordLives } from './records.ts'

/**
 * Writes so many payins, the payouts that their money allows, and all that came of them. Each order is written once, as
 * it stands at the end; the ledger is posted by the live gateway's own statement, in the order in which the money moved.
 */
export async function populate(tx: Transaction, orders: number, stage: Stage): Promise<Traces> {
  const books = new Books(tx)
  const purse = new Purse()
  const ids = { payins: pastIds(), payouts: pastIds(SEED_PAYOUTS_NODE), records: pastIds(SEED_RECORDS_NODE) }
  const payoutsOf = payoutMaker()
  // What goes out draws its own chances, so that it changes nothing of what comes in.
  const outgoing: Stage = { ...stage, chance: stage.chance.fork(1) }
  const own: Stage = { ...stage, chance: stage.chance.fork(2) }
  for (const { day, visits } of visitsByDay(orders, stage.now, stage.chance)) {
    for (const visit of visits) {
      const life = lifeOf(ids.payins.at(visit.at), visit, stage, purse)
      purse.expect(life.order.merchantNo, life.entries)
      await books.payin(life)
    }
    // Only when everything that comes in is known can anything go out.
    purse.open(day)
    const endsAt = Math.min(startOfDay(day) + DAY, stage.now)
    const dayStage: DayStage = { day, endsAt, ids: ids.payouts, purse, stage: outgoing }
    await books.payouts(payoutsOf(dayStage, visits))
    await books.records(recordLives({ ...dayStage, ids: ids.records, stage: own }))
    await books.close(day)
  }
  await books.end()
  return books.traces
}
