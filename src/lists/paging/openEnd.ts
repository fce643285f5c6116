import type { ActorRefFrom } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { isExact, rowCount } from '#machines/paging/pageCache.ts'
import type { createPagingMachine } from '#machines/paging/pagingMachine.ts'
import { formatCount } from '../../format/amount.ts'
import type { Console } from '../../useConsole.tsx'
import type { ListFilter } from '../filters/listFilter.ts'
import type { createStatusMessage } from '../statusMessage.ts'

interface OpenEndHost {
  paging: ActorRefFrom<ReturnType<typeof createPagingMachine<ListedRow, ListFilter>>>
  statusMessage: Pick<ReturnType<typeof createStatusMessage>, 'announce'>
  i18n: Console['i18n']
}

/** Says that rows may follow the last one read, and which row is the last as soon as that is known. */
export function createOpenEnd({ paging, statusMessage, i18n }: OpenEndHost) {
  let stop = () => {}

  function check() {
    const { context } = paging.getSnapshot()
    if (context.isAnswered && !isExact(context)) return
    stop()
    if (context.isAnswered) statusMessage.announce(i18n.t('list.endReached', { n: formatCount(rowCount(context)) }))
  }

  return {
    announce(count: number) {
      stop()
      statusMessage.announce(i18n.t('list.openEnd', { n: formatCount(count) }))
      const subscription = paging.subscribe(check)
      stop = () => subscription.unsubscribe()
    },
    close: () => stop(),
  }
}
