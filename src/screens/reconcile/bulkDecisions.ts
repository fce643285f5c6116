import type { UndoEntry } from '#commands/appScope.ts'
import { listAddress } from '#commands/rows/kinds.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { MAX_ORDER_NUMBERS } from '#contract/rules.ts'
import { formatCount } from '../../format/amount.ts'
import { type ComparedOrder, isPaid } from '../../reconcile/comparedOrder.ts'
import { decisionStep } from '../../reconcile/decisionStep.ts'
import type { EntryKey } from '../../reconcile/session.ts'
import type { RunHost } from '../../runs/runs.ts'
import type { Console } from '../../useConsole.tsx'
import { createDecisionUndo } from './decisionUndo.ts'
import { createOrderMarks } from './orderMarks.ts'
import type { ReconcileSession } from './reconcileSession.ts'

/** An order as a row that a bulk run can process. */
export const asRow = (order: ComparedOrder): ListedRow =>
  ({
    id: order.id,
    platOrderNo: order.platOrderNo,
    merchantOrderNo: order.merchantOrderNo,
    currency: order.currency,
    payAmount: order.amount,
    status: order.status,
    review: order.review,
  }) as ListedRow

/** Marks the entries as reconciled, and then their orders at the gateway by a bulk run. False when the engine refused. */
export async function markAll(console: Console, session: ReconcileSession, keys: readonly EntryKey[]): Promise<boolean> {
  const { actor, client, workbench } = session
  const { app } = console.scope()
  const decision = { type: 'mark', keys, mark: { as: 'RECONCILED' } } as const
  if ((await workbench.decide(decision)) === null) {
    app.toast(['reconcile.refused', {}, 'error'])
    return false
  }
  const entry = createDecisionUndo(console, session).entryOf(decisionStep(decision))
  // Both are undone by one key.
  let ofOrders: UndoEntry | null = null
  console.undo.push({
    ...entry,
    async undo() {
      await ofOrders?.undo()
      await entry.undo()
    },
    async redo() {
      await entry.redo()
      await ofOrders?.redo()
    },
  })
  app.toast(entry.label, 'undo')
  if (!createOrderMarks(console, actor).isWritten()) return true
  const orders = (await client.call('orders', { keys })).filter(({ review }) => review !== 'RECONCILED')
  const takeUndo = (marks: UndoEntry) => {
    ofOrders = marks
  }
  if (orders.length > 0) await startRun(console, session, { action: 'reconcile', orders, isConfirmed: true, takeUndo })
  return true
}

/** Plans to send the callbacks of paid orders that were never acknowledged. */
export async function resendCallbacks(console: Console, session: ReconcileSession): Promise<void> {
  const { client, workbench } = session
  const orders = await client.call('orders', { keys: await workbench.selectedKeys() })
  const unheard = orders.filter((order) => isPaid(order) && order.isAcknowledged !== true)
  await startRun(console, session, { action: 'notify', orders: unheard, isConfirmed: false })
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

interface OrderRun extends Pick<RunHost, 'takeUndo'> {
  action: 'reconcile' | 'notify'
  orders: readonly ComparedOrder[]
  /** Whether a dry run was already confirmed. */
  isConfirmed: boolean
}

async function startRun(
  console: Console,
  { actor, workbench }: ReconcileSession,
  { action, orders, isConfirmed, ...host }: OrderRun,
): Promise<void> {
  const { bulk } = workbench
  const { start } = await console.runs.load()
  if (bulk.get() !== null && !isConfirmed) return
  const run = start({
    action,
    kind: actor.getSnapshot().context.settings.list,
    address: console.location.current(),
    rows: async () => orders.map(asRow),
    host,
  })
  if (run === null) return
  // One run is shown; the status bar has the others.
  if (bulk.get() === null) bulk.set(run)
  run.actor.subscribe({
    next({ value }) {
      if (isConfirmed && value === 'confirming') run.actor.send({ type: 'bulk.confirm' })
      // What was asked for is done, and the entries show it.
      if (
        isConfirmed &&
        value === 'finished' &&
        run.actor.getSnapshot().context.results.every(({ outcome }) => outcome.kind === 'done')
      )
        run.actor.send({ type: 'bulk.close' })
    },
    complete: () => bulk.get() === run && bulk.set(null),
  })
}
