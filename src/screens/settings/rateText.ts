const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })

/** Formats the fraction `0.006` as `0.6%`, exactly. Returns any other text as it is. */
export const rateText = (rate: string | null): string | null =>
  rate !== null && /^0\.\d+$/.test(rate) ? percent.format(rate as Intl.StringNumericLiteral) : rate
