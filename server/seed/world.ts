import type { Deed } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { type Columns, insertInto } from '../db/bulk.ts'
import type { Transaction } from '../db/database.ts'
import { type Ids, SEED_PAYOUTS_NODE, SEED_RECORDS_NODE, seedIds } from '../ids.ts'
import { type Entry, post } from '../ledger.ts'
import { addExpiries, addMoves, addOrders, addSettlements, countOf, type Delta } from '../orders.ts'
import type { OrderRecord } from '../queries/order.ts'
import { DAY, startOfDay, wibDay } from '../wib.ts'
import { visitsByDay } from './calendar.ts'
import type { AttemptRow, DebtRow } from './correspondence.ts'
import { type Life, lifeOf, type Stage } from './lives.ts'
import { type PayoutLife, payoutMaker } from './payouts.ts'
import { type DayStage, type PastIds, Purse } from './purse.ts'
import { addRecordLives, recordLives } from './records.ts'

/** What the orders leave for the panels beside them. */
export interface Traces {
  deeds: Omit<Deed, 'id'>[]
  /** The newest order of each merchant that it could not be told of. */
  givenUp: Map<string, OrderRecord>
}

const LIVES = 1_000
const ENTRIES = 4_000

/**
 * Writes so many payins, the payouts that their money allows, and all that came of them. Each order is written once, as it stands at the end; the ledger is
 * posted by the live gateway's own statement, day by day, in the order in which the money moved.
 */
export async function populate(tx: Transaction, orders: number, stage: Stage): Promise<Traces> {
  const traces: Traces = { deeds: [], givenUp: new Map() }
  const figures = new Map<string, Figure>()
  const money = new Map<string, Entry[]>()
  const clock = new PastClock()
  const orderIds = seedIds(clock)
  const ledgerIds = seedIds(clock)
  const purse = new Purse()
  const payoutIds = pastIds(SEED_PAYOUTS_NODE)
  const recordIds = pastIds(SEED_RECORDS_NODE)
  const payoutsOf = payoutMaker()
  // What goes out draws its own chances, so that it changes nothing of what comes in.
  const outgoing: Stage = { ...stage, chance: stage.chance.fork(1) }
  const own: Stage = { ...stage, chance: stage.chance.fork(2) }

  for (const { day, visits } of visitsByDay(orders, stage.now, stage.chance)) {
    for (const some of parts(visits, LIVES)) {
      const lives = some.map((visit) => {
        clock.set(visit.at)
        return lifeOf(orderIds.next(), visit, stage)
      })
      for (const { entries } of lives) purse.expect(entries)
      await keep(lives)
    }
    // Only when everything that comes in is known can anything go out.
    purse.open(day)
    const endsAt = Math.min(startOfDay(day) + DAY, stage.now)
    const dayStage: DayStage = { day, endsAt, ids: payoutIds, purse, stage: outgoing }
    for (const some of parts(payoutsOf(dayStage, visits), LIVES)) {
      await keep(some)
      await addDue(tx, some)
    }
    const { records, entries, deeds } = recordLives({ ...dayStage, ids: recordIds, stage: own })
    await addRecordLives(tx, records)
    for (const entry of entries) entriesOn(money, wibDay(entry.at)).push(entry)
    traces.deeds.push(...deeds)
    // Nothing that is made later can move money earlier.
    const moved = entriesOn(money, day).sort((a, b) => a.at.getTime() - b.at.getTime())
    money.delete(day)
    for (const some of parts(moved, ENTRIES)) await post(tx, timed(some, clock, ledgerIds), some)
  }
  await tx.run(insertInto('order_day', FIGURE, [...figures.values()]))
  return traces

  async function keep(lives: readonly Life[]): Promise<void> {
    for (const life of lives) {
      count(figures, life.order)
      for (const entry of life.entries) entriesOn(money, wibDay(entry.at)).push(entry)
      traces.deeds.push(...life.deeds)
      if (life.order.notifyStatus === 'FAILED') traces.givenUp.set(life.order.merchantNo, life.order)
    }
    await write(tx, lives)
  }
}

