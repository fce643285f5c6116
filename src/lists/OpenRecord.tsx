import { useSelector } from '@xstate/react'
import type { PayOrder } from '#contract/rows.ts'
import { Record } from '../detail/Record.tsx'
import type { Words } from '../detail/words.ts'
import { useSignal } from '../signal.ts'
import type { Sheet } from './sheet.ts'

/** A record with what is known of it by now. */
export function OpenRecord({ sheet, words, record }: { sheet: Sheet; words: Words; record: PayOrder }) {
  const { address, list, detail, newestFirst } = sheet
  const { tab, view } = useSignal(address.query)
  const trail = useSelector(detail, ({ context }) => context.trail)
  const isLate = useSelector(detail, (snapshot) => snapshot.matches('loading') || snapshot.matches('settling'))
  const error = useSelector(detail, (snapshot) => (snapshot.matches('failed') ? snapshot.context.error : null))
  const isFull = view === 'full'
  return (
    <Record
      record={record}
      trail={trail}
      isLate={isLate}
      error={error}
      facts={list.facts}
      places={list.places}
      words={words}
      tab={tab}
      onTab={(next) => address.seek({ tab: next }, 'replace')}
      isFull={isFull}
      onFull={() => address.seek({ open: record.id, view: isFull ? 'inside' : 'full' }, 'push')}
      isNewestFirst={useSignal(newestFirst)}
      onOrder={newestFirst.set}
      onCopy={(text) => sheet.console.scope().app.copy(text)}
      onRetry={() => detail.send({ type: 'detail.retry' })}
      onClose={() => close(sheet)}
    />
  )
}

function close({ address, record, parts }: Sheet) {
  if (address.query.get().view === 'peek') address.seek({ view: null }, 'replace')
  else record.close()
  parts.grid?.focus()
}
