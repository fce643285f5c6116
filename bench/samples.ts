/** The least value that this share of the samples does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const FRAME_MS = 1_000 / 60

/** The share of frames that a screen would have shown and that were not rendered. */
export function dropped(frames: readonly number[]): number {
  const shown = frames.map((ms) => Math.max(1, Math.round(ms / FRAME_MS)))
  const all = shown.reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : 1 - frames.length / all
}

/** In random order, so that the after-effects of one sample do not always hit the same other. */
export const shuffled = <Thing>(things: readonly Thing[]): Thing[] =>
  things
    .map((thing) => ({ thing, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing)
