/** The least value that so large a share of the samples does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const FRAME_MS = 1_000 / 60

/** Of the frames that a screen would have shown, the share that was not drawn. */
export function dropped(frames: readonly number[]): number {
  const shown = frames.map((ms) => Math.max(1, Math.round(ms / FRAME_MS)))
  const all = shown.reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : 1 - frames.length / all
}

/** In any order: each pays for what the one before it left behind. */
export const shuffled = <Thing>(things: readonly Thing[]): Thing[] =>
  things
    .map((thing) => ({ thing, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing)
