import { accountCommands } from './account.ts'
import { appCommands } from './app.ts'
import { checkoutCommands } from './checkout.ts'
import type { Command } from './command.ts'
import { exportCommands } from './export.ts'
import { findCommands } from './find.ts'
import { type GoCommandId, goCommands } from './go.ts'
import { listCommands, moveCommands } from './list.ts'
import { orderCommands } from './order.ts'
import { payinCommands } from './payin.ts'
import { payoutCommands } from './payout.ts'
import { rowCommands, selectionCommands } from './row.ts'

const written = [
  ...rowCommands,
  ...selectionCommands,
  ...orderCommands,
  ...payinCommands,
  ...payoutCommands,
  ...checkoutCommands,
  ...findCommands,
  ...exportCommands,
  ...listCommands,
  ...moveCommands,
  ...accountCommands,
  ...appCommands,
] as const

/** Every command of the console, in the order in which equals are listed. */
export const commands: readonly Command[] = [...goCommands, ...written]

export type CommandId = GoCommandId | (typeof written)[number]['id']
