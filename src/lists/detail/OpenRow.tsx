import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type Difference, differencesOf } from '../../detail/differences.ts'
import { RowDetail } from '../../detail/RowDetail.tsx'
import type { RowTexts } from '../../detail/rowTexts.ts'
import { useValue } from '../../state/value.ts'
import type { ListController } from '../listController.ts'

/** The open row with its history. */
export function OpenRow({ controller, words, record }: { controller: ListController; words: RowTexts; record: ListedRow }) {
  const { actor, address, list, newestFirst } = controller
  const { tab, view } = useSelector(actor, ({ context }) => context.query)
  const state = useSelector(actor, ({ value }) => value.detail)
  const { trail, error } = useSelector(actor, ({ context }) => context.detail)
  const isFull = view === 'full'
  return (
    <RowDetail
      row={record}
      trail={trail}
      isLate={state === 'loading' || state === 'settling'}
      error={state === 'failed' ? error : null}
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
      onRetry={() => actor.send({ type: 'detail.retry' })}
      onClose={() => {
        actor.send({ type: 'row.close' })
        controller.handles.grid?.focus()
      }}
      above={list.detailHeader === null ? null : <list.detailHeader controller={controller} row={record} words={words} />}
    />
  )
}

/** The differences to the row as last read. Showing the row marks its change as seen. */
function useDifferences({ changes, list }: ListController, words: RowTexts, { id }: ListedRow): readonly Difference[] {
  const change = useSelector(changes ?? undefined, (snapshot) => snapshot?.context.ledger.changes.get(id) ?? null)
  useEffect(() => {
    if (change !== null) changes?.send({ type: 'row.seen', id })
  }, [changes, change, id])
  return useMemo(() => {
    if (change === null || change.was === null) return []
    return differencesOf({ was: change.was, now: change.now }, list.fields, words)
  }, [change, list, words])
}
