/** A seeded random number generator (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number from 0 inclusive to 1 exclusive. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** True with the given probability. */
  hits(share: number): boolean {
    return this.next() < share
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end)
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from)
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!
  }

  /** The index of a randomly chosen weight, proportional to the weights. */
  index(weights: readonly number[]): number {
    const wanted = this.next() * weights.reduce((sum, weight) => sum + weight, 0)
    let reached = 0
    return weights.findIndex((weight) => {
      reached += weight
      return reached > wanted
    })
  }

  /** A randomly chosen name, proportional to the weights. */
  weighted(weights: Readonly<Record<string, number>>): string {
    return Object.keys(weights)[this.index(Object.values(weights))]!
  }

  /** A log-normal number, for waiting times and prices. */
  lognormal(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(spread * normal)
  }

  /** Random characters of the alphabet. */
  text(alphabet: string, count: number): string {
    return Array.from({ length: count }, () => alphabet[this.below(alphabet.length)]!).join('')
  }
}

export const DIGITS = '0123456789'
export const HEX = '0123456789abcdef'
/** Letters and digits without look-alikes. */
export const TOKEN = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
