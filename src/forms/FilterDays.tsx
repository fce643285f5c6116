import { CalendarDays, ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { DayRange } from '../format/ranges.ts'
import { type LazyButtonProps, lazyComponent, lazyControl } from '../ui/lazyComponent.tsx'
import styles from './fields.module.css'

/** A range of days, and the time field that it filters; null for all days. */
export interface Days {
  readonly range: DayRange | null
  /** Name of a relative range; null for calendar days. */
  readonly name: string | null
  readonly field: string
}

export interface DaysLabels {
  label: string
  start: string
  end: string
  all: string
  notDay: string
  endsFirst: string
  tooLong: string
  hint: string
  by: string
  apply: string
}

export interface FilterDaysProps {
  /** Text of the current range. */
  text: string
  value: Days
  presets: readonly { readonly name: string; readonly label: string; readonly range: DayRange }[]
  /** Time fields to choose from; empty when there is only one. */
  fields: readonly { readonly value: string; readonly label: string }[]
  onChoose(days: Days): void
  labels: DaysLabels
}

/** A control for a range of days: named ranges by click, others typed. */
export const FilterDays = lazyControl(
  PlainDays,
  lazyComponent(async () => (await import('./DaysPopup.tsx')).DaysPopup),
)

function PlainDays({ text, labels, button }: FilterDaysProps & { button: LazyButtonProps }) {
  return (
    <div className={styles.field}>
      <DaysBox text={text} label={labels.label} {...button} aria-haspopup="dialog" />
    </div>
  )
}

/** The trigger that shows the current range. */
export const DaysBox = ({ text, label, ...button }: { text: string; label: string } & ComponentProps<'button'>) => (
  <button type="button" className={styles.box} aria-label={`${label}: ${text}`} {...button}>
    <span className={styles.icon}>
      <CalendarDays size={14} strokeWidth={1.5} aria-hidden="true" />
    </span>
    <span className={styles.value}>{text}</span>
    <span className={styles.chevron}>
      <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
    </span>
  </button>
)
