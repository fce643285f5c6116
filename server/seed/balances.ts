import type { Day } from '#contract/rows/scalars.ts'
import type { Entry } from '../ledger/ledger.ts'
import { startOfDay, wibDay } from '../wib.ts'
import type { PastIds } from './pastIds.ts'
import type { SeedContext } from './payinHistory.ts'

/** What the lives of one day that take money out are made with, once everything that brings money in that day is known. */
export interface DayContext {
  day: Day
  /** Milliseconds: midnight, or the moment of the demo on its last day. Nothing begins later. */
  endsAt: number
  ids: PastIds
  balances: Balances
  context: SeedContext
}

type Flow = Pick<Entry, 'merchantNo' | 'at' | 'available'>

/**
 * What each merchant of the demo can spend at a moment without missing it later. What payins bring and lose is told to
 * it in advance; what is taken counts at once and what comes back only when it is there. So whoever asks first may take
 * first, whatever the hour, and no figure of the ledger is ever below zero.
 */
export class Balances {
  readonly #pockets = new Map<string, MerchantBalance>()

  /** Whether an order of a day that is not open yet can move its money so: what it loses beyond what it brought is there. */
  canAfford(merchantNo: string, entries: readonly Flow[]): boolean {
    return this.#pocket(merchantNo).canAfford(entries)
  }

  /** Tells of the movements to come of an order, which can be borne. */
  expect(merchantNo: string, entries: readonly Flow[]): void {
    this.#pocket(merchantNo).expect(entries)
  }

  /** Begins a day: nobody asks about an earlier one any more. */
  openDay(day: Day): void {
    for (const pocket of this.#pockets.values()) pocket.openDay(day)
  }

  /** Minor units that the merchant can do without from that moment of the day on. */
  available(merchantNo: string, at: number): bigint {
    return this.#pocket(merchantNo).available(at)
  }

  /** Tells of movements beyond what was expected; what they take must have been available. */
  spend(entries: readonly Flow[]): void {
    for (const entry of entries) this.#pocket(entry.merchantNo).spend(entry)
  }

  #pocket(merchantNo: string): MerchantBalance {
    const known = this.#pockets.get(merchantNo) ?? new MerchantBalance()
    this.#pockets.set(merchantNo, known)
    return known
  }
}

class MerchantBalance {
  /** At the beginning of the day. */
  #balance = 0n
  #spent = 0n
  #gains: Flow[] = []
  readonly #expected = new Map<Day, Flow[]>()
  /** Of the days after this one; gains among them do not help today. */
  #owedLater = 0n
  /** Since the day began, by the orders that lose it again: it is there before they do. */
  #brought = 0n
  #moments: number[] = []
  /** The lowest balance from each moment of the day on, and at last the one at its end. */
  #lows: bigint[] = [0n]
  #end = 0n

  canAfford(flows: readonly Flow[]): boolean {
    const short = owedIn(flows) - broughtBack(flows)
    return short === 0n || this.#end - this.#spent - this.#owedLater + this.#brought >= short
  }

  expect(flows: readonly Flow[]): void {
    for (const flow of flows) {
      const day = wibDay(flow.at)
      const known = this.#expected.get(day)
      if (known === undefined) this.#expected.set(day, [flow])
      else known.push(flow)
    }
    this.#owedLater += owedIn(flows)
    this.#brought += broughtBack(flows)
  }

  openDay(day: Day): void {
    const start = startOfDay(day)
    this.#balance = this.#end - this.#spent
    this.#spent = 0n
    this.#brought = 0n
    for (const { available } of this.#gains.filter(({ at }) => at.getTime() < start)) this.#balance += available
    this.#gains = this.#gains.filter(({ at }) => at.getTime() >= start)
    const flows = (this.#expected.get(day) ?? []).sort((a, b) => a.at.getTime() - b.at.getTime())
    this.#expected.delete(day)
    this.#moments = flows.map(({ at }) => at.getTime())
    const balances = [this.#balance]
    for (const flow of flows) {
      this.#owedLater -= owed(flow)
      balances.push(balances.at(-1)! + flow.available)
    }
    this.#end = balances.at(-1)!
    this.#lows = balances
    for (let place = balances.length - 2; place >= 0; place--) {
      if (balances[place + 1]! < balances[place]!) balances[place] = balances[place + 1]!
    }
  }

  available(at: number): bigint {
    const later = this.#moments.findIndex((moment) => moment >= at)
    const low = this.#lows[later < 0 ? this.#moments.length : later]!
    const back = this.#gains.reduce((sum, gain) => (gain.at.getTime() < at ? sum + gain.available : sum), 0n)
    return low - this.#owedLater - this.#spent + back
  }

  spend(flow: Flow): void {
    this.#spent += owed(flow)
    if (flow.available > 0n) this.#gains.push(flow)
  }
}

const owed = ({ available }: Flow): bigint => (available < 0n ? -available : 0n)

const owedIn = (flows: readonly Flow[]): bigint => flows.reduce((sum, flow) => sum + owed(flow), 0n)

/** Of what an order loses, as much as it has brought. */
function broughtBack(flows: readonly Flow[]): bigint {
  const lost = owedIn(flows)
  const won = flows.reduce((sum, { available }) => (available > 0n ? sum + available : sum), 0n)
  return won < lost ? won : lost
}
