import { type FocusEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isFocusOnPage } from '../ui/focus/pageFocus.ts'
import { cellElement, cellPosition, createTabStop } from './cells.ts'
import { type Cursor, HEADER } from './cursor.ts'
import type { HorizontalScroll } from './horizontalScroll.ts'
import { rafThrottle } from './rafThrottle.ts'
import type { Scroller } from './scroller.ts'
import type { Span } from './useColumns.ts'

/** The focus of a grid: really on the cursor's cell, or nowhere in it. The same object until its columns are others. */
export interface GridFocus {
  hasFocus(): boolean
  /** The cursor's cell, if it is drawn. */
  cell(): HTMLElement | null
  /** Puts it on the cursor's cell, wherever that is. `isInEffect` while React is at work itself. */
  focusCell(isInEffect: boolean): void
  /** Leaves it where it is, and shows the cell that Tab leads to. */
  showTabStop(): void
  /** After every draw: a cell that is drawn away takes the focus with it, and it belongs on the cursor's cell as it is now. */
  restore(): void
  /** The row that is drawn wherever it is. */
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

/** Pixels of the cells that stay at the edges, and cover what lies under them. */
const SELECT_WIDTH = 44
const ACTIONS_WIDTH = 40

export function useGridFocus({ element, cursor, scroller, sideways, spans, hasActions }: FocusInput): GridFocus {
  const has = useRef(false)
  /** The row the focus is on or goes to with what is drawn next; the cursor may be ahead of it. */
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
      // What came near is drawn together with other rows, where there are any.
      if (hasTurned && !isInEffect && cell() === null) flushSync(() => {})
      const found = cell()
      if (found === null) return
      // On another page it has a place only now.
      reveal()
      const inside = found.querySelector<HTMLElement>('[data-focus]')
      tabStop.moveTo(inRows() ? found : null, () => (inside ?? found).focus({ preventScroll: true }))
      // React does not tell of a focus that moves while it takes a dialog off the page.
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
      // Without the focus it is the one that Tab leads to.
      pinnedRow: () => (has.current ? row.current : cursor.row),
      onFocus(target) {
        has.current = true
        const at = cellPosition(target)
        if (at === null) return
        row.current = at.row
        cursor.set(at.row, at.column)
      },
      onBlur({ relatedTarget, target }) {
        // When the cell itself goes, nobody has moved the focus anywhere.
        has.current = relatedTarget === null && !target.isConnected
      },
    }
  }, [element, cursor, scroller, sideways, spans, hasActions, tabStop])

  useLayoutEffect(() => {
    // A key that repeats faster than another part of the result can be drawn must not leave a queue behind.
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
