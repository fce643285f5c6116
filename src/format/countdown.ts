const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** The remaining time in seconds precision: `1:53:01`, or `53:01` within the last hour. */
export function countdown(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)]
  const seconds = two(Math.floor((ms % MINUTE_MS) / SECOND_MS))
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`
}

const two = (n: number): string => String(n).padStart(2, '0')
