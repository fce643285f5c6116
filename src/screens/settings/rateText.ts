/** Formats the fraction `0.006` as `0.6%` without floats, rounded to two decimals. Returns any other text as it is. */
export function rateText(rate: string | null): string | null {
  const [, fraction] = /^0\.(\d+)$/.exec(rate ?? '') ?? []
  if (fraction === undefined) return rate
  const places = fraction.padEnd(5, '0')
  const hundredths = BigInt(places.slice(0, 4)) + (places.charAt(4) >= '5' ? 1n : 0n)
  const whole = hundredths / 100n
  const rest = String(hundredths % 100n)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return `${whole}${rest === '' ? '' : `.${rest}`}%`
}
