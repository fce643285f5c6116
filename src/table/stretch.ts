/**
 * Browsers stop laying out somewhere past 16 million pixels, and a virtualizer keeps a number for every row it knows. So at
 * most a stretch of the rows is laid out, and the stretch moves along with the scroll: wheel and keys move it by whole rows
 * behind the pixels, dragging the bar reaches every part of the result.
 */
export interface Scale {
  readonly total: number
  readonly rowHeight: number
  /** Rows that are laid out at once. */
  readonly laidOut: number
  /** Rows after which the stretch moves on. */
  readonly step: number
  /** How often it can. */
  readonly steps: number
}

/** Where a list is scrolled to: the first row laid out, and the pixels below it. */
export interface Position {
  readonly base: number
  readonly top: number
}

const MOST_PIXELS = 8_000_000

export function scaleOf(total: number, rowHeight: number, mostPixels = MOST_PIXELS): Scale {
  const laidOut = Math.min(total, Math.floor(mostPixels / rowHeight))
  const step = Math.max(1, Math.floor(laidOut / 10))
  return { total, rowHeight, laidOut, step, steps: laidOut === total ? 1 : Math.ceil(total / step) }
}

/** The first row of the stretch in which a row stands. */
function baseOf({ total, laidOut, step, steps }: Scale, row: number): number {
  if (steps === 1) return 0
  const at = Math.max(0, Math.min(steps - 1, Math.floor(row / step)))
  return Math.round((at * (total - laidOut)) / (steps - 1))
}

/** The position with this pixel of the whole result at the top. */
export function positionAt(scale: Scale, pixel: number, height: number): Position {
  const most = Math.max(0, scale.total * scale.rowHeight - height)
  const wanted = Math.max(0, Math.min(most, pixel))
  const base = baseOf(scale, Math.floor(wanted / scale.rowHeight))
  return { base, top: wanted - base * scale.rowHeight }
}

/** The pixel of the whole result at the top. */
export const pixelAt = ({ rowHeight }: Scale, { base, top }: Position): number => base * rowHeight + top

/** Where the bar leads when it was dragged to `top`: the same part of the whole as of the stretch. The bar stays where it is. */
export function positionDragged(scale: Scale, top: number, height: number): Position {
  const most = Math.max(1, scale.laidOut * scale.rowHeight - height)
  const part = Math.max(0, Math.min(1, top / most))
  const pixel = part * (scale.total * scale.rowHeight - height)
  return { base: baseOf(scale, Math.floor(pixel / scale.rowHeight)), top }
}
