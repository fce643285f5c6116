import { addDays, DAY, HOUR, startOfDay, wibDay } from '../wib.ts'
import type { Chance } from './chance.ts'
import { SHOPS, type Shop } from './shops.ts'

/** An order that somebody made: at which shop, and when. */
export interface Visit {
  shop: Shop
  /** Of the orders of its shop. */
  n: number
  at: number
}

const DAYS = 90
// Three months ago it sold two thirds of what it sells now.
const GROWTH = 1.5

/** The visits of each day, oldest first: `orders` of them over the last ninety days up to `now`, of a shop that grows. */
export function* visitsByDay(orders: number, now: number, chance: Chance): Generator<{ day: string; visits: Visit[] }> {
  const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(wibDay(now), index - DAYS))
  const busyness = days.map((day) => SHOPS.map((shop) => shop.share * busy(shop, day, now) * chance.between(0.92, 1.08)))
  const whole = busyness.flat().reduce((sum, weight) => sum + weight, 0)
  const counts = new Map(SHOPS.map((shop) => [shop, 0]))
  let reached = 0
  let made = 0
  for (const [index, day] of days.entries()) {
    const visits = SHOPS.flatMap((shop, place) => {
      reached += busyness[index]![place]!
      const count = Math.round((orders * reached) / whole) - made
      made += count
      return Array.from({ length: count }, () => ({ shop, n: 0, at: momentOf(shop, day, now, chance) }))
    })
    for (const visit of visits.sort((a, b) => a.at - b.at)) {
      visit.n = counts.get(visit.shop)! + 1
      counts.set(visit.shop, visit.n)
    }
    yield { day, visits }
  }
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
