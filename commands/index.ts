import { accountCommands } from './account.ts'
import { agentCommands } from './agent.ts'
import { appCommands } from './app.ts'
import { checkoutCommands } from './checkout.ts'
import type { Command } from './command.ts'
import { dashboardCommands } from './dashboard.ts'
import { exportCommands } from './export.ts'
import { findCommands } from './find.ts'
import { type GoCommandId, goCommands } from './go.ts'
import { listCommands, moveCommands } from './list.ts'
import { merchantCommands } from './merchant.ts'
import { merchantListCommands } from './merchants.ts'
import { moneyCommands } from './money.ts'
import { orderCommands } from './order.ts'
import { payinCommands } from './payin.ts'
import { payoutCommands } from './payout.ts'
import { recordCommands } from './records.ts'
import { reviewCommands } from './review.ts'
import { rowCommands, selectionCommands } from './row.ts'
import { simulationCommands } from './simulation.ts'
import { statementCommands } from './statements.ts'
import { viewCommands } from './view.ts'

const written = [
  ...rowCommands,
  ...selectionCommands,
  ...orderCommands,
  ...payinCommands,
  ...payoutCommands,
  ...reviewCommands,
  ...simulationCommands,
  ...checkoutCommands,
  ...recordCommands,
  ...statementCommands,
  ...merchantListCommands,
  ...findCommands,
  ...exportCommands,
  ...listCommands,
  ...viewCommands,
  ...moveCommands,
  ...accountCommands,
  ...merchantCommands,
  ...dashboardCommands,
  ...agentCommands,
  ...moneyCommands,
  ...appCommands,
] as const

/** Every command of the console, in the order in which equals are listed. */
export const commands: readonly Command[] = [...goCommands, ...written]

export type CommandId = GoCommandId | (typeof written)[number]['id']
