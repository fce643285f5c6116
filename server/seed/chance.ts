/** Chance that can be had again: the same seed, the same world. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Another row of chances, which takes nothing out of this one. */
  fork(salt: number): Chance {
    return new Chance(Math.imul(this.#state ^ salt, 0x9e3779b1))
  }

  /** From 0 inclusive to 1 exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Whether something happens that happens so often: 0.02 is twice in a hundred. */
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

  /** The place of one of the weights, each as often as it is heavy. */
  index(weights: readonly number[]): number {
    const wanted = this.next() * weights.reduce((sum, weight) => sum + weight, 0)
    let reached = 0
    return weights.findIndex((weight) => {
      reached += weight
      return reached > wanted
    })
  }

  /** One of the names, each as often as its weight says. */
  weighted(weights: Readonly<Record<string, number>>): string {
    return Object.keys(weights)[this.index(Object.values(weights))]!
  }

  /** Waiting times and prices: half below the median, and few very far above it. */
  lognormal(median: number, spread: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
    return median * Math.exp(spread * normal)
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.below(10)).join('')
  }

  /** Letters and digits as they come out of a generator of short ids. */
  token(count: number): string {
    return Array.from({ length: count }, () => this.pick(TOKEN)).join('')
  }
}

const TOKEN = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789']
