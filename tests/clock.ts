import type { Clock } from '../server/clock.ts'

/** A clock that stands until it is moved. */
export class StandingClock implements Clock {
  #now: number
  constructor(now: number | string) {
    this.#now = Number(new Date(now))
  }
  now = (): number => this.#now
  advance(ms: number): void {
    this.#now += ms
  }
}
