import { setTimeout } from 'node:timers/promises'
import { mayReceive } from '#contract/statuses.ts'
import { type Gateway, paymentContext } from '../gateway.ts'
import { merchantByNo } from '../merchants/merchants.ts'
import { openChannels } from '../orders/channels.ts'
import type { OrderRecord } from '../orders/orderRow.ts'
import { createPayin, transitionPayin } from '../payins/payins.ts'
import { Refusal } from '../refusal.ts'
import { Chance } from '../seed/chance.ts'
import { EXPIRY_MINUTES, payinSteps, type StatusStep, saleOf } from '../seed/payins.ts'
import { personName } from '../seed/people.ts'
import { SHOPS, type Shop } from '../seed/shops.ts'
import { HOUR, MINUTE, SECOND, startOfDay, wibDay } from '../wib.ts'

/** Sales at night, against the average of a day: the demo moves at every hour. */
const LEAST_RHYTHM = 0.25
const MAX_PAUSE_MS = MINUTE
const MIN_PAUSE_MS = 100
const PAUSE_AFTER_FAILURE_MS = 5 * SECOND

export type Traffic = ReturnType<typeof createTraffic>

/**
 * Lets the payers of the demo go on: about `perMinute` payins a minute on the average of a day, with the rhythm of the shops. They
 * are paid, refused or closed as in the seed; the gateway's own workers expire them and send their callbacks. What was about to
 * happen when the gateway stops does not happen, so these payins expire.
 */
export function createTraffic(gateway: Gateway, { perMinute, chance }: { perMinute: number; chance: Chance }) {
  const { db, clock, callbacks } = gateway
  const context = paymentContext(gateway)
  const planned: { at: number; run: () => Promise<void> }[] = []
  let nextSaleAt = clock.now() + pause()

  /** The time until the next sale: exponential, as of independent payers. */
  function pause(): number {
    return (-Math.log(1 - chance.next()) * MINUTE) / (perMinute * rhythm(hourOf(clock.now())))
  }

  async function sell(): Promise<void> {
    const at = clock.now()
    const shop = SHOPS[chance.index(SHOPS.map((one) => weightAt(one, hourOf(at))))]!
    const merchant = await merchantByNo(db, shop.merchantNo)
    if (merchant === undefined || !mayReceive(merchant)) return
    const { channel, amount } = saleOf({ channels: await openChannels(db, 'PAYIN'), chance }, shop, merchant)
    const { order } = await db.tx((tx) =>
      createPayin(tx, context, {
        merchant,
        channel: channel.channel,
        amount,
        // Above the numbers of the seed, and another one after a restart.
        merchantOrderNo: shop.number(Math.floor(at / 100) % 100_000_000, at, chance),
        payerName: channel.method === 'CRYPTO' ? undefined : personName(chance),
        expiryMinutes: EXPIRY_MINUTES[channel.method],
      }),
    )
    plan(order, payinSteps(order, shop, chance))
  }

  function plan(order: OrderRecord, steps: ReturnType<typeof payinSteps>): void {
    // Refunds come days later, and the workers expire.
    const ours = steps.filter((step): step is StatusStep => 'to' in step && step.to !== 'EXPIRED')
    for (const { at, to, details } of ours) {
      planned.push({ at, run: async () => void (await db.tx((tx) => transitionPayin(tx, context, order, to, details))) })
    }
  }

  return {
    /** Does what is due, and returns the time of what is next, in milliseconds since 1970. */
    async run(): Promise<number> {
      if (nextSaleAt <= clock.now()) {
        nextSaleAt = clock.now() + pause()
        await sell().catch(ignoreRefusal)
      }
      planned.sort((one, other) => one.at - other.at)
      while (planned[0] !== undefined && planned[0].at <= clock.now()) {
        await planned.shift()!.run().catch(ignoreRefusal)
        callbacks.flush()
      }
      return Math.min(nextSaleAt, planned[0]?.at ?? Number.POSITIVE_INFINITY)
    },
  }
}

/** A user of the demo may have closed the channel, frozen the merchant, or paid the order. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

const hourOf = (now: number): number => Math.floor((now - startOfDay(wibDay(now))) / HOUR)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** The share of all sales that a shop makes in an hour of the day. */
const weightAt = ({ share, hours }: Shop, hour: number): number => (share * hours[hour]!) / sum(hours)

/** The sales of an hour of the day against an average hour. */
const rhythm = (hour: number): number =>
  Math.max((24 * sum(SHOPS.map((shop) => weightAt(shop, hour)))) / sum(SHOPS.map(({ share }) => share)), LEAST_RHYTHM)

/** Runs the traffic and returns a function that stops it after its current step. */
export function startTraffic(gateway: Gateway, perMinute: number, onError: (error: Error) => void): () => Promise<void> {
  const { clock } = gateway
  const traffic = createTraffic(gateway, { perMinute, chance: new Chance(clock.now()) })
  const stopped = new AbortController()
  const job = (async () => {
    for (let next = clock.now(); ; ) {
      const pause = Math.min(Math.max(next - clock.now(), MIN_PAUSE_MS), MAX_PAUSE_MS)
      if (!(await setTimeout(pause, true, { signal: stopped.signal }).catch(() => false))) return
      next = await traffic.run().catch((error: Error) => {
        onError(error)
        return clock.now() + PAUSE_AFTER_FAILURE_MS
      })
    }
  })()
  return () => {
    stopped.abort()
    return job
  }
}
