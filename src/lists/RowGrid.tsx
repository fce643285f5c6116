import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { isExact, type PageCache } from '#machines/paging/pageCache.ts'
import { hasSameRows, shown, shownRow } from '#machines/paging/pagingContext.ts'
import { failureText } from '../detail/failureText.ts'
import type { Translate } from '../i18n.ts'
import { useValue, useValuePart } from '../state/value.ts'
import { Grid, type GridHandle } from '../table/Grid.tsx'
import type { RowMarks } from '../table/GridRow.tsx'
import { Button } from '../ui/Button.tsx'
import { Failure } from '../ui/Failure.tsx'
import { isFocusOnPage } from '../ui/focus/pageFocus.ts'
import { gridColumns } from './columns/columns.tsx'
import { useFittedColumns } from './columns/useFittedColumns.ts'
import { type Condition, describeConditions } from './filters/conditions.ts'
import { hasOrderNumber } from './filters/listFilter.ts'
import { parseSort } from './filters/query.ts'
import type { ListColumn } from './list.ts'
import type { ListController, MenuAnchor } from './listController.ts'
import { ROW_HEIGHTS } from './listPreferences.ts'
import { totalText } from './paging/totalText.ts'
import styles from './RowGrid.module.css'
import { useOpenList } from './useOpenList.ts'

interface RowGridProps {
  columns: readonly ListColumn[]
  conditions: readonly Condition[]
  title: string
  isHan: boolean
  /** The open row covers the grid as a full page. */
  isCovered: boolean
}

/** The rows of a list, with their loading, empty and error states. */
export function RowGrid({ columns, conditions, title, isHan, isCovered }: RowGridProps) {
  const { controller, words } = useOpenList()
  const { t } = words
  const { paging, cursor, cursorSelection, handles } = controller
  // `wanted` and `asked` change with every key and do not affect the rows.
  const context = useSelector(paging, (snapshot) => snapshot.context, hasSameRows)
  const isLate = useSelector(paging, ({ value, context }) => value === 'settling' || context.inFlight.length > 0)
  const isLong = useDelayed(isLate)
  const epoch = useSelector(controller.actor, (snapshot) => snapshot.context.epoch)
  const arrangement = useValue(controller.columnLayout.arrangement)
  const density = useValuePart(controller.console.preferences, (preferences) => preferences.density)
  const readsAloud = useValue(controller.console.readsAloud)
  const sorted = useSelector(controller.actor, (snapshot) => snapshot.context.query.sort)

  const cache = shown(context)
  const isFirst = !context.isAnswered && context.former === null
  const isStale = !context.isAnswered && context.former !== null
  const total = useSelector(paging, () => controller.count)
  const rows = useMemo(() => ({ count: total, at: (index: number) => shownRow(context, index) }), [total, context])
  const drawn = useMemo(
    () => gridColumns(columns, words, { header: controller.list.header, isHan }),
    [columns, words, controller.list.header, isHan],
  )
  const pane = useRef<HTMLDivElement>(null)
  const isMarked = useIsMarked(cache)
  const fitted = useFittedColumns({ controller, columns: drawn, pane, isMarked })
  const filtered = describeConditions(conditions, isHan)
  const marks = useMemo(() => rowMarks(controller, t), [controller, t])
  const allMarked = useAllMarked(controller, isExact(cache) ? rows.count : Number.POSITIVE_INFINITY)

  const sort = useMemo(() => parseSort(sorted, columns), [sorted, columns])
  const onView = useCallback((first: number, last: number) => reportViewport(controller, first, last), [controller])
  const takeGrid = useCallback(
    (grid: GridHandle | null) => {
      handles.grid = grid
    },
    [handles],
  )
  const isAnswered = context.isAnswered
  const empty = useMemo(() => isAnswered && <Empty filtered={filtered} />, [isAnswered, filtered])
  useInitialFocus(controller, epoch)
  useFocusAfterFullPage(controller, isCovered)

  return (
    // The covered grid is inert.
    <div ref={pane} className={styles.pane} inert={isCovered}>
      <div className={styles.progress} data-shown={isLong && !isFirst ? '' : undefined} aria-hidden="true" />
      <FailureBar />
      <div className="fill">
        <Grid<ListedRow>
          ref={takeGrid}
          label={filtered === '' ? title : `${title}. ${filtered}`}
          rows={rows}
          epoch={epoch}
          isExact={isFirst ? false : isExact(cache)}
          isBusy={isLate}
          isStale={isStale}
          columns={fitted}
          arrangement={arrangement}
          onArrange={controller.columnLayout.arrange}
          sort={sort}
          onSort={controller.sort}
          cursor={cursor}
          marks={marks}
          allSelected={allMarked}
          rowHeight={ROW_HEIGHTS[density]}
          plainPageSize={readsAloud ? context.pageSize : null}
          empty={empty}
          onVisibleRows={onView}
          onToggleRow={(row, isRange) => (isRange ? cursorSelection.extendTo(row) : cursorSelection.toggle(row))}
          onToggleAll={() => (allMarked === false ? cursorSelection.all() : controller.clearSelection())}
          onOpen={(row) => {
            cursor.set(row)
            controller.actor.send({ type: 'row.open' })
          }}
          onActions={(row, anchor, at) => {
            cursor.set(row)
            controller.menuAnchor.set(at === null ? anchor : pointAnchor(anchor, at))
          }}
          onFocusFrom={(from) => from?.closest('[data-layer="detail"]') && controller.actor.send({ type: 'peek.resume' })}
        />
      </div>
      <p className="sr-only">{rows.count > 0 && t('table.total', { n: totalText(cache) })}</p>
    </div>
  )
}

