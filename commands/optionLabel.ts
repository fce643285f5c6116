import type { OptionList } from '#contract/options.ts'
import type { AppScope } from './appScope.ts'

/** The label of an option; its key as it came while the labels are not loaded, and where there is none. */
export const optionLabel = <Key extends string | null>(
  list: OptionList,
  key: Key,
  { options }: Pick<AppScope, 'options'>,
): string | (Key & null) => options(list).find((one) => one.key === key)?.value ?? key
