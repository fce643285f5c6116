/** The current time in milliseconds since 1970. Passed in, so that tests can set it. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
