import type { CSSProperties, ReactNode } from 'react'

export interface GridColumn<Row> {
  readonly id: string
  readonly title: string
  /** Default width in pixels. */
  readonly width: number
  /** The width to which it may shrink where the default widths do not fit. */
  readonly minWidth: number
  /** The width of a long content, which it gets where there is room to spare. Default: its default width. */
  readonly fullWidth?: number | undefined
  readonly align: 'start' | 'end'
  readonly isSortable: boolean
  /** Whether it is the row header, read with every other cell of the row. */
  readonly isRowHeader: boolean
  /** Hidden by default. */
  readonly isHidden: boolean
  cell(row: Row): ReactNode
  /** Accessible name of a cell whose content is read in parts; undefined if the content is the name. */
  cellName?(row: Row): string | undefined
}

/** A column with its position among all columns, hidden ones included, and a constant style. */
export interface VisibleColumn<Row> extends GridColumn<Row> {
  /** `aria-colindex`: from 1; the selection column is 1. */
  readonly colIndex: number
  readonly style: CSSProperties
}

/** The pinned columns, and their widths in pixels. */
export const SELECT_COLUMN = 'select'
export const ACTIONS_COLUMN = 'actions'
export const SELECT_WIDTH = 44
export const ACTIONS_WIDTH = 40

export interface Sort {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** Kind of a value, for its width. */
export type WidthKind = 'dateTime' | 'mobile' | 'realName' | 'amount' | 'type' | 'status' | 'channel' | 'number' | 'other'

type Widths = Readonly<Partial<Record<WidthKind, number>>>

const KIND_WIDTHS: Widths = { dateTime: 200, mobile: 150, realName: 150, amount: 120, type: 150 }
const PADDING = 52
const LATIN = 9
const HAN = 18

/** Minimum widths in pixels: the longest channel name fits, and a status that a gateway sends without a text. */
const MIN_KIND_WIDTHS: Widths = { channel: 160, status: 106 }

/** What the width of a column follows from. */
export interface WidthInput {
  readonly kind: WidthKind
  readonly title: string
  /** Whether the texts are Chinese. */
  readonly isHan: boolean
  /** The labels of a column of states or types. */
  readonly labels?: readonly string[]
}

/** Default width in pixels: by kind, else by the length of the title, and as wide as the longest label. */
export const defaultWidth = ({ kind, title, isHan, labels }: WidthInput): number =>
  Math.max(
    KIND_WIDTHS[kind] ?? Math.max(MIN_KIND_WIDTHS[kind] ?? 0, title.length * (isHan ? HAN : LATIN) + PADDING),
    labelWidth(labels, isHan),
  )

/** Widths in pixels of the longest usual content: a time, an order number, an amount of billions, a name. */
const NARROW_KIND_WIDTHS: Widths = { dateTime: 156, number: 165, amount: 120, status: 106, mobile: 130, realName: 150 }
const NARROW_WIDTH = 120
const NARROW_PADDING = 28
const NARROW_LATIN = 7
const NARROW_HAN = 13

/** The padding of a cell and the dot of a state, in pixels. */
const LABEL_PADDING = 33
/** The width of a letter of a label, of many wide ones: `Menunggu pembayaran`. */
const LABEL_LATIN = 7.75
/** A gateway may send a label of any length. */
const MAX_LABEL_WIDTH = 220

/** The width in pixels of a column with these labels. */
export function labelWidth(labels: readonly string[] = [], isHan: boolean): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length))
  return longest === 0 ? 0 : Math.min(MAX_LABEL_WIDTH, Math.ceil(longest * (isHan ? NARROW_HAN : LABEL_LATIN)) + LABEL_PADDING)
}

/** The width in pixels to which a column may shrink: its title, its labels and usual content still fit. */
export function narrowWidth(input: WidthInput): number {
  const { kind, title, isHan, labels } = input
  const titleWidth = title.length * (isHan ? NARROW_HAN : NARROW_LATIN) + NARROW_PADDING
  // The title of a column of amounts wraps.
  const content = NARROW_KIND_WIDTHS[kind] ?? NARROW_WIDTH
  const usual = kind === 'amount' ? content : Math.max(content, titleWidth)
  return Math.min(defaultWidth(input), Math.max(usual, labelWidth(labels, isHan)))
}

/** The widths in pixels of long contents: a company's name, a channel, a number of 19 digits below a short title. */
export const FULL_WIDTHS: Widths = { realName: 190, channel: 176, number: 165 }

/** Kind of a column without a declared kind, by its field name. */
export function widthKindOf(key: string): WidthKind {
  if (/(date|time)$/i.test(key)) return 'dateTime'
  if (/^(mobile|realName)$/i.test(key)) return key.toLowerCase() === 'mobile' ? 'mobile' : 'realName'
  return /(amount|fee|balance)$/i.test(key) ? 'amount' : 'other'
}

export const MIN_COLUMN_WIDTH = 48
export const MAX_COLUMN_WIDTH = 640

/** The user's arrangement of the columns of a list; unnamed columns keep their defaults. */
export interface Arrangement {
  readonly sizes: Readonly<Record<string, number>>
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
}

export const DEFAULT_ARRANGEMENT: Arrangement = { sizes: {}, order: [], shown: {} }

/** Whether the column is shown: by the user's choice, else by default. */
export const isColumnVisible = (
  { id, isHidden }: Pick<GridColumn<never>, 'id' | 'isHidden'>,
  shown: Arrangement['shown'],
): boolean => shown[id] ?? !isHidden

/** All columns in the user's order; columns added later keep their default neighbours. */
export function orderColumnIds(ids: readonly string[], order: readonly string[]): string[] {
  const saved = order.filter((id) => ids.includes(id))
  const slots = ids.map((id, index) => ({ id, index })).filter(({ id }) => saved.includes(id))
  const result = [...ids]
  for (const [nth, { index }] of slots.entries()) result[index] = saved[nth] as string
  return result
}

/** The order with one column moved before another, or to the end. */
export function moveColumn(order: readonly string[], id: string, before: string | null): string[] {
  const others = order.filter((one) => one !== id)
  const at = before === null ? -1 : others.indexOf(before)
  return at < 0 ? [...others, id] : [...others.slice(0, at), id, ...others.slice(at)]
}
