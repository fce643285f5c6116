import type { Message } from '#commands/appScope.ts'
import { numberOf } from '#commands/rows/rowKinds.ts'
import type { CopyTarget } from '#commands/scope.ts'
import type { ListedRow } from '#contract/listedRow.ts'
import { writtenIn } from '../../detail/fact.ts'
import { formatCount } from '../../format/amount.ts'
import { shownColumns } from '../columns/shownColumns.ts'
import { spreadsheet } from '../export/spreadsheet.ts'
import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'

/** What goes to the clipboard: text, the same as a table where there are columns, and what is said of it. */
export interface CopyPayload {
  readonly text: string
  readonly html?: string
  readonly said?: Message
}

/** Where the cursor stood, and what was selected, when it was asked for. */
export interface CopyContext {
  readonly row: ListedRow | undefined
  readonly column: ListColumn | undefined
  readonly selected: readonly ListedRow[]
}

type OfRows = Exclude<CopyTarget, 'query' | 'cell' | 'orderNo'>

/** What is copied of everything that is selected, and not of the row under the cursor alone. */
export const SELECTION_COPIES: readonly CopyTarget[] = ['row', 'smart', 'link', 'payLink'] satisfies OfRows[]

/** What somebody wants to copy; an empty text when there is none. */
export function copyPayload(
  controller: ListController,
  what: Exclude<CopyTarget, 'query'>,
  { row, column, selected }: CopyContext,
  words: ListWords,
): CopyPayload {
  const { list } = controller
  const cell = row === undefined || column === undefined ? '' : writtenIn(row, column, words)
  const rows = selected.length > 0 ? selected : row === undefined ? [] : [row]
  if (what === 'orderNo') {
    const number = row === undefined ? '' : numberOf({ kind: list.kind, row })
    return numberPayload(column?.kind === 'number' && cell !== '' ? cell : number)
  }
  if (what === 'cell' || (what === 'smart' && selected.length === 0)) return { text: cell }
  return rowsPayload(controller, what, rows, words)
}

/** A row has several numbers: it is said which one. */
export const numberPayload = (text: string): CopyPayload => ({ text, said: ['gather.number', { number: text }, 'done'] })

/** Many rows as they are copied. */
export function rowsPayload(
  controller: ListController,
  what: OfRows,
  rows: readonly ListedRow[],
  words: ListWords,
): CopyPayload {
  const n = formatCount(rows.length)
  const isMany = rows.length > 1
  if (what === 'link') {
    const text = rows.length === 0 ? linkToList(controller) : rows.map((row) => rowLink(controller, row)).join('\n')
    return { text, ...(isMany ? { said: ['gather.link', { n }, 'done'] } : {}) }
  }
  if (what === 'payLink') {
    const links = rows.flatMap(({ checkoutUrl }) => checkoutUrl ?? [])
    return { text: links.join('\n'), said: ['command.checkout.copied', { n: links.length }, 'done'] }
  }
  const table = spreadsheet(rows, shownColumns(controller), words)
  return { ...table, ...(isMany ? { said: ['gather.copied', { n }, 'done'] } : {}) }
}

/** A link that asks for what is asked for here. */
const linkToList = ({ address, console }: Pick<ListController, 'address' | 'console'>): string =>
  console.location.linkTo(address.targetOf({ open: null, view: null, at: null, page: 1, saved: null }))

/** A link that opens this order in this list; what the user calls his view says nothing to others. */
export const rowLink = ({ address, console }: Pick<ListController, 'address' | 'console'>, { id }: ListedRow): string =>
  console.location.linkTo(address.targetOf({ open: id, view: 'inside', at: id, saved: null }))