/** A bar shown when rows could not be loaded, with a retry button. Loaded rows stay. The notice of the call announces it. */
function FailureBar() {
  const { controller, words } = useOpenList()
  const { actor, paging, handles } = controller
  const { t } = words
  const error = useSelector(paging, (snapshot) =>
    snapshot.matches('failed') ? (Object.values(snapshot.context.failures)[0] ?? null) : null,
  )
  if (error === null) return null
  const retry = () => {
    actor.send({ type: 'list.retry' })
    handles.grid?.focus()
  }
  return <Failure title={t('list.failed')} text={failureText(error, t)} retry={retry} />
}

const pointAnchor = (
  contextElement: Element,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
): MenuAnchor => ({
  contextElement,
  getBoundingClientRect: () => new DOMRect(x, y),
})

/** Loading shorter than this shows no progress bar. */
const SLOW_MS = 120

/** Whether `goesOn` has been true for longer than `SLOW_MS`. */
function useDelayed(goesOn: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!goesOn) return
    const waiting = setTimeout(() => setLong(true), SLOW_MS)
    return () => {
      clearTimeout(waiting)
      setLong(false)
    }
  }, [goesOn])
  return isLong
}

/** Reports the viewport to the pager, and to the paging machine once per range of pages. */
function reportViewport({ paging, visibleRows }: ListController, first: number, last: number) {
  visibleRows.set({ first, last })
  const { view, pageSize } = paging.getSnapshot().context
  const page = (row: number) => Math.floor(row / pageSize)
  if (view !== null && page(view.first) === page(first) && page(view.last) === page(last)) return
  const isUp = view !== null && first < view.first
  paging.send({ type: 'view', first, last, direction: isUp ? -1 : 1 })
}

/** The marks of the selection, of live changes and of warnings. */
const rowMarks = ({ selection, changes, changeOf, warnings }: ListController, t: Translate): RowMarks<ListedRow> => ({
  isSelected: selection.isSelected,
  isChanged: ({ id }) => changeOf(id) !== null,
  isNew: ({ id }) => changeOf(id)?.isNew === true,
  noteFor: (row) => (warnings?.isBroken(row) ? t('chain.broken') : null),
  subscribe(changed) {
    const stops = [selection.subscribe(changed), warnings?.subscribe(changed)]
    const subscription = changes?.subscribe(changed)
    return () => {
      for (const stop of stops) stop?.()
      subscription?.unsubscribe()
    }
  },
})

function useAllMarked({ selection }: ListController, total: number): boolean | 'mixed' {
  return useSyncExternalStore(selection.subscribe, () => {
    const { chosen } = selection
    if (chosen.kind === 'all') return chosen.except.size === 0 ? true : 'mixed'
    if (chosen.rows.size === 0) return false
    return chosen.rows.size >= total ? true : 'mixed'
  })
}

/** Whether a row has had a reconciliation mark since the list was opened. */
function useIsMarked({ dataBins }: PageCache<ListedRow>): boolean {
  const [isMarked, setMarked] = useState(false)
  const hasMarks = useMemo(() => isMarked || Object.values(dataBins).some(isMarkedPage), [dataBins, isMarked])
  if (hasMarks && !isMarked) setMarked(true)
  return hasMarks
}

const markedPages = new WeakMap<readonly ListedRow[], boolean>()

function isMarkedPage(rows: readonly ListedRow[]): boolean {
  const known = markedPages.get(rows) ?? rows.some(({ review }) => review != null)
  markedPages.set(rows, known)
  return known
}

/** Focuses the grid when nothing else has the focus. */
function useInitialFocus({ handles, query }: ListController, epoch: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for the first rows of every query
  useEffect(() => {
    const { view } = query()
    if (isFocusOnPage() && (view === null || view === 'peek')) handles.grid?.focus()
  }, [handles, query, epoch])
}

/** Returns the focus to the grid after a full-page row was closed. The covered grid cannot hold it. */
function useFocusAfterFullPage({ handles, query }: ListController, isCovered: boolean) {
  const wasCovered = useRef(isCovered)
  useLayoutEffect(() => {
    const { activeElement } = document
    const isLeft = activeElement === document.body || activeElement?.closest('[data-layer="detail"]') != null
    if (wasCovered.current && !isCovered && isLeft && query().view !== 'inside') handles.grid?.focus()
    wasCovered.current = isCovered
  }, [handles, query, isCovered])
}

function Empty({ filtered }: { filtered: string }) {
  const { controller, words } = useOpenList()
  const { t } = words
  return (
    <div className="emptyState">
      <p className="title">{t('noData')}</p>
      <p>{filtered}</p>
      {!hasOrderNumber(controller.query().filter) && <p className="faint">{t('list.empty.hint')}</p>}
      <Button onClick={() => controller.console.scope().list?.resetFilters()}>{t('list.resetFilters')}</Button>
    </div>
  )
}
