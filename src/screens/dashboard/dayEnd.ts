import { addDays, dayAt } from '../../format/dates.ts'

/** The gateway must be in the new day too. */
const MARGIN_MS = 1_000

const endOfDay = (now: number): number => Date.parse(`${addDays(dayAt(now), 1)}T00:00:00+07:00`)

/** Calls `act` after the end of each day in WIB until the returned function is called. */
export function onDayEnd(clock: { now(): number }, act: () => void): () => void {
  const wait = (): ReturnType<typeof setTimeout> => setTimeout(ended, endOfDay(clock.now()) - clock.now() + MARGIN_MS)
  let timer = wait()
  function ended() {
    act()
    timer = wait()
  }
  return () => clearTimeout(timer)
}
