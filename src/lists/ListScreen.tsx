import { useSelector } from '@xstate/react'
import { useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { routes } from '#commands/navigation/routes.ts'
import { hasAuthority } from '#contract/authority.ts'
import { createRowTexts } from '../detail/rowTexts.ts'
import { FilterDays } from '../forms/FilterDays.tsx'
import { FilterMultiSelect } from '../forms/FilterMultiSelect.tsx'
import { lazyPopup } from '../loading/lazyPopup.tsx'
import { whenIdle } from '../loading/whenIdle.ts'
import { withTexts } from '../loading/withTexts.tsx'
import { useValue } from '../state/value.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { useConsole, useLocale, useT } from '../useConsole.tsx'
import { columnsFor, seesSeveral } from './columns/columns.tsx'
import { servedList } from './definitions/servedList.ts'
import { DetailFrame, DetailPane } from './detail/DetailPane.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { FilterLine } from './filters/FilterLine.tsx'
import { splitFilter } from './filters/listFilter.ts'
import { useConditions } from './filters/useConditions.ts'
import { ListBar } from './ListBar.tsx'
import styles from './ListScreen.module.css'
import type { List } from './list.ts'
import { createListController, type ListController } from './listController.ts'
import { createListScope, fetchBulk, fetchBulkCopy, fetchCopying, fetchExport, fetchSelectSum } from './listScope.ts'
import { createListWords, type ListWords } from './listWords.ts'
import { onFirstAnswer } from './paging/onFirstAnswer.ts'
import { RowGrid } from './RowGrid.tsx'
import { listControllerAtom, OpenListContext, useOpenList } from './useOpenList.ts'

const FilterChips = withTexts(
  async () => (await import('./filters/FilterChips.tsx')).FilterChips,
  'filters',
  () => <div className={styles.chips} />,
)
const BulkPanel = lazyPopup(async () => (await import('../runs/BulkPanel.tsx')).BulkPanel)
const RowMenu = lazyPopup(async () => (await import('./RowMenu.tsx')).RowMenu)
const ColumnChooser = lazyPopup(async () => (await import('./columns/ColumnChooser.tsx')).ColumnChooser)
const CompareRows = lazyPopup(async () => (await import('./selection/CompareRows.tsx')).CompareRows)
const ExportPanel = lazyComponent(async () => (await import('./export/ExportPanel.tsx')).ExportPanel)
const bars = () => import('./selection/bars.ts')
const BulkBar = lazyComponent(async () => (await bars()).BulkBar)
const SumBar = lazyComponent(async () => (await bars()).SumBar)
const BulkCopyPanel = lazyComponent(async () => (await import('./export/BulkCopyPanel.tsx')).BulkCopyPanel)

/** Parts fetched in the background after the first rows, the most likely ones first. */
const PREFETCHED_PARTS = [
  FilterLine,
  FilterChips,
  DetailFrame,
  RowMenu,
  BulkBar,
  FilterDays,
  FilterMultiSelect,
  BulkPanel,
  { fetch: fetchBulk },
  ColumnChooser,
  ExportPanel,
  { fetch: fetchExport },
  SumBar,
  { fetch: fetchCopying },
  { fetch: fetchBulkCopy },
  { fetch: fetchSelectSum },
  BulkCopyPanel,
]

/** A list of a gateway that announces other features than before is opened again. */
export function ListScreen({ list }: { list: List }) {
  const { features } = useConsole()
  return <ServedList key={useValue(features).join()} list={list} />
}

function ServedList({ list }: { list: List }) {
  const console = useConsole()
  const [controller, setController] = useState<ListController | null>(null)
  const setOpenController = useSetAtom(listControllerAtom)
  useEffect(() => {
    const { route } = console.scope()
    if (route === null) return
    // The options are already loaded unless that request failed.
    console.options.send({ type: 'options.need' })
    console.views.load()
    const created = createListController(console, servedList(list, console), route)
    const stopWaiting = onFirstAnswer(created.paging, () => {
      setController(created)
      setOpenController(created)
    })
    return () => {
      stopWaiting()
      setOpenController(null)
      created.close()
    }
  }, [console, list, setOpenController])
  return controller === null ? null : <OpenList controller={controller} />
}

function OpenList({ controller }: { controller: ListController }) {
  const { list, console, choiceSource, dialog, menuAnchor: menu } = controller
  const t = useT()
  const locale = useLocale()
  const options = useSelector(console.options, ({ context }) => context.options)
  const choices = useValue(choiceSource.choices)
  // The query also holds the cursor position. Subscribing to parts avoids a render per cursor move.
  const filter = useSelector(controller.actor, ({ context }) => context.query.filter)
  const sort = useSelector(controller.actor, ({ context }) => context.query.sort)
  const isFull = useSelector(controller.actor, ({ context }) => context.query.view === 'full')
  const shownDialog = useValue(dialog)
  const menuAnchor = useValue(menu)
  const bulk = useValue(controller.bulk)
  const showsSums = useValue(controller.isSumBarOpen)
  const gathering = useValue(controller.bulkCopy)
  const exporting = useValue(controller.exporting)

  const words = useMemo(() => createListWords(createRowTexts(t, options, list), options, choices), [t, options, choices, list])
  const open = useMemo(() => ({ controller, words }), [controller, words])
  const hasSeveral = seesSeveral(controller, choices)
  const columns = useMemo(() => columnsFor(controller, hasSeveral), [controller, hasSeveral])
  const conditions = useConditions(filter, list, words)
  const isLocal = splitFilter(filter, list.takesTrees).local !== null
  const applied = useMemo(() => ({ filter, sort }), [filter, sort])
  const place = console.scope().route
  const title = t(place === null ? 'app.name' : routes[place].title)

  useEffect(() => {
    // The column is visible anyway. An early answer would rerender everything before the first rows are painted.
    if (hasSeveral) return whenIdle(() => choiceSource.need('merchants'))
    if (hasAuthority(console.permissions, 'normal')) choiceSource.need('merchants')
    return undefined
  }, [choiceSource, hasSeveral, console])
  const hasBanks = filter.bankCode !== undefined
  useEffect(() => {
    // A link may filter by bank before the choices were opened.
    if (hasBanks) choiceSource.need('banks')
  }, [choiceSource, hasBanks])
  useActiveScope(controller, words)
  useCursorAnnouncements(controller, words)
  usePrefetch(controller)

  return (
    <OpenListContext value={open}>
      <div className={styles.screen}>
        <div className={styles.head} hidden={isFull}>
          <FilterBar applied={applied} hasSeveral={hasSeveral} />
          {(isLocal || conditions.some(({ fields }) => !fields.includes('startDate'))) && (
            <FilterChips conditions={conditions} />
          )}
          <ListBar />
          {list.overview !== undefined && <list.overview.Overview />}
        </div>
        {bulk !== null && (
          <BulkPanel
            key={bulk.actor.sessionId}
            bulk={bulk}
            fractionDigits={list.fractionDigits}
            onLeave={controller.focusGrid}
          />
        )}
        {gathering !== null && <BulkCopyPanel gathering={gathering} />}
        {exporting !== null && <ExportPanel exporting={exporting} />}
        <div className={styles.work}>
          <RowGrid columns={columns} conditions={conditions} title={title} isHan={locale === 'zh'} isCovered={isFull} />
          <DetailPane />
        </div>
        {showsSums && <SumBar />}
        <SelectionBar />
        {menuAnchor !== null && <RowMenu anchor={menuAnchor} />}
        {shownDialog === 'columns' && <ColumnChooser columns={columns} />}
        {shownDialog === 'compare' && <CompareRows />}
      </div>
    </OpenListContext>
  )
}

/** The bar of the selection, from the first selected row on. It announces that nothing is selected any more. */
function SelectionBar() {
  const { selection } = useOpenList().controller
  const isSome = useSyncExternalStore(
    selection.subscribe,
    () => selection.chosen.kind === 'all' || selection.chosen.rows.size > 0,
  )
  const [isUsed, setUsed] = useState(isSome)
  if (isSome && !isUsed) setUsed(true)
  return isUsed ? <BulkBar /> : null
}

/** Registers the scope of the list for commands, and its steps on Escape. */
function useActiveScope(controller: ListController, words: ListWords) {
  const { activeScopes } = controller.console
  const current = useRef(words)
  useLayoutEffect(() => {
    current.current = words
  }, [words])
  useEffect(() => {
    const { selection, actor, handles } = controller
    const cleanups = [
      activeScopes.enter(
        'list',
        createListScope(controller, () => current.current),
      ),
      activeScopes.onEscape(() => {
        if (selection.chosen.kind === 'some' && selection.chosen.rows.size === 0) return false
        controller.clearSelection()
        return true
      }),
      activeScopes.onEscape(() => {
        const { value, context } = actor.getSnapshot()
        const { view } = context.query
        actor.send({ type: view === null ? 'row.cancel' : 'row.close' })
        if (view === 'inside' || view === 'full') handles.grid?.focus()
        return view !== null || value.awaited === 'toOpen'
      }),
      activeScopes.onEscape(() => {
        if (handles.filters?.hasFocus !== true) return false
        handles.grid?.focus()
        return true
      }),
      // From the contents of a cell to the cell.
      activeScopes.onEscape(() => {
        const isInside = handles.grid?.cell?.querySelector(':focus') != null
        if (isInside) handles.grid?.focus()
        return isInside
      }),
      activeScopes.onEscape(() => {
        const { actor } = controller.bulkCopy.get() ?? {}
        actor?.send({ type: 'gather.cancel' })
        return actor !== undefined
      }),
      selection.subscribe(activeScopes.touch),
    ]
    return () => {
      for (const one of cleanups) one()
    }
  }, [controller, activeScopes])
}

/** Delay of announcements, so that a held key does not announce every row. */
const ANNOUNCE_DELAY_MS = 150

/** Announces the row under the cursor in screen-reader mode, and always while a row is open, because the focus stays in it. */
function useCursorAnnouncements({ console, cursor, cursorDescription, query, handles }: ListController, words: ListWords) {
  const isOn = useValue(console.readsAloud)
  useEffect(() => {
    let { row } = cursor
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = cursor.subscribe(() => {
      if (cursor.row === row) return
      row = cursor.row
      clearTimeout(timer)
      timer = setTimeout(() => {
        const isInRecord = query().open !== null && handles.grid?.hasFocus !== true
        if (!isOn && !isInRecord) return
        const text = cursorDescription.describe(words, console.scope().app.verbosity)
        if (text !== null) console.announcer.polite(text)
      }, ANNOUNCE_DELAY_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isOn, console, cursor, cursorDescription, words, query, handles])
}

function usePrefetch({ console, actor }: ListController) {
  const isShown = useSelector(actor, ({ context }) => context.epoch > 0)
  useEffect(() => (isShown ? console.fetchAhead(PREFETCHED_PARTS) : undefined), [console, isShown])
}
