import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { useFocusRetention } from '../../ui/focus/useFocusRetention.ts'
import type { ListController } from '../listController.ts'
import styles from './DetailFrame.module.css'
import { createDetailScope } from './detailScope.ts'

interface FrameProps {
  controller: ListController
  words: RowTexts
  view: 'inside' | 'peek' | 'full'
  hasRow: boolean
  children: ReactNode
}

/** The pane of the open row. While it has the focus, commands apply to this row and not to the row under the cursor. */
export function DetailFrame({ controller, words, view, hasRow, children }: FrameProps) {
  const pane = useRef<HTMLElement>(null)
  const isOurs = view !== 'peek'
  const focusProps = useFocusRetention(pane)
  // The focused tab or button can disappear when these change.
  useSelector(controller.actor, ({ context }) => context.query)
  useSelector(controller.actor, ({ value }) => value.detail)
  const current = useRef(words)
  useLayoutEffect(() => {
    current.current = words
  }, [words])

  useEffect(() => {
    // A child may already have taken the focus.
    if (isOurs && !pane.current?.contains(document.activeElement)) pane.current?.focus({ preventScroll: true })
  }, [isOurs])
  useEffect(() => {
    if (!isOurs || !hasRow) return
    const open = () => controller.actor.getSnapshot().context.detail.row
    let known = open() as ListedRow
    // The row stays rendered for a moment after it was closed.
    const row = () => (known = open() ?? known)
    const scope = createDetailScope(controller, { row, words: () => current.current, pane: () => pane.current })
    return controller.console.activeScopes.enter('detail', scope)
  }, [controller, isOurs, hasRow])

  return (
    <section
      ref={pane}
      className={styles.pane}
      data-view={view}
      data-layer="detail"
      tabIndex={-1}
      aria-label={words.t('detail.title')}
      aria-describedby="record-number"
      onBlur={focusProps.onBlur}
      onFocus={() => {
        focusProps.onFocus()
        controller.actor.send({ type: 'peek.pin' })
      }}
    >
      {children}
    </section>
  )
}
