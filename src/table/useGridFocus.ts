import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isFocusOnPage } from '../ui/focus/pageFocus.ts'
import { cellElement, cellPosition, createTabStop } from './cells.ts'
import { type Cursor, HEADER } from './cursor.ts'
import type { HorizontalScroll } from './horizontalScroll.ts'
import { rafThrottle } from './rafThrottle.ts'
import type { Scroller } from './scroller.ts'
import type { Span } from './useColumns.ts'

/** The DOM focus of a grid: on the cursor's cell or outside the grid. Stable while the columns are the same. */
export interface GridFocus {
  hasFocus(): boolean
  /** The cursor's cell, if mounted. */
  cell(): HTMLElement | null
  /** Focuses the cursor's cell, scrolling if needed. `isInEffect` inside a React effect. */
  focusCell(isInEffect: boolean): void
  /** Scrolls the tab stop into view without moving the focus. */
  showTabStop(): void
  /** After every render: restores the focus to the cursor's cell if its element was removed. */
  restore(): void
  /** The row that stays mounted outside the viewport. */
  pinnedRow(): number
  onFocus(target: Element): void
  onBlur(event: FocusEvent): void
}

interface FocusInput {
  element: RefObject<HTMLElement | null>
  cursor: Cursor
  scroller: Pick<Scroller, 'revealRow' | 'flush'>
  horizontalScroll: HorizontalScroll
  spans: ReadonlyMap<string, Span>
  hasActions: boolean
}

/** Widths of the pinned cells in pixels; they cover the cells below them. */
const SELECT_WIDTH = 44
const ACTIONS_WIDTH = 40

export function useGridFocus({ element, cursor, scroller, horizontalScroll, spans, hasActions }: FocusInput): GridFocus {
  const hasFocus = useRef(false)
  /** The row that has or gets the focus in the next render; the cursor may be ahead of it. */
  const focusedRow = useRef(cursor.row)
  const [tabStop] = useState(createTabStop)

  const focus = useMemo((): GridFocus => {
    const cell = () => cellElement(element.current, cursor.row, cursor.column)
    const isInBody = () => cursor.row !== HEADER
    const reveal = () => isInBody() && scroller.revealRow(cursor.row)
    function go(isInEffect: boolean) {
      focusedRow.current = cursor.row
      const hasScrolled = reveal()
      const span = spans.get(cursor.column)
      const hasScrolledSideways =
        span !== undefined &&
        horizontalScroll.revealRange(span.start, SELECT_WIDTH + span.end + (hasActions ? ACTIONS_WIDTH : 0))
      if (hasScrolled || cell() === null) scroller.flush(isInEffect)
      // Columns that came into range render together with the new rows, if any.
      if (hasScrolledSideways && !isInEffect && cell() === null) flushSync(() => {})
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
      cell,
      focusCell: go,
      showTabStop() {
        reveal()
        moveTabStop()
      },
      restore() {
        if (!hasFocus.current) moveTabStop()
        else if (document.activeElement === document.body) go(true)
      },
      // Without the focus the tab stop is pinned.
      pinnedRow: () => (hasFocus.current ? focusedRow.current : cursor.row),
      onFocus(target) {
        hasFocus.current = true
        const at = cellPosition(target)
        if (at === null) return
        focusedRow.current = at.row
        cursor.set(at.row, at.column)
      },
      onBlur({ relatedTarget, target }) {
        // A blur without a target from a removed cell was not caused by the user.
        hasFocus.current = relatedTarget === null && !target.isConnected
      },
    }
  }, [element, cursor, scroller, horizontalScroll, spans, hasActions, tabStop])

  useLayoutEffect(() => {
    // Key repeats faster than rendering must not queue up.
    const focusThrottled = rafThrottle(() => focus.focusCell(false))
    return cursor.subscribeLast(() => {
      const ownsFocus = focus.hasFocus() || isFocusOnPage()
      if (ownsFocus && focus.cell() === null) focusThrottled()
      else if (ownsFocus) focus.focusCell(false)
      else focus.showTabStop()
    })
  }, [cursor, focus])
  return focus
}
