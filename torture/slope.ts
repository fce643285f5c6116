/** Figures at a time in milliseconds. */
export type Sample<Name extends string> = Record<Name | 'at', number>

export const DAY_MS = 86_400_000
/** Standard errors of a slope that it is very rarely off by. */
const CERTAIN = 3

/** The growth of a figure in a day, by least squares: a range that very probably contains it. Infinite for too few samples. */
export function perDay<Name extends string>(samples: readonly Sample<Name>[], name: Name): { least: number; most: number } {
  const n = samples.length
  if (n < 3) return { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
  const mean = (of: Name | 'at') => samples.reduce((sum, sample) => sum + sample[of], 0) / n
  const [middle, level] = [mean('at'), mean(name)]
  const spread = samples.reduce((sum, { at }) => sum + (at - middle) ** 2, 0)
  const slope = samples.reduce((sum, sample) => sum + (sample.at - middle) * (sample[name] - level), 0) / spread
  const errors = samples.reduce((sum, sample) => sum + (sample[name] - level - slope * (sample.at - middle)) ** 2, 0)
  const error = CERTAIN * Math.sqrt(errors / (n - 2) / spread)
  return { least: (slope - error) * DAY_MS, most: (slope + error) * DAY_MS }
}
