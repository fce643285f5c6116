/** A number of tenths with its sign and one decimal: `+12.3`. */
const signed = (tenths: number): string => {
  const size = (Math.abs(tenths) / 10).toFixed(1)
  return tenths === 0 ? size : `${tenths > 0 ? '+' : '−'}${size}`
}

/** The relative change in percent; null when the previous value is zero. Both numbers have the same number of decimals. */
export function changeOf(now: string, before: string): string | null {
  const [is, was] = [now, before].map((text) => BigInt(text.replace('.', ''))) as [bigint, bigint]
  if (was === 0n) return null
  return `${signed(Math.round(Number(((is - was) * 100_000n) / was) / 100))} %`
}

interface Ratio {
  part: number
  whole: number
}

/** The change of a rate in percentage points; null when either rate is undefined. */
export function pointsOf(now: Ratio, before: Ratio): string | null {
  if (now.whole === 0 || before.whole === 0) return null
  const tenths = ({ part, whole }: Ratio) => Math.round((part / whole) * 1000)
  return signed(tenths(now) - tenths(before))
}
