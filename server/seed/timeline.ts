interface Event {
  at: number
  /** Events of the same time run in the order in which they were added. */
  n: number
  run: () => void
}

/** A fast clock: runs events in order of time, including those that other events add. A binary heap. */
export class Timeline {
  /** The time of the current event, in milliseconds since 1970. */
  now = 0
  #added = 0
  readonly #events: Event[] = []

  /** Adds an event; one in the past runs next. */
  at(time: number, run: () => void): void {
    const events = this.#events
    const event = { at: Math.max(Math.floor(time), this.now), n: this.#added++, run }
    let place = events.length
    for (; place > 0; place = parentOf(place)) {
      const parent = events[parentOf(place)]!
      if (isBefore(parent, event)) break
      events[place] = parent
    }
    events[place] = event
  }

  /** Runs the next event, unless it is after `end`; false when there is none. */
  runNext(end: number): boolean {
    const [first] = this.#events
    if (first === undefined || first.at > end) return false
    this.#removeFirst()
    this.now = first.at
    first.run()
    return true
  }

  #removeFirst(): void {
    const events = this.#events
    const last = events.pop()!
    if (events.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child + 1 < events.length && isBefore(events[child + 1]!, events[child]!)) child++
      if (child >= events.length || isBefore(last, events[child]!)) break
      events[place] = events[child]!
      place = child
    }
    events[place] = last
  }
}

const parentOf = (place: number) => (place - 1) >> 1

const isBefore = (one: Event, other: Event) => one.at < other.at || (one.at === other.at && one.n < other.n)
