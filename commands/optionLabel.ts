import type { OptionList } from '#contract/options.ts'
import type { AppScope } from './appScope.ts'

/** What a member of an option list is called; its key while the words are not here. */
export const optionLabel = (list: OptionList, key: string, { options }: Pick<AppScope, 'options'>): string =>
  options(list).find((one) => one.key === key)?.value ?? key
