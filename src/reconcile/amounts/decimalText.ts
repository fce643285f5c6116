import { absolute } from './absolute.ts'
/** Minor units as decimal text, with all decimals of the scale: `9100000n` at scale 2 is `91000.00`. */
export function decimalText(units: bigint, scale: number): string {
  const digits = String(absolute(units)).padStart(scale + 1, '0')
  const cut = digits.length - scale
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${scale > 0 ? `.${digits.slice(cut)}` : ''}`
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** Plain decimal text as minor units; null for other text, or digits below a minor unit. */
export function minorUnits(text: string | null, scale: number): bigint | null {
  const [, sign = '', whole, fraction = ''] = DECIMAL.exec(text ?? '') ?? []
  if (whole === undefined || /[^0]/.test(fraction.slice(scale))) return null
  return BigInt(sign + whole + fraction.slice(0, scale).padEnd(scale, '0'))
}
