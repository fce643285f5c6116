import { CalendarDays, ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { DayRange } from '../format/ranges.ts'
import { lazyControl } from '../ui/lazyComponent.tsx'
import { useUiText } from '../ui/uiText.ts'
import styles from './fields.module.css'

/** A range of days, and the time field that it filters; null for all days. */
export interface Days {
  readonly range: DayRange | null
  /** Name of a relative range; null for calendar days. */
  readonly name: string | null
  readonly field: string
}

export interface FilterDaysProps {
  text: string
  value: Days
  presets: readonly { readonly name: string; readonly label: string; readonly range: DayRange }[]
  /** Time fields to choose from; empty when there is only one. */
  fields: readonly { readonly value: string; readonly label: string }[]
  onChoose(days: Days): void
}

/** A control for a range of days: named ranges by click, others typed. */
export const FilterDays = lazyControl<FilterDaysProps>(
  ({ text, button }) => (
    <div className={styles.field}>
      <DaysBox text={text} {...button} aria-haspopup="dialog" />
    </div>
  ),
  async () => (await import('./DaysPopup.tsx')).DaysPopup,
)

/** The trigger that shows the current range. */
export function DaysBox({ text, ...button }: { text: string } & ComponentProps<'button'>) {
  const t = useUiText()
  return (
    <button type="button" className={styles.box} aria-label={`${t('field.dateRange')}: ${text}`} {...button}>
      <span className={styles.icon}>
        <CalendarDays size={14} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <span className={styles.value}>{text}</span>
      <span className={styles.chevron}>
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </span>
    </button>
  )
}
