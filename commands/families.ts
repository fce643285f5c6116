import type { Command } from './command.ts'
import { goCommandOf } from './go.ts'
import type { CommandId } from './index.ts'
import { type Place, type Purpose, placeIds, places } from './places.ts'
import { isOffered } from './registry.ts'
import type { Scope } from './scope.ts'

/** The places of one purpose: each authority has its own, and nobody should have to know which. */
const purpose = (wanted: Purpose): CommandId[] =>
  placeIds.filter((id) => (places[id] as Place).purpose === wanted).map(goCommandOf)

/** One key, one intention, several commands: the first that can be run here as it stands is meant. */
export const families = {
  'go.payin': purpose('payin'),
  'go.payout': purpose('payout'),
  'go.checkout': purpose('checkout'),
  'order.notify': ['list.notifySelected', 'payin.notify', 'payout.notify', 'usdt.payin.notify', 'usdt.payout.notify'],
} as const satisfies Record<string, readonly CommandId[]>

export type FamilyId = keyof typeof families

/** Whether it could run at once: offered here, and everything it asks for already said by where the cursor is. */
export const isReady = (command: Command, scope: Scope): boolean =>
  isOffered(command, scope) && (command.arguments ?? []).every(({ given }) => (given?.(scope) ?? null) !== null)
