import { appCommands, preferenceCommands } from './app/app.ts'
import { dashboardCommands } from './app/dashboard.ts'
import { telephoneCommands } from './app/telephone.ts'
import type { Command } from './command.ts'
import { exportCommands } from './lists/export.ts'
import { findCommands } from './lists/find.ts'
import { listCommands, moveCommands } from './lists/list.ts'
import { rowCommands, selectionCommands } from './lists/row.ts'
import { viewCommands } from './lists/view.ts'
import { agentCommands, merchantListCommands } from './merchants/lists.ts'
import { merchantCommands } from './merchants/settings.ts'
import { accountCommands } from './money/account.ts'
import { moneyCommands } from './money/forms.ts'
import { movementCommands } from './money/movements.ts'
import { statementCommands } from './money/statements.ts'
import { type GoCommandId, goCommands } from './navigation/go.ts'
import { orderActionCommands } from './orders/actions.ts'
import { checkoutCommands } from './orders/checkout.ts'
import { orderCommands } from './orders/jump.ts'
import { noteCommands } from './orders/notes.ts'
import { reviewCommands } from './orders/review.ts'
import { simulationCommands } from './orders/simulation.ts'
import { reconcileCommands } from './reconcile/reconcile.ts'

const written = [
  ...rowCommands,
  ...selectionCommands,
  ...orderCommands,
  ...orderActionCommands,
  ...reviewCommands,
  ...noteCommands,
  ...simulationCommands,
  ...checkoutCommands,
  ...movementCommands,
  ...statementCommands,
  ...merchantListCommands,
  ...findCommands,
  ...reconcileCommands,
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
  ...telephoneCommands,
  ...preferenceCommands,
] as const

/** Every command of the console. Commands that match a search equally well are listed in this order. */
export const commands: readonly Command[] = [...goCommands, ...written]

export type CommandId = GoCommandId | (typeof written)[number]['id']
