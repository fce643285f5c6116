interface Event {
  at: number
  run: () => void
}

/** A fast clock: runs events in order of time, including those that other events add. */
export class Timeline {
  /** The time of the current event, in milliseconds since 1970. */
  now = 0
  /** The next event is the last. Of events of the same time, the first one added is. */
  readonly #events: Event[] = []

  /** Adds an event; one in the past runs next. */
  at(time: number, run: () => void): void {
    const at = Math.max(Math.floor(time), this.now)
    let [first, end] = [0, this.#events.length]
    while (first < end) {
      const middle = (first + end) >> 1
      if (this.#events[middle]!.at > at) first = middle + 1
      else end = middle
    }
    this.#events.splice(first, 0, { at, run })
  }

  /** Runs the next event, unless it is after `end`; false when there is none. */
  runNext(end: number): boolean {
    const next = this.#events.at(-1)
    if (next === undefined || next.at > end) return false
    this.#events.pop()
    this.now = next.at
    next.run()
    return true
  }
}
