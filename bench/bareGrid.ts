/** The properties of the bare grid, taken from the console's grid. */
export interface GridPlan {
  rows: number
  height: number
  rowHeight: number
  /** Rows rendered beyond the viewport on each side. */
  overscan: number
  columns: { width: number; isRowHeader: boolean }[]
  /** Texts of sample rows, repeated for all rows. */
  samples: string[][]
}

/**
 * Runs in an empty page: a minimal grid that handles the console's keys. Rows in memory, one element per visible cell, reused
 * while scrolling, focus on the cursor's cell; no framework, requests, marks or resizing.
 */
export function layGrid({ rows, height, rowHeight, overscan, columns, samples }: GridPlan): void {
  const style = document.createElement('style')
  style.textContent = `
    body { margin: 0; font: 13px/16px system-ui, sans-serif }
    [role=grid] { position: relative; height: ${height}px; overflow: auto; contain: strict }
    [role=row] { position: absolute; top: 0; left: 0; display: flex; width: 100%; height: ${rowHeight}px; background: #fff }
    [data-here] { background: #eef1f4 }
    [role=row] > div { flex: none; padding: 0 10px; box-sizing: border-box; overflow: clip; line-height: ${rowHeight - 1}px;
      text-overflow: ellipsis; white-space: nowrap; border-bottom: 1px solid #ddd }`
  const data = Array.from({ length: rows }, (_, index) => samples[index % samples.length]!.map((text) => `${text}`))
  const grid = document.createElement('div')
  const body = document.createElement('div')
  grid.setAttribute('role', 'grid')
  body.style.cssText = `position: relative; height: ${rows * rowHeight}px`
  grid.append(body)
  document.body.replaceChildren(style, grid)

  const inView = Math.ceil(height / rowHeight)
  const header = columns.findIndex(({ isRowHeader }) => isRowHeader)
  const drawn = Array.from({ length: Math.min(rows, inView + 1 + overscan * 2) }, () => {
    const element = document.createElement('div')
    element.setAttribute('role', 'row')
    const cells = columns.map(({ width, isRowHeader }) => {
      const cell = document.createElement('div')
      cell.setAttribute('role', isRowHeader ? 'rowheader' : 'gridcell')
      cell.style.width = `${width}px`
      cell.tabIndex = -1
      const text = document.createTextNode('')
      cell.append(text)
      element.append(cell)
      return { cell, text }
    })
    body.append(element)
    return { element, cells, index: -1 }
  })

  let cursor = 0
  const rowOf = (index: number) => drawn[index % drawn.length]!

  function draw(): void {
    const top = Math.floor(grid.scrollTop / rowHeight) - overscan
    const first = Math.max(0, Math.min(rows - drawn.length, top))
    for (let index = first; index < first + drawn.length; index++) {
      const row = rowOf(index)
      if (row.index === index) continue
      row.index = index
      row.element.style.transform = `translateY(${index * rowHeight}px)`
      row.element.setAttribute('aria-rowindex', String(index + 2))
      row.element.toggleAttribute('data-here', index === cursor)
      for (const [place, { text }] of row.cells.entries()) text.data = data[index]![place]!
    }
  }

  function moveTo(index: number): void {
    const before = rowOf(cursor)
    before.element.removeAttribute('data-here')
    before.cells[header]!.cell.tabIndex = -1
    cursor = Math.max(0, Math.min(rows - 1, index))
    const top = cursor * rowHeight
    if (top < grid.scrollTop) grid.scrollTop = top
    else if (top + rowHeight > grid.scrollTop + height) grid.scrollTop = top + rowHeight - height
    draw()
    const { element, cells } = rowOf(cursor)
    element.setAttribute('data-here', '')
    cells[header]!.cell.tabIndex = 0
    cells[header]!.cell.focus({ preventScroll: true })
  }

  const moves: Record<string, () => void> = {
    ArrowDown: () => moveTo(cursor + 1),
    j: () => moveTo(cursor + 1),
    PageDown: () => moveTo(cursor + inView - 1),
    End: () => moveTo(rows - 1),
    Home: () => moveTo(0),
  }
  grid.addEventListener('keydown', (event) => {
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  })
  let isAsked = false
  grid.addEventListener('scroll', () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      draw()
    })
  })
  draw()
  moveTo(0)
}
