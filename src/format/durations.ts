const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A span of milliseconds in its two largest units, whose signs are the same in every language: `340 ms`, `1.2 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  const span = Math.abs(ms)
  if (span < SECOND) return `${Math.round(span)} ms`
  if (span < 10 * SECOND) return `${(Math.floor(span / 100) / 10).toFixed(1)} s`
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`
  if (span < HOUR) return two(span, [MINUTE, 'min'], [SECOND, 's'])
  if (span < DAY) return two(span, [HOUR, 'h'], [MINUTE, 'min'])
  return two(span, [DAY, 'd'], [HOUR, 'h'])
}

function two(span: number, [large, sign]: [number, string], [small, smallSign]: [number, string]): string {
  const rest = Math.floor((span % large) / small)
  return `${Math.floor(span / large)} ${sign}${rest === 0 ? '' : ` ${rest} ${smallSign}`}`
}