/** Numbers of a node of their own, so that they are like no others of the same second. */
function pastIds(node: number): PastIds {
  const clock = new PastClock()
  const ids = seedIds(clock, node)
  return {
    at(time) {
      clock.set(time)
      return ids.next()
    },
  }
}

/** A clock that is told what time it was. */
class PastClock implements Clock {
  #at = 0
  now = (): number => this.#at
  set(at: number): void {
    this.#at = at
  }
}

/** A number for each entry, of the time it moved. */
function timed(entries: readonly Entry[], clock: PastClock, ids: Ids): Ids {
  const times = entries.values()
  return {
    next() {
      clock.set(times.next().value!.at.getTime())
      return ids.next()
    },
  }
}

function* parts<Thing>(things: readonly Thing[], size: number): Generator<Thing[]> {
  for (let at = 0; at < things.length; at += size) yield things.slice(at, at + size)
}

function entriesOn(money: Map<string, Entry[]>, day: string): Entry[] {
  const known = money.get(day) ?? []
  money.set(day, known)
  return known
}

type Figure = Omit<Delta, 'orderId' | 'step'>

const FIGURE: Columns<Figure> = {
  merchantNo: 'text',
  kind: 'text',
  day: 'date',
  status: 'text',
  n: 'bigint',
  amount: 'numeric',
  fee: 'numeric',
}

function count(figures: Map<string, Figure>, order: OrderRecord): void {
  const { orderId: _order, step: _step, ...one } = countOf(order, 1)
  const key = `${one.merchantNo} ${one.kind} ${one.day} ${one.status}`
  const known = figures.get(key)
  figures.set(key, known ? { ...known, n: known.n + 1, amount: known.amount + one.amount, fee: known.fee + one.fee } : one)
}

const ATTEMPT: Columns<AttemptRow> = {
  merchantNo: 'text',
  orderId: 'bigint',
  number: 'int',
  eventId: 'text',
  trigger: 'text',
  actor: 'text',
  address: 'text',
  at: 'timestamptz',
  outcome: 'text',
  httpStatus: 'int',
  latencyMs: 'int',
  error: 'text',
  request: 'jsonb',
  response: 'text',
  nextTime: 'timestamptz',
}

const DEBT: Columns<DebtRow> = {
  merchantNo: 'text',
  kind: 'text',
  orderId: 'bigint',
  eventId: 'text',
  status: 'text',
  attempts: 'int',
  state: 'text',
  nextTime: 'timestamptz',
  createTime: 'timestamptz',
}

async function write(tx: Transaction, lives: readonly Life[]): Promise<void> {
  const correspondences = lives.flatMap(({ correspondence }) => correspondence ?? [])
  await addOrders(
    tx,
    lives.map(({ order }) => order),
  )
  await addMoves(
    tx,
    lives.flatMap(({ moves }) => moves),
  )
  await addSettlements(
    tx,
    lives.flatMap(({ settlement }) => settlement ?? []),
  )
  await addExpiries(
    tx,
    lives.flatMap(({ order }) => (order.status === 'PENDING' ? order : [])),
  )
  await tx.run(
    insertInto(
      'callback',
      DEBT,
      correspondences.map(({ debt }) => debt),
    ),
  )
  await tx.run(
    insertInto(
      'callback_attempt',
      ATTEMPT,
      correspondences.flatMap(({ attempts }) => attempts),
    ),
  )
}

interface Due {
  merchantNo: string
  kind: string
  orderId: string
  dueTime: Date
}

/** Payouts that are on their way go on when the gateway runs. */
const addDue = (tx: Transaction, lives: readonly PayoutLife[]) =>
  tx.run(
    insertInto<Due>(
      'payout_due',
      { merchantNo: 'text', kind: 'text', orderId: 'bigint', dueTime: 'timestamptz' },
      lives.flatMap(({ order: { merchantNo, kind, id }, due }) =>
        due === null ? [] : { merchantNo, kind, orderId: id, dueTime: due },
      ),
    ),
  )
