import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { ROW_HEIGHTS } from '../../lists/listPreferences.ts'
import { useValue, useValuePart } from '../../state/value.ts'
import { fitColumns } from '../../table/fitColumns.ts'
import { Grid, type GridHandle } from '../../table/Grid.tsx'
import type { RowMarks } from '../../table/GridRow.tsx'
import { useRoom } from '../../table/useRoom.ts'
import { Button } from '../../ui/Button.tsx'
import { isFocusOnPage } from '../../ui/focus/pageFocus.ts'
import { useConsole, useT } from '../../useConsole.tsx'
import { entryColumns, FIRST_COLUMNS } from './entryColumns.tsx'
import type { ReconcileSession } from './reconcileSession.ts'
import type { WorkRow } from './rowWindow.ts'
import { useEntryTexts } from './useEntryTexts.ts'
import styles from './Workbench.module.css'

const PLAIN_PAGE = 50

/** The entries of the shown bucket in the grid of every list. The worker holds them; those in view are read from it. */
export function EntryGrid({ session }: { session: ReconcileSession }) {
  const t = useT()
  const { preferences, readsAloud } = useConsole()
  const { actor, workbench } = session
  const { cursor, handles, rows, selection } = workbench
  const texts = useEntryTexts(session)
  const pane = useRef<HTMLDivElement>(null)
  const room = useRoom(pane)
  const columns = useMemo(() => fitColumns(entryColumns(texts), room, FIRST_COLUMNS), [texts, room])
  const window = useValue(rows.value)
  const filter = useValue(workbench.filter)
  const arrangement = useValue(workbench.arrangement)
  const density = useValuePart(preferences, ({ density: own }) => own)
  const isPlain = useValue(readsAloud)
  const isAttached = useSelector(actor, ({ context }) => context.isAttached)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with the window
  const source = useMemo(() => ({ count: rows.total, at: rows.at }), [window, rows])
  const marks = useMemo(
    (): RowMarks<WorkRow> => ({ isSelected: selection.isSelected, subscribe: selection.subscribe }),
    [selection],
  )
  const allSelected = useSyncExternalStore(selection.subscribe, () => {
    const { chosen } = selection
    if (chosen.kind === 'all') return chosen.except.size === 0 ? true : ('mixed' as const)
    if (chosen.rows.size === 0) return false
    return chosen.rows.size >= rows.total ? true : ('mixed' as const)
  })
  const takeGrid = useCallback(
    (grid: GridHandle | null) => {
      handles.grid = grid
    },
    [handles],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for the first rows of every filter
  useEffect(() => {
    if (isFocusOnPage() || document.activeElement?.closest('[data-layer="grid"]') != null) handles.grid?.focus()
  }, [handles, window.epoch, window.isStale, window.total === null])
  const label = [
    t(`reconcile.bucket.${filter.bucket}`),
    ...(filter.openOnly ? [t('reconcile.openOnly')] : []),
    ...(filter.needle === '' ? [] : [filter.needle]),
  ].join('. ')
  return (
    <div ref={pane} className={styles.grid}>
      <Grid<WorkRow>
        ref={takeGrid}
        label={label}
        rows={source}
        epoch={window.epoch}
        isExact={window.total !== null}
        isBusy={window.total === null || window.isStale || !isAttached}
        isStale={window.isStale && window.pages.size > 0}
        columns={columns}
        arrangement={arrangement}
        onArrange={workbench.arrangement.set}
        sort={null}
        onSort={() => {}}
        cursor={cursor}
        marks={marks}
        allSelected={allSelected}
        rowHeight={ROW_HEIGHTS[density]}
        plainPageSize={isPlain ? PLAIN_PAGE : null}
        empty={window.total === 0 && !window.isStale && <Empty session={session} />}
        onVisibleRows={rows.see}
        onToggleRow={(row, isRange) => workbench.toggle(row, isRange)}
        onToggleAll={() => (allSelected === false ? selection.addAll() : selection.clear())}
        onOpen={(row) => {
          cursor.set(row)
          workbench.isDetailOpen.set(true)
        }}
        onActions={(row) => {
          cursor.set(row)
          workbench.isDetailOpen.set(true)
        }}
      />
    </div>
  )
}

/** Says why there is nothing to show, and the way on. */
function Empty({ session: { actor, workbench } }: { session: ReconcileSession }) {
  const t = useT()
  const { bucket, needle, openOnly } = useValue(workbench.filter)
  const open = useSelector(actor, ({ context }) => context.summary?.open ?? 0)
  const isFiltered = needle !== '' || openOnly
  return (
    <div className="emptyState">
      <p className="title">
        {needle !== ''
          ? t('reconcile.empty.needle', { text: needle })
          : open === 0 && openOnly
            ? t('reconcile.allDone')
            : t('reconcile.empty.bucket')}
      </p>
      {bucket !== 'all' && !isFiltered && <p>{t(`reconcile.empty.${bucket}`)}</p>}
      {isFiltered && (
        <Button onClick={() => void workbench.show({ needle: '', openOnly: false })}>{t('reconcile.empty.clear')}</Button>
      )}
    </div>
  )
}
