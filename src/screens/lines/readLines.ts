import type { SearchableKind } from '#commands/scope.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import type { ReadAs } from '#machines/lines/linesMachine.ts'
import type { Units } from '../../format/parseAmount.ts'
import { interpretQuery } from '../../palette/interpretQuery.ts'

/** More lines than this are not looked for at once. */
export const MAX_LINES = MAX_ORDER_NUMBERS

/** A line as it was pasted, and what it may be. */
export interface Line {
  readonly n: number
  readonly text: string
  /** A number of an order or a record, or the end of one. */
  readonly number: { readonly by: 'number' | 'tail'; readonly text: string } | null
  /** Amounts to look for: `1.234` may be two. */
  readonly amounts: readonly string[]
  /** What beside its number the line says that the amount is. */
  readonly stated: readonly string[]
}

interface ReadOptions {
  as: ReadAs
  kinds: readonly SearchableKind[]
  /** Where links to this console begin. */
  home: string
  /** Words behind a number, and the noughts they stand for. */
  units(): Units
}

/** The lines of a text, as many as are looked for, and how many more there are. Empty ones are none. */
export function readLines(text: string, options: ReadOptions): { lines: Line[]; left: number } {
  const texts = text.split(/[\r\n\u2028\u2029]+/).flatMap((line) => line.trim() || [])
  const lines = texts.slice(0, MAX_LINES).map((line, index) => ({ n: index + 1, text: line, ...readLine(line, options) }))
  return { lines, left: texts.length - lines.length }
}

type Read = Pick<Line, 'number' | 'amounts'>

function readLine(text: string, options: ReadOptions): Omit<Line, 'n' | 'text'> {
  const apart = cellsOf(text, /\t|;|\|| {2,}/)
  const whole = readCell(text, options)
  if (apart.length === 1 && hasContent(whole)) return { ...whole, stated: [] }
  const cells = (apart.length === 1 ? cellsOf(text, ',') : apart).map((cell) => readCell(cell, options))
  const known = cells.find(({ number }) => number?.by === 'number') ?? cells.find(({ number }) => number !== null)
  if (known === undefined) return { number: null, amounts: cells.find(hasContent)?.amounts ?? [], stated: [] }
  const other = cells.find((cell) => cell !== known && cell.amounts.length > 0)
  // Beside an amount a short number is none.
  return { number: known.number, amounts: other === undefined ? known.amounts : [], stated: other?.amounts ?? [] }
}

const cellsOf = (text: string, between: RegExp | string): string[] => text.split(between).flatMap((cell) => cell.trim() || [])

const hasContent = ({ number, amounts }: Read): boolean => number !== null || amounts.length > 0

/** A number, an amount, or where it is short both: whoever pastes a column says which. */
function readCell(text: string, { as, kinds, home, units }: ReadOptions): Read {
  const { interpretations: readings } = interpretQuery(text, { mode: as === 'number' ? 'orders' : 'all', kinds, home, units })
  const search = readings.find((reading) => reading.kind === 'search')?.search
  const number =
    search === undefined || as === 'amount'
      ? null
      : { by: search.by === 'tail' ? ('tail' as const) : ('number' as const), text: search.text }
  const amounts = readings.flatMap((reading) =>
    reading.kind === 'command' && reading.command === 'find.amount' ? (reading.given.amount ?? []) : [],
  )
  const isAmount = as === 'amount' || (as === 'any' && number?.by !== 'number')
  return { number, amounts: isAmount ? [...new Set(amounts)] : [] }
}
