import type { OptionList } from '#contract/options.ts'
import type { AppScope } from './appScope.ts'

/** The label of an option; its key while the labels are not loaded. */
export const optionLabel = (list: OptionList, key: string, { options }: Pick<AppScope, 'options'>): string =>
  options(list).find((one) => one.key === key)?.value ?? key
