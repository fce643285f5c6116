import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { isDay, localDate, localDay } from '../format/dates.ts'
import { useUiText } from '../ui/uiText.ts'
import styles from './Calendar.module.css'

interface CalendarProps {
  /** Days as `2026-11-24`; other text, such as a day half typed, is not shown. */
  start: string
  end: string
  today: string | undefined
  onChoose(range: { start: string; end: string }): void
}

/** A month to choose a range from: the first day, then the last. Keys as in the APG date picker grid. */
export function Calendar({ start, end, today, onChoose }: CalendarProps) {
  const t = useUiText()
  const { lang } = document.documentElement
  // One formatter for all days of a month: creating one takes 0.3 ms.
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(lang, options).format
  const choose = (day: string) => {
    if (!isDay(start) || isDay(end)) onChoose({ start: day, end: '' })
    else onChoose(day < start ? { start: day, end: start } : { start, end: day })
  }
  const [from, to, now] = [start, end, today ?? ''].map((day) => (isDay(day) ? localDate(day) : undefined))
  const [month, setMonth] = useState(to ?? from ?? now)
  const [shown, setShown] = useState({ start, end })
  // The month follows a typed day.
  if (shown.start !== start || shown.end !== end) {
    setShown({ start, end })
    const typed = end === shown.end ? from : to
    if (typed !== undefined) setMonth(typed)
  }
  return (
    <DayPicker
      mode="range"
      selected={{ from, to: to ?? from }}
      onSelect={(_, date) => choose(localDay(date))}
      {...(month === undefined ? {} : { month })}
      onMonthChange={setMonth}
      {...(now === undefined ? {} : { today: now })}
      weekStartsOn={1}
      showOutsideDays
      fixedWeeks
      classNames={CLASSES}
      formatters={{
        formatCaption: format({ month: 'long', year: 'numeric' }),
        formatWeekdayName: format({ weekday: 'narrow' }),
      }}
      labels={{
        labelNav: () => t('field.dateRange'),
        labelGrid: format({ month: 'long', year: 'numeric' }),
        // The name contains the number as it is shown: the full style of Indonesian has two digits.
        labelDayButton: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
        labelWeekday: format({ weekday: 'long' }),
        labelPrevious: () => t('filter.days.previous'),
        labelNext: () => t('filter.days.next'),
      }}
    />
  )
}

const CLASSES = {
  root: styles.root,
  months: styles.months,
  month_caption: styles.caption,
  nav: styles.nav,
  button_previous: styles.turn,
  button_next: styles.turn,
  chevron: styles.chevron,
  month_grid: styles.grid,
  weekday: styles.weekday,
  day: styles.cell,
  day_button: styles.day,
  today: styles.today,
  outside: styles.outside,
  range_start: styles.start,
  range_middle: styles.middle,
  range_end: styles.end,
} as Record<string, string>
