import type { MessageKey } from '#locales/messages.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = Extract<MessageKey, `span.${string}`>

/** Formats milliseconds in their two largest units, with the unit signs of the language: `340 ms`, `1.2 s`, `3 min 20 s`. */
export function duration(ms: number, signOf: (unit: Unit) => string): string {
  const span = Math.abs(ms)
  const of = (n: number | string, unit: Unit) => `${n} ${signOf(unit)}`
  const two = ([large, sign]: [number, Unit], [small, smallSign]: [number, Unit]) => {
    const rest = Math.floor((span % large) / small)
    return `${of(Math.floor(span / large), sign)}${rest === 0 ? '' : ` ${of(rest, smallSign)}`}`
  }
  if (span < SECOND) return of(Math.round(span), 'span.ms')
  if (span < 10 * SECOND) return of((Math.floor(span / 100) / 10).toFixed(1), 'span.s')
  if (span < MINUTE) return of(Math.floor(span / SECOND), 'span.s')
  if (span < HOUR) return two([MINUTE, 'span.min'], [SECOND, 'span.s'])
  if (span < DAY) return two([HOUR, 'span.h'], [MINUTE, 'span.min'])
  return two([DAY, 'span.d'], [HOUR, 'span.h'])
}

/** The remaining time in seconds precision: `1:53:01`, or `53:01` within the last hour. */
export function countdown(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE)]
  const seconds = twoDigits(Math.floor((ms % MINUTE) / SECOND))
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${seconds}` : `${minutes}:${seconds}`
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')
