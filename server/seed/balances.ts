import type { Day } from '#contract/rows/scalars.ts'
import type { Entry } from '../ledger/ledger.ts'
import { startOfDay, wibDay } from '../wib.ts'
import type { PastIds } from './pastIds.ts'
import type { SeedContext } from './payinHistory.ts'

/** The inputs for outgoing histories of one day. They are created after all incoming ones of that day. */
export interface DayContext {
  day: Day
  /** Milliseconds: the end of the day, or the time of the demo on the last day. Nothing starts later. */
  endsAt: number
  ids: PastIds
  balances: Balances
  context: SeedContext
}

type CashFlow = Pick<Entry, 'merchantNo' | 'at' | 'available'>

/**
 * Tracks what each demo merchant can spend at a time without a shortage later. Flows of payins are registered in advance.
 * Spent money counts immediately, returned money only from its time on. Requests are therefore independent of the time of
 * day, and no balance in the ledger becomes negative.
 */
export class Balances {
  readonly #pockets = new Map<string, MerchantBalance>()

  /** Whether the merchant can cover an order of a day that is not open yet: what it loses beyond what it brings in. */
  canAfford(merchantNo: string, entries: readonly CashFlow[]): boolean {
    return this.#pocket(merchantNo).canAfford(entries)
  }

  /** Registers the future flows of an affordable order. */
  expect(merchantNo: string, entries: readonly CashFlow[]): void {
    this.#pocket(merchantNo).expect(entries)
  }

  /** Opens a day. Earlier days can no longer be queried. */
  openDay(day: Day): void {
    for (const pocket of this.#pockets.values()) pocket.openDay(day)
  }

  /** Minor units that the merchant can spend from `at` on. */
  available(merchantNo: string, at: number): bigint {
    return this.#pocket(merchantNo).available(at)
  }

  /** Registers flows beyond the expected ones. Their outflow must be available. */
  spend(entries: readonly CashFlow[]): void {
    for (const entry of entries) this.#pocket(entry.merchantNo).spend(entry)
  }

  #pocket(merchantNo: string): MerchantBalance {
    const known = this.#pockets.get(merchantNo) ?? new MerchantBalance()
    this.#pockets.set(merchantNo, known)
    return known
  }
}

class MerchantBalance {
  /** The balance at the start of the day. */
  #balance = 0n
  #spent = 0n
  #gains: CashFlow[] = []
  readonly #expected = new Map<Day, CashFlow[]>()
  /** Outflows of later days. Inflows of those days do not offset them. */
  #owedLater = 0n
  /** Inflows since the day began from orders that lose them again later. */
  #brought = 0n
  #moments: number[] = []
  /** The lowest balance from each moment until the end of the day, and last the closing balance. */
  #lows: bigint[] = [0n]
  #end = 0n

  canAfford(flows: readonly CashFlow[]): boolean {
    const shortfall = totalOutflow(flows) - selfCovered(flows)
    return shortfall === 0n || this.#end - this.#spent - this.#owedLater + this.#brought >= shortfall
  }

  expect(flows: readonly CashFlow[]): void {
    for (const flow of flows) {
      const day = wibDay(flow.at)
      const known = this.#expected.get(day)
      if (known === undefined) this.#expected.set(day, [flow])
      else known.push(flow)
    }
    this.#owedLater += totalOutflow(flows)
    this.#brought += selfCovered(flows)
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
      this.#owedLater -= outflow(flow)
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

  spend(flow: CashFlow): void {
    this.#spent += outflow(flow)
    if (flow.available > 0n) this.#gains.push(flow)
  }
}

const outflow = ({ available }: CashFlow): bigint => (available < 0n ? -available : 0n)

const totalOutflow = (flows: readonly CashFlow[]): bigint => flows.reduce((sum, flow) => sum + outflow(flow), 0n)

/** The part of the outflow of an order that its own inflow covers. */
function selfCovered(flows: readonly CashFlow[]): bigint {
  const outflowTotal = totalOutflow(flows)
  const inflow = flows.reduce((sum, { available }) => (available > 0n ? sum + available : sum), 0n)
  return inflow < outflowTotal ? inflow : outflowTotal
}
