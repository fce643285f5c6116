/**
 * Browsers stop laying out above about 16 million pixels. Therefore only a segment of the rows is laid out, and the segment moves with
 * the scroll: wheel and keys move it by whole rows, and dragging the scroll bar reaches every part of the result.
 */
export interface ScrollScale {
  readonly total: number
  readonly rowHeight: number
  /** Rows in a segment. */
  readonly segmentRows: number
  /** Rows by which the segment moves. */
  readonly segmentStep: number
  /** Number of possible moves. */
  readonly segmentCount: number
}

/** Scroll position: first row of the segment, and pixels below it. */
export interface ScrollPosition {
  readonly firstRow: number
  readonly top: number
}

const MAX_PIXELS = 8_000_000

export function createScrollScale(total: number, rowHeight: number, maxPixels = MAX_PIXELS): ScrollScale {
  const segmentRows = Math.min(total, Math.floor(maxPixels / rowHeight))
  const segmentStep = Math.max(1, Math.floor(segmentRows / 10))
  return {
    total,
    rowHeight,
    segmentRows,
    segmentStep,
    segmentCount: segmentRows === total ? 1 : Math.ceil(total / segmentStep),
  }
}

/** First row of the segment that contains a row. */
function segmentStart({ total, segmentRows, segmentStep, segmentCount }: ScrollScale, row: number): number {
  if (segmentCount === 1) return 0
  const at = Math.max(0, Math.min(segmentCount - 1, Math.floor(row / segmentStep)))
  return Math.round((at * (total - segmentRows)) / (segmentCount - 1))
}

/** The position with the given pixel of the whole result at the top. */
export function positionAt(scale: ScrollScale, pixel: number, height: number): ScrollPosition {
  const maxOffset = Math.max(0, scale.total * scale.rowHeight - height)
  const clamped = Math.max(0, Math.min(maxOffset, pixel))
  const firstRow = segmentStart(scale, Math.floor(clamped / scale.rowHeight))
  return { firstRow, top: clamped - firstRow * scale.rowHeight }
}

/** The pixel of the whole result at the top. */
export const pixelAt = ({ rowHeight }: ScrollScale, { firstRow, top }: ScrollPosition): number => firstRow * rowHeight + top

/** The position after dragging the scroll bar to `top`: the same fraction of the whole result as of the segment. */
export function positionForThumb(scale: ScrollScale, top: number, height: number): ScrollPosition {
  const maxOffset = Math.max(1, scale.segmentRows * scale.rowHeight - height)
  const fraction = Math.max(0, Math.min(1, top / maxOffset))
  const pixel = fraction * (scale.total * scale.rowHeight - height)
  return { firstRow: segmentStart(scale, Math.floor(pixel / scale.rowHeight)), top }
}
