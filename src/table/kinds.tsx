import type { ReactNode } from 'react'
import { amountDefault, amountParts, formatRate, NO_FIGURE, formatCount as withGroups } from '../format/amount.ts'
import { formatTime } from '../format/dates.ts'
import { CutNumber } from '../ui/CutNumber.tsx'
import { Status, type Tone } from '../ui/Status.tsx'
import type { WidthKind } from './columns.ts'
import styles from './kinds.module.css'

/** What a value is: how it is drawn, and how it is written where there is only text. */
export interface Kind {
  readonly width: WidthKind
  readonly align: 'start' | 'end'
  draw(value: string): ReactNode
  /** As it is copied: whole, without groups and marks. */
  write(value: string): string
}

const asItIs = (value: string) => value

export const text: Kind = { width: 'other', align: 'start', draw: asItIs, write: asItIs }

export const realName: Kind = { ...text, width: 'realName' }

export const mobile: Kind = { ...text, width: 'mobile' }

export const dateTime: Kind = { width: 'dateTime', align: 'start', draw: formatTime, write: formatTime }

/** A day, as wide as a time. */
export const day: Kind = { ...text, width: 'dateTime' }

/** A number or hash that names something. */
export const number: Kind = { ...text, draw: (value) => <CutNumber>{value}</CutNumber> }

/** An account, or an address of a coin: who calls reads out its end. */
export const account: Kind = number

/** An amount with so many decimals, which are a shade lighter. */
export const amount = (places: number): Kind => ({
  width: 'amount',
  align: 'end',
  draw: (value) => <Amount value={value} places={places} />,
  write: amountDefault,
})

/** An amount that comes or goes: with its sign either way. */
export const signed = (places: number): Kind => ({
  ...amount(places),
  draw: (value) => (
    <>
      {/^[^-]*[1-9]/.test(value) && '+'}
      <Amount value={value} places={places} />
    </>
  ),
})

/** A part of a hundred, as fees are written. */
export const rate: Kind = { ...text, align: 'end', draw: formatRate }

/** How many. */
export const count: Kind = { ...text, align: 'end', draw: (value) => withGroups(Number(value)) }

/** A part of a whole, as text: its figures stand under each other. */
export const share: Kind = { ...text, align: 'end' }

/** An amount on the screen; what is not known is a dash, never a nought. */
export function Amount({ value, places }: { value: string | null | undefined; places: number }) {
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
export const option = (wordOf: (key: string) => string): Kind => ({ ...text, draw: wordOf, write: wordOf })

/** A state: a dot of its tone beside its word. */
export const state = (wordOf: (key: string) => string, toneOf: (key: string) => Tone): Kind => ({
  ...option(wordOf),
  draw: (value) => <Status tone={toneOf(value)}>{wordOf(value)}</Status>,
})
