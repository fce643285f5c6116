/**
 * Browsers stop laying out somewhere past 16 million pixels, and a virtualizer keeps a number for every row it knows. So at
 * most a stretch of the rows is laid out, and the stretch moves along with the scroll: wheel and keys move it by whole rows
 * behind the pixels, dragging the bar reaches every part of the result.
 */
export interface ScrollScale {
  readonly total: number
  readonly rowHeight: number
  /** Rows that are laid out at once. */
  readonly segmentRows: number
  /** Rows after which the stretch moves on. */
  readonly segmentStep: number
  /** How often it can. */
  readonly segmentCount: number
}

/** Where a list is scrolled to: the first row laid out, and the pixels below it. */
export interface ScrollPosition {
  readonly firstRow: number
  readonly top: number
}

const MAX_PIXELS = 8_000_000

export function createScrollScale(total: number, rowHeight: number, mostPixels = MAX_PIXELS): ScrollScale {
  const laidOut = Math.min(total, Math.floor(mostPixels / rowHeight))
  const step = Math.max(1, Math.floor(laidOut / 10))
  return {
    total,
    rowHeight,
    segmentRows: laidOut,
    segmentStep: step,
    segmentCount: laidOut === total ? 1 : Math.ceil(total / step),
  }
}

/** The first row of the stretch in which a row stands. */
function segmentStart(
  { total, segmentRows: laidOut, segmentStep: step, segmentCount: steps }: ScrollScale,
  row: number,
): number {
  if (steps === 1) return 0
  const at = Math.max(0, Math.min(steps - 1, Math.floor(row / step)))
  return Math.round((at * (total - laidOut)) / (steps - 1))
}

/** The position with this pixel of the whole result at the top. */
export function positionAt(scale: ScrollScale, pixel: number, height: number): ScrollPosition {
  const most = Math.max(0, scale.total * scale.rowHeight - height)
  const wanted = Math.max(0, Math.min(most, pixel))
  const base = segmentStart(scale, Math.floor(wanted / scale.rowHeight))
  return { firstRow: base, top: wanted - base * scale.rowHeight }
}

/** The pixel of the whole result at the top. */
export const pixelAt = ({ rowHeight }: ScrollScale, { firstRow: base, top }: ScrollPosition): number => base * rowHeight + top

/** Where the bar leads when it was dragged to `top`: the same part of the whole as of the stretch. The bar stays where it is. */
export function positionForThumb(scale: ScrollScale, top: number, height: number): ScrollPosition {
  const most = Math.max(1, scale.segmentRows * scale.rowHeight - height)
  const part = Math.max(0, Math.min(1, top / most))
  const pixel = part * (scale.total * scale.rowHeight - height)
  return { firstRow: segmentStart(scale, Math.floor(pixel / scale.rowHeight)), top }
}
