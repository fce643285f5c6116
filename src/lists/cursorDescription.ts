import type { Verbosity } from '#commands/appScope.ts'
import { rowKinds } from '#commands/rows/rowKinds.ts'
import type { RowRef } from '#commands/scope.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import { writtenIn } from '../detail/fact.ts'
import { spokenBrief, spokenRow, spokenWhere } from '../detail/spoken.ts'
import { HEADER } from '../table/cursor.ts'
import { shownColumns } from './columns/shownColumns.ts'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'

/** Says which row the cursor is on, as much as the user wants to hear. */
export interface CursorDescription {
  /** The row under the cursor; null where there is none. */
  describe(words: ListWords, verbosity: Verbosity): string | null
  close(): void
}

/** Remembers which row the cursor left, so that what differs can be told. */
export function createCursorDescription(
  controller: Pick<ListController, 'cursor' | 'rowAt' | 'list' | 'handles' | 'count'>,
): CursorDescription {
  const { cursor, rowAt, list } = controller
  let current: ListedRow | undefined
  let previous: ListedRow | undefined

  function follow() {
    const row = cursor.row === HEADER ? undefined : rowAt(cursor.row)
    if (row === undefined || row.id === current?.id) return
    previous = current
    current = row
  }

  function describeDifferences(row: ListedRow, words: ListWords): string {
    const changed = shownColumns(controller).flatMap((column) => {
      const now = writtenIn(row, column, words)
      if (previous !== undefined && writtenIn(previous, column, words) === now) return []
      return [`${words.t(column.title)} ${now === '' ? words.t('list.where.none') : now}`]
    })
    return changed.length === 0 ? words.t('list.where.same') : changed.join(', ')
  }

  function describeRow(ref: RowRef, words: ListWords, verbosity: Verbosity): string {
    if (verbosity === 'brief' && rowKinds[list.kind].statuses !== null) return spokenBrief(ref, words)
    return verbosity === 'changed' ? describeDifferences(ref.row, words) : spokenRow(ref, words)
  }

  return {
    describe(words, verbosity) {
      follow()
      if (cursor.row === HEADER || current === undefined) return null
      const ref = { kind: list.kind, row: current }
      return spokenWhere(describeRow(ref, words, verbosity), words, { row: cursor.row + 1, total: controller.count })
    },
    close: cursor.subscribe(follow),
  }
}
