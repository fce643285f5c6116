import type { Verbosity } from '#commands/appScope.ts'
import { rowKinds } from '#commands/rows/kinds.ts'
import type { RowRef } from '#commands/rows/rowRef.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fieldText } from '../detail/detailField.ts'
import { briefRowAnnouncement, rowAnnouncement } from '../detail/rowAnnouncements.ts'
import { formatCount } from '../format/amount.ts'
import { HEADER } from '../table/cursor.ts'
import { shownColumns } from './columns/columns.tsx'
import type { ListCore } from './listCore.ts'
import type { ListWords } from './listWords.ts'
import { countText } from './paging/totalText.ts'

/**
 * Describes the row under the cursor for screen readers. Keeps the previous row, because the verbosity `changed` describes only
 * the fields that differ from it.
 */
export function createCursorDescription(core: ListCore) {
  const { cursor, rowAt, list } = core
  let current: ListedRow | undefined
  let previous: ListedRow | undefined

  function follow() {
    const row = cursor.row === HEADER ? undefined : rowAt(cursor.row)
    if (row === undefined || row.id === current?.id) return
    previous = current
    current = row
  }

  function describeDifferences(row: ListedRow, words: ListWords): string {
    const changed = shownColumns(core).flatMap((column) => {
      const now = fieldText(row, column, words)
      if (previous !== undefined && fieldText(previous, column, words) === now) return []
      return [`${words.t(column.title)} ${now === '' ? words.t('list.where.none') : now}`]
    })
    return changed.length === 0 ? words.t('list.where.same') : changed.join(', ')
  }

  function describeRow(ref: RowRef, words: ListWords, verbosity: Verbosity): string {
    if (verbosity === 'brief' && rowKinds[list.kind].statuses !== null) return briefRowAnnouncement(ref, words)
    return verbosity === 'changed' ? describeDifferences(ref.row, words) : rowAnnouncement(ref, words)
  }

  return {
    /** Null in the header and while the row is loading. */
    describe(words: ListWords, verbosity: Verbosity): string | null {
      follow()
      if (cursor.row === HEADER || current === undefined) return null
      const ref = { kind: list.kind, row: current }
      const total = words.t('table.total', { n: countText(core.count(), core.isExactCount()) })
      return words.t('list.where', { told: describeRow(ref, words, verbosity), n: formatCount(cursor.row + 1), total })
    },
    close: cursor.subscribe(follow),
  }
}
