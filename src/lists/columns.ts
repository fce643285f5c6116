import type { PayOrder } from '#contract/rows.ts'
import { valueIn } from '../detail/fact.ts'
import type { Words } from '../detail/words.ts'
import { defaultWidth, type GridColumn } from '../table/columns.ts'
import type { List, ListColumn } from './list.ts'

/** Whose list it is, as far as its columns go. */
export interface Audience {
  readonly isStaff: boolean
  /** He sees the orders of several merchants. */
  readonly hasSeveral: boolean
}

/** The columns this user has at all. */
export const columnsFor = ({ columns }: List, { isStaff, hasSeveral }: Audience): ListColumn[] =>
  columns.filter(({ only }) => only === null || (only === 'staff' ? isStaff : hasSeveral))

/** The column a row is known by. */
export const ROW_HEADER = 'merchantOrderNo'

/** The columns as a grid draws them. */
export const gridColumns = (columns: readonly ListColumn[], words: Words, isHan: boolean): GridColumn<PayOrder>[] =>
  columns.map((column) => {
    const kind = words.kindOf(column.kind)
    const title = words.t(column.title)
    return {
      id: column.id,
      title,
      width: defaultWidth(kind.width, title, isHan),
      align: kind.align,
      isSortable: column.isSortable,
      isRowHeader: column.id === ROW_HEADER,
      isHidden: column.isHidden,
      cell(row) {
        const value = valueIn(row, column)
        return value === null ? null : kind.draw(value, row)
      },
    }
  })
