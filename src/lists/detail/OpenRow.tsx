import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type Difference, differencesOf } from '../../detail/differences.ts'
import { RowDetail } from '../../detail/RowDetail.tsx'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { useValue } from '../../state/value.ts'
import type { ListController } from '../listController.ts'

/** The open row with its history. */
export function OpenRow({ controller, words, record }: { controller: ListController; words: RowTexts; record: ListedRow }) {
  const { address, list, detail, newestFirst } = controller
  const { tab, view } = useValue(address.query)
  const trail = useSelector(detail, ({ context }) => context.trail)
  const isLate = useSelector(detail, (snapshot) => snapshot.matches('loading') || snapshot.matches('settling'))
  const error = useSelector(detail, (snapshot) => (snapshot.matches('failed') ? snapshot.context.error : null))
  const isFull = view === 'full'
  return (
    <RowDetail
      row={record}
      trail={trail}
      isLate={isLate}
      error={error}
      layout={list}
      differences={useDifferences(controller, words, record)}
      texts={words}
      tab={list.tabs.includes(tab) ? tab : 'facts'}
      onTab={(next) => address.navigate({ tab: next }, 'replace')}
      isFull={isFull}
      onFull={() => address.navigate({ open: record.id, view: isFull ? 'inside' : 'full' }, 'push')}
      isNewestFirst={useValue(newestFirst)}
      onOrder={newestFirst.set}
      onCopy={(text) => controller.console.scope().app.copy(text)}
      onRetry={() => detail.send({ type: 'detail.retry' })}
      onClose={() => close(controller)}
      above={list.detailHeader === null ? null : <list.detailHeader controller={controller} row={record} words={words} />}
    />
  )
}

const NO_CHANGES = { subscribe: () => () => {} }

/** The differences to the row as last read. Showing the row marks its change as seen. */
function useDifferences({ changes, list }: ListController, words: RowTexts, { id }: ListedRow): readonly Difference[] {
  const change = useSyncExternalStore((changes ?? NO_CHANGES).subscribe, () => changes?.changeOf(id) ?? null)
  useEffect(() => {
    if (change !== null) changes?.markSeen(id)
  }, [changes, change, id])
  return useMemo(() => {
    if (change === null || change.was === null) return []
    return differencesOf({ was: change.was, now: change.now }, list.fields, words)
  }, [change, list, words])
}

function close({ address, detailNavigation, handles }: ListController) {
  if (address.query.get().view === 'peek') address.navigate({ view: null }, 'replace')
  else detailNavigation.close()
  handles.grid?.focus()
}
