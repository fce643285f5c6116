import type { SearchableKind } from '#commands/rows/rowRef.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import type { ReadAs } from '#machines/lines/linesMachine.ts'
import type { Units } from '../../format/parseAmount.ts'
import { interpretQuery } from '../../palette/interpretQuery.ts'

/** Most lines of one search. */
export const MAX_LINES = MAX_ORDER_NUMBERS

export interface Line {
  readonly n: number
  readonly text: string
  /** An order or movement number, or the end of one. */
  readonly number: { readonly by: 'number' | 'tail'; readonly text: string } | null
  /** Amounts to search for; `1.234` may be read as two amounts. */
  readonly amounts: readonly string[]
  /** The amount that the line states in addition to its number, in all its readings. */
  readonly stated: readonly string[]
}

interface ReadOptions {
  as: ReadAs
  kinds: readonly SearchableKind[]
  /** Whether the gateway finds orders by the end of a number. */
  hasFilters?: boolean
  /** The URL prefix of links to this console. */
  home: string
  /** Unit words after a number and their powers of ten. */
  units(): Units
}

/** The non-empty lines of a text up to `MAX_LINES`, and the number of lines left out. */
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
  // With an amount in another cell, a short number is not an amount too.
  return { number: known.number, amounts: other === undefined ? known.amounts : [], stated: other?.amounts ?? [] }
}

const cellsOf = (text: string, between: RegExp | string): string[] => text.split(between).flatMap((cell) => cell.trim() || [])

const hasContent = ({ number, amounts }: Read): boolean => number !== null || amounts.length > 0

/** Reads a cell as a number, an amount, or both when it is short. `as` decides for a column of one kind. */
function readCell(text: string, { as, kinds, hasFilters = true, home, units }: ReadOptions): Read {
  const mode = as === 'number' ? 'orders' : 'all'
  const { interpretations: readings } = interpretQuery(text, { mode, kinds, hasFilters, home, units })
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
