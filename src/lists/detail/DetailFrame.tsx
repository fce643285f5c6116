import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { numberOf } from '#commands/rows/kinds.ts'
import type { DetailScope } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldText, fieldValue } from '../../detail/detailField.ts'
import { differencesOf, formatDifferences } from '../../detail/differences.ts'
import { failureText } from '../../detail/failureText.ts'
import { rowAnnouncement } from '../../detail/rowAnnouncements.ts'
import { formatCount } from '../../format/amount.ts'
import { Button } from '../../ui/Button.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useFocusRetention } from '../../ui/focus/useFocusRetention.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { type CopyPayload, numberPayload, rowLink } from '../selection/copying.ts'
import { useOpenList } from '../useOpenList.ts'
import styles from './DetailFrame.module.css'
import { OpenRow } from './OpenRow.tsx'

interface FrameProps {
  view: 'inside' | 'peek' | 'full'
  hasRow: boolean
  /** The row to render; null when it is not in the result. */
  shown: ListedRow | null
}

/** The pane of the open row. While it has the focus, commands apply to this row and not to the row under the cursor. */
export function DetailFrame({ view, hasRow, shown }: FrameProps) {
  const { controller, words } = useOpenList()
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
      {shown === null ? <MissingRow /> : <OpenRow row={shown} />}
    </section>
  )
}

interface DetailHost {
  row(): ListedRow
  words(): ListWords
  pane(): HTMLElement | null
}

/** The open row as seen by commands. */
function createDetailScope(controller: ListController, { row, words, pane }: DetailHost): DetailScope {
  const { list, console, address, actor, query } = controller
  const ref = () => ({ kind: list.kind, row: row() })
  const payload = (what: 'orderNo' | 'row' | 'link'): CopyPayload => {
    // The number shown in the header of the row.
    if (what === 'orderNo') return numberPayload(fieldValue(row(), { field: list.header }) ?? numberOf(ref()))
    if (what === 'link') return { text: rowLink(controller, row()) }
    return { text: list.fields.map((fact) => `${words().t(fact.title)}\t${fieldText(row(), fact, words())}`).join('\n') }
  }
  return {
    get row() {
      return ref()
    },
    focus: () => pane()?.focus(),
    next: (by) => actor.send({ type: 'row.move', by }),
    toggleFull: () => address.navigate({ view: query().view === 'full' ? 'inside' : 'full' }, 'push'),
    tab(by) {
      const { tabs } = list
      const tab = tabs[(tabs.indexOf(query().tab) + by + tabs.length) % tabs.length]
      if (tab === undefined) return
      address.navigate({ tab }, 'replace')
      // The focused element was in the previous tab.
      pane()?.focus()
      controller.console.announcer.polite(words().t(`detail.tab.${tab}`))
    },
    openMenu: () => controller.menuAnchor.set(pane()?.querySelector<HTMLElement>('[data-part="number"]') ?? pane()),
    announce() {
      const change = controller.changeOf(row().id)
      const changes = change === null ? '' : formatDifferences(differencesOf(change, list.fields, words()), words())
      controller.announceForRow([rowAnnouncement(ref(), words()), changes].filter(Boolean).join('. '))
    },
    copy(what) {
      const { text, message } = payload(what)
      return console.scope().app.copy(text, message)
    },
    setRange: list.hasDetailRange ? controller.detailRange.set : null,
    reload: () => actor.send({ type: 'detail.reload' }),
    close: controller.closeRow,
  }
}

/** Shown for a requested row that is not in the result, with ways to find it. */
function MissingRow() {
  const { controller, words } = useOpenList()
  const { t } = words
  const { actor } = controller
  const state = useSelector(actor, ({ value }) => value.detail)
  const { error, searched } = useSelector(actor, ({ context }) => context.detail)
  const find = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (state === 'missing') find.current?.focus()
  }, [state])
  if (state === 'unfound') {
    return (
      <Failure title={t('detail.outside')} text={failureText(error, t)} retry={() => actor.send({ type: 'detail.retry' })} />
    )
  }
  return (
    <div className="emptyState" aria-busy={state === 'finding'}>
      <p className="title">{t(state === 'gone' ? 'detail.gone' : 'detail.outside')}</p>
      {state !== 'gone' && <p>{t('detail.outside.hint')}</p>}
      {searched !== null && <p>{t('list.searched', { n: formatCount(searched) })}</p>}
      <div className="buttons">
        {state !== 'gone' && (
          <Button ref={find} variant="primary" onClick={() => actor.send({ type: 'detail.find' })}>
            {t('detail.openAlone')}
          </Button>
        )}
        <Button onClick={controller.closeRow}>{t('app.close')}</Button>
      </div>
    </div>
  )
}
