import type { AccountInfo } from '#contract/rows/accounts.ts'
import type { FormContext } from '../src/screens/money/flow/kinds.ts'

/** What a money form of an active merchant depends on, without anything to choose from. */
export const formContextOf = (info: AccountInfo): FormContext => ({
  owner: 'M10000001',
  status: 'ACTIVE',
  info,
  banks: [],
  channels: [],
  receivers: [],
  offline: null,
})
