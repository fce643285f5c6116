import { type Direction, directionOf } from '#contract/kinds.ts'
import type { Id } from '../ids.ts'
import type { OrderKey } from '../orders/orderRow.ts'

/** The callbacks of one address: of a merchant, for payins or payouts. */
export interface Line {
  merchantNo: string
  direction: Direction
  /** Host and port of the latest attempt; null before the first one. */
  host: string | null
  /** Whether the latest attempt was answered soon. */
  isPrompt: boolean
  /** Due callbacks without a slot, in order. */
  waiting: Map<Id, OrderKey>
  /** Whether further due callbacks are only in the database. */
  hasMore: boolean
}

export interface SlotLimits {
  /** Concurrent attempts in total. */
  concurrency: number
  perMerchant: number
  /** Limit for the addresses with the same host and port, whosever they are. */
  perHost: number
}

/** Callbacks of a line that are held in memory. */
export const MAX_WAITING = 100

/**
 * Shares the slots for attempts. Lines take turns, and no merchant takes more slots than it leaves free. Lines without a prompt
 * answer have one slot each and half of all slots together. `deliver` must not throw.
 */
export function openSlots(
  { concurrency, perMerchant, perHost }: SlotLimits,
  { deliver, findDue }: { deliver: (key: OrderKey) => Promise<void>; findDue: (line: Line) => Promise<readonly OrderKey[]> },
) {
  const lines = new Map<string, Line>()
  /** Lines with waiting callbacks, in the order of their turns. */
  const ready = new Set<Line>()
  /** The line of each slot in use. */
  const taken: Line[] = []

  function lineOf(merchantNo: string, direction: Direction): Line {
    const name = `${merchantNo} ${direction}`
    const line = lines.get(name) ?? { merchantNo, direction, host: null, isPrompt: false, waiting: new Map(), hasMore: false }
    lines.set(name, line)
    return line
  }

  function mayStart(line: Line): boolean {
    const { merchantNo, host, isPrompt } = line
    const count = (condition: (one: Line) => boolean) => taken.filter(condition).length
    const free = Math.min(concurrency - taken.length, perHost - count((one) => host !== null && one.host === host))
    if (count((one) => one.merchantNo === merchantNo) >= Math.min(perMerchant, free)) return false
    return isPrompt || (!taken.includes(line) && count((one) => !one.isPrompt) < concurrency / 2)
  }

  function fill(): void {
    // A line that is added again comes last, so the loop goes around while a line can start.
    for (const line of ready) {
      if (taken.length >= concurrency) return
      if (!mayStart(line)) continue
      const [key] = line.waiting.values()
      line.waiting.delete(key!.id)
      ready.delete(line)
      if (line.waiting.size > 0) ready.add(line)
      taken.push(line)
      void run(line, key!)
    }
  }

  async function run(line: Line, key: OrderKey): Promise<void> {
    await deliver(key)
    if (line.waiting.size === 0 && line.hasMore) await refill(line)
    taken.splice(taken.indexOf(line), 1)
    fill()
  }

  async function refill(line: Line): Promise<void> {
    line.hasMore = false
    add(await findDue(line))
  }

  function add(keys: readonly OrderKey[]): void {
    for (const { merchantNo, kind, id } of keys) {
      const line = lineOf(merchantNo, directionOf(kind))
      if (line.waiting.size < MAX_WAITING) line.waiting.set(id, { merchantNo, kind, id })
      else line.hasMore = true
      ready.add(line)
    }
    fill()
  }

  return { lineOf, refill, add }
}
