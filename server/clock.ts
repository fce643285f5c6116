/** What time it is, as an argument: milliseconds since 1970. */
export interface Clock {
  now(): number
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() }
