import type { ReactNode } from 'react'
import { amountDefault, amountParts, formatRate, NO_FIGURE, formatCount as withGroups } from '../format/amount.ts'
import { formatTime } from '../format/dates.ts'
import { Status, type Tone } from '../ui/Status.tsx'
import { TruncatedNumber } from '../ui/TruncatedNumber.tsx'
import styles from './cellFormats.module.css'
import type { WidthKind } from './columns.ts'

/** What a value is: how it is drawn, and how it is written where there is only text. */
export interface CellFormat {
  readonly width: WidthKind
  readonly align: 'start' | 'end'
  render(value: string): ReactNode
  /** As it is copied: whole, without groups and marks. */
  toText(value: string): string
}

const asItIs = (value: string) => value

export const text: CellFormat = { width: 'other', align: 'start', render: asItIs, toText: asItIs }

export const realName: CellFormat = { ...text, width: 'realName' }

export const mobile: CellFormat = { ...text, width: 'mobile' }

export const dateTime: CellFormat = { width: 'dateTime', align: 'start', render: formatTime, toText: formatTime }

/** A day, as wide as a time. */
export const day: CellFormat = { ...text, width: 'dateTime' }

/** A number or hash that names something. */
export const number: CellFormat = { ...text, render: (value) => <TruncatedNumber>{value}</TruncatedNumber> }

/** An account, or an address of a coin: who calls reads out its end. */
export const account: CellFormat = number

/** An amount with so many decimals, which are a shade lighter. */
export const amount = (fractionDigits: number): CellFormat => ({
  width: 'amount',
  align: 'end',
  render: (value) => <Amount value={value} fractionDigits={fractionDigits} />,
  toText: amountDefault,
})

/** An amount that comes or goes: with its sign either way. */
export const signedAmount = (fractionDigits: number): CellFormat => ({
  ...amount(fractionDigits),
  render: (value) => (
    <>
      {/^[^-]*[1-9]/.test(value) && '+'}
      <Amount value={value} fractionDigits={fractionDigits} />
    </>
  ),
})

/** A part of a hundred, as fees are written. */
export const rate: CellFormat = { ...text, align: 'end', render: formatRate }

/** How many. */
export const count: CellFormat = { ...text, align: 'end', render: (value) => withGroups(Number(value)) }

/** A part of a whole, as text: its figures stand under each other. */
export const share: CellFormat = { ...text, align: 'end' }

/** An amount on the screen; what is not known is a dash, never a nought. */
export function Amount({ value, fractionDigits: places }: { value: string | null | undefined; fractionDigits: number }) {
  const parts = amountParts(value, places)
  if (parts === null) return NO_FIGURE
  return (
    <>
      {parts.whole}
      <span className={styles.fraction}>{parts.fraction}</span>
    </>
  )
}

/** A member of a list of options, in the words of the list. */
export const option = (wordOf: (key: string) => string): CellFormat => ({ ...text, render: wordOf, toText: wordOf })

/** A state: a dot of its tone beside its word. */
export const state = (wordOf: (key: string) => string, toneOf: (key: string) => Tone): CellFormat => ({
  ...option(wordOf),
  render: (value) => <Status tone={toneOf(value)}>{wordOf(value)}</Status>,
})
