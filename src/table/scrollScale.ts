/**
 * Browsers stop laying out above about 16 million pixels. Therefore only a section of the rows is laid out, and the section moves with
 * the scroll: wheel and keys move it by whole rows, and dragging the scroll bar reaches every part of the result.
 */
export interface ScrollScale {
  readonly total: number
  readonly rowHeight: number
  /** Rows in a section. */
  readonly segmentRows: number
  /** Rows by which the section moves. */
  readonly segmentStep: number
  /** Number of possible moves. */
  readonly segmentCount: number
}

/** Scroll position: first row of the section, and pixels below it. */
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

/** First row of the section that contains a row. */
function segmentStart(
  { total, segmentRows: laidOut, segmentStep: step, segmentCount: steps }: ScrollScale,
  row: number,
): number {
  if (steps === 1) return 0
  const at = Math.max(0, Math.min(steps - 1, Math.floor(row / step)))
  return Math.round((at * (total - laidOut)) / (steps - 1))
}

/** The position with the given pixel of the whole result at the top. */
export function positionAt(scale: ScrollScale, pixel: number, height: number): ScrollPosition {
  const most = Math.max(0, scale.total * scale.rowHeight - height)
  const wanted = Math.max(0, Math.min(most, pixel))
  const base = segmentStart(scale, Math.floor(wanted / scale.rowHeight))
  return { firstRow: base, top: wanted - base * scale.rowHeight }
}

/** The pixel of the whole result at the top. */
export const pixelAt = ({ rowHeight }: ScrollScale, { firstRow: base, top }: ScrollPosition): number => base * rowHeight + top

/** The position after dragging the scroll bar to `top`: the same fraction of the whole result as of the section. */
export function positionForThumb(scale: ScrollScale, top: number, height: number): ScrollPosition {
  const most = Math.max(1, scale.segmentRows * scale.rowHeight - height)
  const part = Math.max(0, Math.min(1, top / most))
  const pixel = part * (scale.total * scale.rowHeight - height)
  return { firstRow: segmentStart(scale, Math.floor(pixel / scale.rowHeight)), top }
}
