import type { Clock } from '../server/clock.ts'

/** A clock that only moves when told to. */
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
