import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { Words } from '../../detail/words.ts'
import { useSignal } from '../../state/signal.ts'
import { useKeptFocus } from '../../ui/focus/useKeptFocus.ts'
import type { ListController } from '../listController.ts'
import styles from './DetailFrame.module.css'
import { createDetailScope } from './detailScope.ts'

interface FrameProps {
  controller: ListController
  words: Words
  view: 'inside' | 'peek' | 'full'
  hasRow: boolean
  children: ReactNode
}

/** Where a record stands. While somebody works in it, commands mean this record and not the row under the cursor. */
export function DetailFrame({ controller, words, view, hasRow: hasRecord, children }: FrameProps) {
  const pane = useRef<HTMLElement>(null)
  const isOurs = view !== 'peek'
  const kept = useKeptFocus(pane)
  // Tabs and buttons come and go with these.
  useSignal(controller.address.query)
  useSelector(controller.detail, ({ value }) => value)
  const current = useRef(words)
  useLayoutEffect(() => {
    current.current = words
  }, [words])

  useEffect(() => {
    // What is in it may have taken the focus already.
    if (isOurs && !pane.current?.contains(document.activeElement)) pane.current?.focus({ preventScroll: true })
  }, [isOurs])
  useEffect(() => {
    if (!isOurs || !hasRecord) return
    let known = controller.detail.getSnapshot().context.row as ListedRow
    // Closed a moment ago it is still on the screen, and still the record that it was.
    const row = () => (known = controller.detail.getSnapshot().context.row ?? known)
    const scope = createDetailScope(controller, { row, words: () => current.current, pane: () => pane.current })
    return controller.console.activeScopes.enterDetail(scope)
  }, [controller, isOurs, hasRecord])

  return (
    <section
      ref={pane}
      className={styles.pane}
      data-view={view}
      data-layer="detail"
      tabIndex={-1}
      aria-label={words.t('detail.title')}
      aria-describedby="record-number"
      onBlur={kept.onBlur}
      onFocus={() => {
        kept.onFocus()
        if (view === 'peek') controller.detailNavigation.pinPeek()
      }}
    >
      {children}
    </section>
  )
}
