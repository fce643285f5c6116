import type { DaysLabels } from './forms/FilterDays.tsx'
import type { Translate } from './i18n.ts'

/** The texts of the date range picker. */
export const daysWords = (t: Translate): DaysLabels => ({
  label: t('field.dateRange'),
  start: t('filter.days.start'),
  end: t('filter.days.end'),
  all: t('filter.days.all'),
  notDay: t('filter.days.notDay'),
  endsFirst: t('filter.days.endsFirst'),
  tooLong: t('filter.days.tooLong'),
  hint: t('filter.days.hint'),
  by: t('field.dateField'),
  apply: t('filter.days.apply'),
})
