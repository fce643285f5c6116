import type { ReactNode } from 'react'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { amountDefault, amountParts, formatRate, formatCount as withGroups } from '../format/amount.ts'
import { formatTime } from '../format/dates.ts'
import { NoFigure } from '../ui/NoFigure.tsx'
import { Status, type Tone } from '../ui/Status.tsx'
import { TruncatedNumber } from '../ui/TruncatedNumber.tsx'
import type { WidthKind } from './columns.ts'

/** Rendering, clipboard text, width and alignment of a kind of value. */
export interface CellFormat {
  readonly width: WidthKind
  readonly align: 'start' | 'end'
  render(value: string): ReactNode
  /** Clipboard text: complete, without grouping and symbols. */
  toText(value: string): string
  /** Whether the content consists of parts that a screen reader would separate. The text is then the name of the cell. */
  readonly isSplit?: true
}

const identity = (value: string) => value

const text: CellFormat = { width: 'other', align: 'start', render: identity, toText: identity }

const number: CellFormat = {
  ...text,
  width: 'number',
  render: (value) => <TruncatedNumber>{value}</TruncatedNumber>,
  isSplit: true,
}

/** The formats of values that need no labels. */
export const VALUE_FORMATS = {
  text,
  realName: { ...text, width: 'realName' },
  mobile: { ...text, width: 'mobile' },
  minutes: text,
  dateTime: { width: 'dateTime', align: 'start', render: formatTime, toText: formatTime },
  /** A day, with the width of a time. */
  day: { ...text, width: 'dateTime' },
  /** An order number or hash. */
  number,
  /** A bank account or chain address; callers read out its last digits. */
  account: number,
  rate: { ...text, align: 'end', render: formatRate },
  count: { ...text, align: 'end', render: (value) => withGroups(Number(value)) },
  /** A formatted share, aligned to the end. */
  share: { ...text, align: 'end' },
} satisfies Record<string, CellFormat>

type RowWithCurrency = Pick<ListedRow, 'currency'>

/** An amount with the decimals of a list or of the currency of its row, which are lighter. */
export const amount = (fractionDigits: number, signOf = (_value: string) => '') => ({
  width: 'amount' as const,
  align: 'end' as const,
  render: (value: string, row?: RowWithCurrency) => (
    <CellAmount sign={signOf(value)} value={value} fractionDigits={fractionDigits} currency={row?.currency} />
  ),
  toText: amountDefault,
})

export const signedAmount = (fractionDigits: number) =>
  amount(fractionDigits, (value) => (/^[^-]*[1-9]/.test(value) ? '+' : ''))

interface CellAmountProps {
  value: string | null | undefined
  fractionDigits: number
  /** The decimals of the row's currency are shown instead, if it has one. */
  currency?: string | null | undefined
}

/** With the decimals of its currency, or with those of its list where the currency may be absent. */
type AmountProps = CellAmountProps | { value: string | null | undefined; currency: string; fractionDigits?: never }

/** The most characters of an amount that fit the default width of its column, as in `100,000,000.00`, and in smaller letters. */
const USUAL_LENGTH = 14
const LONG_LENGTH = 16

/** An amount in a column. A long one is smaller, so that it shows whole: without its end it reads like another amount. */
export function CellAmount({ sign = '', value, fractionDigits, currency }: CellAmountProps & { sign?: string }) {
  const parts = amountParts(value, fractionDigits, currency)
  const length = parts === null ? 0 : (sign + parts.whole + parts.fraction).length
  const content = (
    <>
      {sign}
      {amountContent(parts)}
    </>
  )
  if (length <= USUAL_LENGTH) return content
  return <span data-long={length <= LONG_LENGTH ? 'long' : 'longest'}>{content}</span>
}

/** An amount; unknown is a dash, never zero. */
export function Amount({ value, fractionDigits = 2, currency }: AmountProps) {
  return amountContent(amountParts(value, fractionDigits, currency))
}

const amountContent = (parts: ReturnType<typeof amountParts>): ReactNode =>
  parts === null ? (
    <NoFigure />
  ) : (
    <>
      {parts.whole}
      <span className="faint">{parts.fraction}</span>
    </>
  )

/** A member of an option list, by its label. */
export const option = (labelOf: (key: string) => string): CellFormat => ({ ...text, render: labelOf, toText: labelOf })

/** A status: a dot in its tone and a label. */
export const state = (labelOf: (key: string) => string, toneFor: (key: string) => Tone): CellFormat => ({
  ...option(labelOf),
  render: (value) => <Status tone={toneFor(value)}>{labelOf(value)}</Status>,
})
