import type { ReactNode } from 'react'

/** A column of a grid, ready to be drawn. */
export interface GridColumn<Row> {
  readonly id: string
  readonly title: string
  /** Pixels it has until somebody changes them. */
  readonly width: number
  readonly align: 'start' | 'end'
  readonly isSortable: boolean
  /** Whether it names the row: read out with every other cell of it. */
  readonly isRowHeader: boolean
  /** Whether it waits to be switched on. */
  readonly isHidden: boolean
  cell(row: Row): ReactNode
}

/** What a value is, as far as a column's width goes. */
export type WidthKind = 'dateTime' | 'mobile' | 'realName' | 'amount' | 'type' | 'channel' | 'other'

type Widths = Readonly<Partial<Record<WidthKind, number>>>

const KIND_WIDTHS: Widths = { dateTime: 200, mobile: 150, realName: 150, amount: 120, type: 150 }
const PADDING = 52
const LATIN = 9
const HAN = 18

/** However short it is called: the longest word for a channel is read whole. */
const MIN_KIND_WIDTHS: Widths = { channel: 160 }

/** The width of a column nobody has changed: by its kind, else by the length of its title. Pixels. */
export const defaultWidth = (kind: WidthKind, title: string, isHan: boolean): number =>
  KIND_WIDTHS[kind] ?? Math.max(MIN_KIND_WIDTHS[kind] ?? 0, title.length * (isHan ? HAN : LATIN) + PADDING)

/** The kind of a column that declares none, by the key it shows. */
export function widthKindOf(key: string): WidthKind {
  if (/(date|time)$/i.test(key)) return 'dateTime'
  if (/^(mobile|realName)$/i.test(key)) return key.toLowerCase() === 'mobile' ? 'mobile' : 'realName'
  return /(amount|fee|balance)$/i.test(key) ? 'amount' : 'other'
}

export const MIN_COLUMN_WIDTH = 48
export const MAX_COLUMN_WIDTH = 640

/** How somebody arranged the columns of a list. What it does not name is as it came. */
export interface Arrangement {
  readonly sizes: Readonly<Record<string, number>>
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
}

export const DEFAULT_ARRANGEMENT: Arrangement = { sizes: {}, order: [], shown: {} }

/** All columns in the order somebody gave them; those that came later stand where they stood among the others. */
export function orderColumnIds(ids: readonly string[], order: readonly string[]): string[] {
  const known = order.filter((id) => ids.includes(id))
  const places = ids.map((id, index) => ({ id, index })).filter(({ id }) => known.includes(id))
  const result = [...ids]
  for (const [nth, { index }] of places.entries()) result[index] = known[nth] as string
  return result
}

/** The order with one column put before another, or at the end. */
export function moveColumn(order: readonly string[], id: string, before: string | null): string[] {
  const rest = order.filter((one) => one !== id)
  const at = before === null ? -1 : rest.indexOf(before)
  return at < 0 ? [...rest, id] : [...rest.slice(0, at), id, ...rest.slice(at)]
}
