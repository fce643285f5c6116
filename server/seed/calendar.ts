import { addDays, DAY, HOUR, startOfDay, wibDay } from '../wib.ts'
import type { Chance } from './chance.ts'
import { SHOPS, type Shop } from './shops.ts'

export interface Sale {
  shop: Shop
  /** The number of the order within its shop, from 1. */
  n: number
  at: number
}

const DAYS = 90
// Sales grow by this factor over the period.
const GROWTH = 1.5

/** The sales of each day, oldest first: `orders` in total over the ninety days up to `now`, with growth. */
export function* salesByDay(orders: number, now: number, chance: Chance): Generator<{ day: string; sales: Sale[] }> {
  const days = Array.from({ length: DAYS + 1 }, (_, index) => addDays(wibDay(now), index - DAYS))
  const weights = days.flatMap((day) => SHOPS.map((shop) => shop.share * dayWeight(shop, day, now)))
  const counts = distribute(orders, weights, chance)
  const counters = new Map(SHOPS.map((shop) => [shop, 0]))
  for (const [index, day] of days.entries()) {
    const sales = SHOPS.flatMap((shop, shopIndex) =>
      Array.from({ length: counts[index * SHOPS.length + shopIndex]! }, () => ({
        shop,
        n: 0,
        at: randomTime(shop, day, now, chance),
      })),
    )
    for (const sale of sales.sort((a, b) => a.at - b.at)) {
      sale.n = counters.get(sale.shop)! + 1
      counters.set(sale.shop, sale.n)
    }
    yield { day, sales }
  }
}

/** Distributes the orders over the days of the shops. Every shop has an order yesterday, however few orders there are. */
function distribute(orders: number, weights: readonly number[], chance: Chance): number[] {
  const counts = weights.map(() => 0)
  const yesterday = counts.length - 2 * SHOPS.length
  for (let n = 0; n < orders; n++) counts[n < SHOPS.length ? yesterday + n : chance.index(weights)]!++
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
  return (growth * payday * weekend * sum(elapsedHours(shop, now - start))) / sum(shop.hours)
}

/** The weights of the hours of a day, up to `passed` milliseconds after its start. A part of an hour counts in part. */
const elapsedHours = ({ hours }: Shop, passed: number): number[] =>
  hours.map((weight, hour) => weight * Math.min(Math.max(passed / HOUR - hour, 0), 1))

const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0)

function randomTime(shop: Shop, day: string, now: number, chance: Chance): number {
  const start = startOfDay(day)
  const hour = chance.index(elapsedHours(shop, now - start))
  const within = Math.min(HOUR, now - start - hour * HOUR)
  return Math.floor(start + hour * HOUR + chance.next() * within)
}
