import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isFocusOnPage } from '../ui/focus/pageFocus.ts'
import { type Cursor, FIRST_ROW_INDEX, HEADER } from './cursor.ts'
import type { HorizontalScroll } from './horizontalScroll.ts'
import type { Scroller } from './scroller.ts'
import { throttle } from './throttle.ts'
import type { ColumnActions } from './useGridTable.ts'

interface FocusInput {
  element: RefObject<HTMLElement | null>
  cursor: Cursor
  scroller: Pick<Scroller, 'revealRow' | 'flush'>
  horizontalScroll: HorizontalScroll
  /** Set after the first render: the table needs the row that stays mounted. */
  columns: RefObject<ColumnActions | null>
}

/** The DOM focus of a grid: on the cursor's cell or outside the grid. */
export function useGridFocus({ element, cursor, scroller, horizontalScroll, columns }: FocusInput) {
  const hasFocus = useRef(false)
  /** The row that has or gets the focus in the next render; the cursor may be ahead of it. */
  const focusedRow = useRef(cursor.row)
  const [tabStop] = useState(createTabStop)

  const focus = useMemo(() => {
    const cell = () => cellElement(element.current, cursor.row, cursor.column)
    const isInBody = () => cursor.row !== HEADER
    const reveal = () => isInBody() && scroller.revealRow(cursor.row)
    function go(isInEffect: boolean) {
      focusedRow.current = cursor.row
      const hasScrolled = reveal()
      const span = columns.current?.span(cursor.column)
      if (span) horizontalScroll.reveal(span, isInEffect)
      if (hasScrolled || cell() === null) scroller.flush(isInEffect)
      const target = cell()
      if (target === null) return
      // A row of another page has a position only now.
      reveal()
      const inside = target.querySelector<HTMLElement>('[data-focus]')
      tabStop.moveTo(isInBody() ? target : null, () => (inside ?? target).focus({ preventScroll: true }))
      // React reports no focus event while it removes a dialog.
      hasFocus.current ||= target.contains(document.activeElement)
    }
    const moveTabStop = () => tabStop.moveTo(isInBody() ? cell() : null)
    return {
      hasFocus: () => hasFocus.current,
      /** The cursor's cell, if mounted. */
      cell,
      /** Focuses the cursor's cell, scrolling if needed. `isInEffect` inside a React effect. */
      focusCell: go,
      /** Scrolls the tab stop into view without moving the focus. */
      showTabStop() {
        reveal()
        moveTabStop()
      },
      /** After every render: restores the focus to the cursor's cell if its element was removed. */
      restore() {
        if (!hasFocus.current) moveTabStop()
        else if (document.activeElement === document.body) go(true)
      },
      /** The row that stays mounted outside the viewport. Without the focus, that of the tab stop. */
      pinnedRow: () => (hasFocus.current ? focusedRow.current : cursor.row),
      onFocus(target: Element) {
        // In a low window the page scrolls, and the focus scrolls only the rows.
        if (!hasFocus.current) element.current?.scrollIntoView({ block: 'nearest' })
        hasFocus.current = true
        const at = cellPosition(target)
        if (at === null) return
        focusedRow.current = at.row
        cursor.set(at.row, at.column)
      },
      onBlur({ relatedTarget, target }: FocusEvent) {
        // A blur without a target from a removed cell was not caused by the user.
        hasFocus.current = relatedTarget === null && !target.isConnected
      },
    }
  }, [element, cursor, scroller, horizontalScroll, columns, tabStop])

  useLayoutEffect(() => {
    // Key repeats faster than rendering must not queue up.
    const focusThrottled = throttle(() => focus.focusCell(false), requestAnimationFrame)
    return cursor.subscribeLast(() => {
      const ownsFocus = focus.hasFocus() || isFocusOnPage()
      if (ownsFocus && focus.cell() === null) focusThrottled()
      else if (ownsFocus) focus.focusCell(false)
      else focus.showTabStop()
    })
  }, [cursor, focus])
  return focus
}

/** The mounted cell of a row and a column, or null. */
function cellElement(grid: HTMLElement | null, row: number, column: string): HTMLElement | null {
  const drawn = grid?.querySelector(`[aria-rowindex="${row + FIRST_ROW_INDEX}"]`)
  return drawn?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? null
}

/** Row and column of the cell that contains an element; the row is `HEADER` in the header. */
export function cellPosition(element: Element): { row: number; column: string } | null {
  const column = element.closest<HTMLElement>('[data-column]')?.dataset.column
  const row = Number(element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'))
  return column === undefined || Number.isNaN(row) ? null : { row: row - FIRST_ROW_INDEX, column }
}

/**
 * The single tab stop among the cells. Removing `tabindex` from the focused element forces a synchronous layout. Rows therefore
 * render without a tab stop, and the tab stop moves after the focus has moved.
 */
function createTabStop() {
  let current: HTMLElement | null = null
  return {
    /** Null removes it. `focus` runs in between, while both cells are tab stops. */
    moveTo(cell: HTMLElement | null, focus?: () => void) {
      const previous = current
      current = cell
      if (cell !== null && cell !== previous) cell.tabIndex = 0
      focus?.()
      if (previous !== null && previous !== cell) previous.tabIndex = -1
    },
  }
}
