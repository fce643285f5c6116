import { listAddress } from '#commands/rows/kinds.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import { formatCount } from '../../format/amount.ts'
import { type ComparedOrder, isPaid } from '../../reconcile/comparedOrder.ts'
import { decisionStep } from '../../reconcile/decisionStep.ts'
import type { EntryKey } from '../../reconcile/session.ts'
import type { Console } from '../../useConsole.tsx'
import { createDecisionUndo } from './decisionUndo.ts'
import { asRow, createOrderMarks } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'
import { showRun } from './showRun.ts'

/** Marks the entries as reconciled, and then their orders at the gateway by a bulk run. False when the engine refused. */
export async function markAll(console: Console, session: ReconcileSession, keys: readonly EntryKey[]): Promise<boolean> {
  const { actor, client, workbench } = session
  const { app } = console.scope()
  const orders = createOrderMarks(console, actor).isWritten() ? await client.call('orders', { keys }) : []
  const open = orders.filter(({ review }) => review !== 'RECONCILED')
  const run = open.length === 0 ? {} : { run: console.api.newIdempotencyKey() }
  const decision = { type: 'mark', keys, mark: { as: 'RECONCILED' }, ...run } as const
  if ((await workbench.decide(decision)) === null) {
    app.toast(['reconcile.refused', {}, 'error'])
    return false
  }
  const entry = createDecisionUndo(console, session).entryOf(decisionStep(decision))
  console.undo.push(entry)
  app.toast(entry.label, 'undo')
  if (decision.run !== undefined) await startRun(console, session, { id: decision.run, action: 'reconcile', orders: open })
  return true
}

/** Plans to send the callbacks of paid orders that were never acknowledged. */
export async function resendCallbacks(console: Console, session: ReconcileSession): Promise<void> {
  const { client, workbench } = session
  const orders = await client.call('orders', { keys: await workbench.selectedKeys() })
  const unheard = orders.filter((order) => isPaid(order) && order.isAcknowledged !== true)
  await startRun(console, session, { action: 'notify', orders: unheard })
}

/** Opens the orders of the selected entries, or of all shown ones, as a selection of their list. */
export async function openOrders(console: Console, session: ReconcileSession): Promise<void> {
  const { app } = console.scope()
  const { client, workbench } = session
  const keys = await (workbench.selectedCount > 0 ? workbench.selectedKeys() : workbench.shownKeys())
  const orders = await client.call('orders', { keys })
  const numbers = orders.flatMap(({ platOrderNo, merchantOrderNo }) => platOrderNo ?? merchantOrderNo ?? [])
  if (numbers.length > MAX_ORDER_NUMBERS)
    return app.toast([
      'reconcile.tooManyOrders',
      { n: formatCount(numbers.length), most: formatCount(MAX_ORDER_NUMBERS) },
      'error',
    ])
  if (numbers.length === 0) return app.toast(['reconcile.noOrders'])
  const { list } = session.actor.getSnapshot().context.settings
  app.go(listAddress(list, console.permissions, { orderNo: numbers.join(), dates: 'all', chosen: 'all' }))
}

interface OrderRun {
  /** The id of a run that needs no confirmation: its dry run was the plan of the marks. */
  id?: string
  action: 'reconcile' | 'notify'
  orders: readonly ComparedOrder[]
}

async function startRun(console: Console, session: ReconcileSession, { id, action, orders }: OrderRun): Promise<void> {
  const { actor, workbench } = session
  const runs = await console.runs.load()
  if (workbench.bulk.get() !== null && id === undefined) return
  const run = runs.start({
    ...(id === undefined ? {} : { id }),
    action,
    kind: actor.getSnapshot().context.settings.list,
    address: console.location.current(),
    rows: async () => orders.map(asRow),
    areOld: true,
    // The decision has the entry.
    host: id === undefined ? {} : { takeUndo() {} },
  })
  showRun(run, session, { isConfirmed: id !== undefined })
}
