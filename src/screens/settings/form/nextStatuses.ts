import type { AppScope } from '#commands/appScope.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { SubMerchant } from '#contract/rows/merchants.ts'

/** The statuses that an account can change to: all of the gateway, where it does not say and decides itself. */
export function nextStatuses(
  { moves }: Partial<Pick<SubMerchant, 'moves'>>,
  { options }: Pick<AppScope, 'options'>,
): readonly string[] {
  if (moves != null) return moves
  const loaded = options('MerchantStatus').map(({ key }) => key)
  return loaded.length === 0 ? OPTION_MEMBERS.MerchantStatus : loaded
}
