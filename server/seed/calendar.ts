import { addDays, DAY, HOUR, startOfDay, wibDay } from '../wib.ts'
import type { Chance } from './chance.ts'
import { SHOPS, type Shop } from './shops.ts'

/** An order that somebody made: at which shop, and when. */
export interface Sale {
  shop: Shop
  /** Of the orders of its shop. */
  n: number
  at: number
}

const DAYS = 90
/** What a list shows until somebody asks for more. */
const WEEK = 7
// Three months ago it sold two thirds of what it sells now.
const GROWTH = 1.5

/** The visits of each day, oldest first: `orders` of them over the last ninety days up to `now`, of a shop that grows. */
export function* salesByDay(orders: number, now: number, chance: Chance): Generator<{ day: string; visits: Sale[] }> {
  const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(wibDay(now), index - DAYS))
  const busyness = days.map((day) => SHOPS.map((shop) => shop.share * busy(shop, day, now) * chance.between(0.92, 1.08)))
  const made = new Map(SHOPS.map((shop) => [shop, 0]))
  for (const [index, counts] of spread(orders, busyness).entries()) {
    const day = days[index]!
    const visits = SHOPS.flatMap((shop, place) =>
      Array.from({ length: counts[place]! }, () => ({ shop, n: 0, at: momentOf(shop, day, now, chance) })),
    )
    for (const visit of visits.sort((a, b) => a.at - b.at)) {
      visit.n = made.get(visit.shop)! + 1
      made.set(visit.shop, visit.n)
    }
    yield { day, visits }
  }
}

/** How many orders of them all each shop has on each day. Of a small demo, too, no shop opens its list and finds nothing. */
function spread(orders: number, busyness: readonly (readonly number[])[]): number[][] {
  const whole = busyness.flat().reduce((sum, weight) => sum + weight, 0)
  let reached = 0
  let made = 0
  const counts = busyness.map((day) =>
    day.map((weight) => {
      reached += weight
      const count = Math.round((orders * reached) / whole) - made
      made += count
      return count
    }),
  )
  const [before, lately] = [counts.slice(0, -WEEK), counts.slice(-WEEK)]
  for (const place of SHOPS.keys()) {
    if (lately.some((day) => day[place]! > 0)) continue
    // One of the fullest day before is of yesterday, and of this shop.
    const most = Math.max(...before.flat())
    if (most === 0) break
    const full = before.find((day) => day.includes(most))!
    full[full.indexOf(most)] = most - 1
    lately.at(-2)![place] = 1
  }
  return counts
}

/** How much a shop sells on a day, against an ordinary one: paydays and weekends, and only as much of today as is over. */
function busy(shop: Shop, day: string, now: number): number {
  const start = startOfDay(day)
  const weekday = new Date(start + DAY / 2).getUTCDay()
  const date = Number(day.slice(8))
  const payday = date >= 25 || date <= 3 ? 1.18 : 1
  const weekend = weekday === 0 || weekday === 6 ? shop.weekend : 1
  const growth = GROWTH ** (1 - (now - start) / (DAYS * DAY))
  return growth * payday * weekend * sharePassed(shop, now - start)
}

/** Of a day's orders, the share made so many milliseconds after midnight. */
function sharePassed({ hours }: Shop, passed: number): number {
  const share = hours.reduce((sum, weight, hour) => sum + weight * Math.min(Math.max(passed / HOUR - hour, 0), 1), 0)
  return share / hours.reduce((sum, weight) => sum + weight, 0)
}

function momentOf({ hours }: Shop, day: string, now: number, chance: Chance): number {
  const start = startOfDay(day)
  const open = hours.map((weight, hour) => weight * Math.min(Math.max((now - start) / HOUR - hour, 0), 1))
  const hour = chance.index(open)
  const within = Math.min(HOUR, now - start - hour * HOUR)
  return Math.floor(start + hour * HOUR + chance.next() * within)
}
