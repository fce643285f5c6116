import { addDays, DAY, HOUR, startOfDay, wibDay } from '../wib.ts'
import type { Chance } from './chance.ts'
import { SHOPS, type Shop } from './shops.ts'

/** An order to be created: its shop and time. */
export interface Sale {
  shop: Shop
  /** The number of the order within its shop, from 1. */
  n: number
  at: number
}

const DAYS = 90
/** The default range of lists in days. */
const WEEK = 7
// Sales grow by this factor over the period.
const GROWTH = 1.5

/** The sales of each day, oldest first: `orders` in total over the ninety days up to `now`, with growth. */
export function* salesByDay(orders: number, now: number, chance: Chance): Generator<{ day: string; sales: Sale[] }> {
  const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(wibDay(now), index - DAYS))
  const weights = days.map((day) => SHOPS.map((shop) => shop.share * dayWeight(shop, day, now) * chance.between(0.92, 1.08)))
  const counters = new Map(SHOPS.map((shop) => [shop, 0]))
  for (const [index, counts] of distribute(orders, weights).entries()) {
    const day = days[index]!
    const sales = SHOPS.flatMap((shop, shopIndex) =>
      Array.from({ length: counts[shopIndex]! }, () => ({ shop, n: 0, at: randomTime(shop, day, now, chance) })),
    )
    for (const sale of sales.sort((a, b) => a.at - b.at)) {
      sale.n = counters.get(sale.shop)! + 1
      counters.set(sale.shop, sale.n)
    }
    yield { day, sales }
  }
}

/** Distributes the orders over days and shops. Every shop gets an order within the default range, even in a small demo. */
function distribute(orders: number, weights: readonly (readonly number[])[]): number[][] {
  const totalWeight = weights.flat().reduce((sum, weight) => sum + weight, 0)
  let reached = 0
  let assigned = 0
  const counts = weights.map((day) =>
    day.map((weight) => {
      reached += weight
      const count = Math.round((orders * reached) / totalWeight) - assigned
      assigned += count
      return count
    }),
  )
  const [earlier, recent] = [counts.slice(0, -WEEK), counts.slice(-WEEK)]
  for (const shopIndex of SHOPS.keys()) {
    if (recent.some((day) => day[shopIndex]! > 0)) continue
    // Move one order of the fullest earlier day to this shop and yesterday.
    const most = Math.max(...earlier.flat())
    if (most === 0) break
    const full = earlier.find((day) => day.includes(most))!
    full[full.indexOf(most)] = most - 1
    recent.at(-2)![shopIndex] = 1
  }
  return counts
}

/** The weight of a day: growth, paydays, weekends, and for today the elapsed part. */
function dayWeight(shop: Shop, day: string, now: number): number {
  const start = startOfDay(day)
  const weekday = new Date(start + DAY / 2).getUTCDay()
  const date = Number(day.slice(8))
  const payday = date >= 25 || date <= 3 ? 1.18 : 1
  const weekend = weekday === 0 || weekday === 6 ? shop.weekend : 1
  const growth = GROWTH ** (1 - (now - start) / (DAYS * DAY))
  return growth * payday * weekend * sharePassed(shop, now - start)
}

/** The share of the orders of a day that are created within `passed` milliseconds after midnight. */
function sharePassed({ hours }: Shop, passed: number): number {
  const share = hours.reduce((sum, weight, hour) => sum + weight * Math.min(Math.max(passed / HOUR - hour, 0), 1), 0)
  return share / hours.reduce((sum, weight) => sum + weight, 0)
}

function randomTime({ hours }: Shop, day: string, now: number, chance: Chance): number {
  const start = startOfDay(day)
  const open = hours.map((weight, hour) => weight * Math.min(Math.max((now - start) / HOUR - hour, 0), 1))
  const hour = chance.index(open)
  const within = Math.min(HOUR, now - start - hour * HOUR)
  return Math.floor(start + hour * HOUR + chance.next() * within)
}
