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
  sideways: HorizontalScroll
  spans: ReadonlyMap<string, Span>
  hasActions: boolean
}

/** Widths of the pinned cells in pixels; they cover the cells below them. */
const SELECT_WIDTH = 44
const ACTIONS_WIDTH = 40

export function useGridFocus({ element, cursor, scroller, sideways, spans, hasActions }: FocusInput): GridFocus {
  const has = useRef(false)
  /** The row that has or gets the focus in the next render; the cursor may be ahead of it. */
  const row = useRef(cursor.row)
  const [tabStop] = useState(createTabStop)

  const focus = useMemo((): GridFocus => {
    const cell = () => cellElement(element.current, cursor.row, cursor.column)
    const inRows = () => cursor.row !== HEADER
    const reveal = () => inRows() && scroller.revealRow(cursor.row)
    function go(isInEffect: boolean) {
      row.current = cursor.row
      const hasScrolled = reveal()
      const span = spans.get(cursor.column)
      const hasTurned =
        span !== undefined && sideways.revealRange(span.start, SELECT_WIDTH + span.end + (hasActions ? ACTIONS_WIDTH : 0))
      if (hasScrolled || cell() === null) scroller.flush(isInEffect)
      // Columns that came into range render together with the new rows, if any.
      if (hasTurned && !isInEffect && cell() === null) flushSync(() => {})
      const found = cell()
      if (found === null) return
      // A row of another page has a position only now.
      reveal()
      const inside = found.querySelector<HTMLElement>('[data-focus]')
      tabStop.moveTo(inRows() ? found : null, () => (inside ?? found).focus({ preventScroll: true }))
      // React reports no focus event while it removes a dialog.
      has.current ||= found.contains(document.activeElement)
    }
    const stopHere = () => tabStop.moveTo(inRows() ? cell() : null)
    return {
      hasFocus: () => has.current,
      cell,
      focusCell: go,
      showTabStop() {
        reveal()
        stopHere()
      },
      restore() {
        if (!has.current) stopHere()
        else if (document.activeElement === document.body) go(true)
      },
      // Without the focus the tab stop is pinned.
      pinnedRow: () => (has.current ? row.current : cursor.row),
      onFocus(target) {
        has.current = true
        const at = cellPosition(target)
        if (at === null) return
        row.current = at.row
        cursor.set(at.row, at.column)
      },
      onBlur({ relatedTarget, target }) {
        // A blur without a target from a removed cell was not caused by the user.
        has.current = relatedTarget === null && !target.isConnected
      },
    }
  }, [element, cursor, scroller, sideways, spans, hasActions, tabStop])

  useLayoutEffect(() => {
    // Key repeats faster than rendering must not queue up.
    const goElsewhere = rafThrottle(() => focus.focusCell(false))
    return cursor.subscribeLast(() => {
      const isOurs = focus.hasFocus() || isFocusOnPage()
      if (isOurs && focus.cell() === null) goElsewhere()
      else if (isOurs) focus.focusCell(false)
      else focus.showTabStop()
    })
  }, [cursor, focus])
  return focus
}
