import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type ComparedOrder, isPaid } from '../../reconcile/comparedOrder.ts'
import type { Console } from '../../useConsole.tsx'
import type { ReconcileSession } from './reconcileSession.ts'
import type { WorkRow } from './rowWindow.ts'
import type { BulkPlan } from './workbench.ts'

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

/** The orders of the entries; of an entry with several, the first. */
export const ordersOf = (rows: readonly WorkRow[]): readonly ComparedOrder[] => rows.flatMap(({ order }) => order ?? [])

/** Marks the entries, and then their orders at the gateway by a bulk run. */
export async function confirmMarks(
  console: Console,
  session: ReconcileSession,
  { keys, rows }: BulkPlan,
  { writes }: { writes: boolean },
): Promise<void> {
  const { workbench } = session
  workbench.plan.set(null)
  const suggested = rows.flatMap(({ bucket, key }) => (bucket === 'suggested' ? [key] : []))
  let steps = 0
  if (suggested.length > 0 && (await workbench.decide({ type: 'accept', keys: suggested })) !== null) steps++
  if ((await workbench.decide({ type: 'mark', keys, mark: { as: 'RECONCILED' } })) !== null) steps++
  workbench.selection.clear()
  console.undo.push({
    label: ['reconcile.undo.bulk', { n: keys.length }],
    async undo() {
      for (let step = 0; step < steps; step++) await workbench.undo()
    },
    async redo() {
      for (let step = 0; step < steps; step++) await workbench.redo()
    },
    owner: workbench,
  })
  console.scope().app.toast(['reconcile.undo.bulk', { n: keys.length }], 'undo')
  workbench.focusGrid()
  const orders = ordersOf(rows).filter(({ review }) => review !== 'RECONCILED')
  if (writes && orders.length > 0) await startRun(console, session, 'reconcile', orders, { isConfirmed: true })
}

/** Plans to send the callbacks of paid orders that were never acknowledged. */
export async function resendCallbacks(console: Console, session: ReconcileSession): Promise<void> {
  const rows = await session.workbench.selectedRows()
  const orders = ordersOf(rows).filter((order) => isPaid(order) && order.isAcknowledged !== true)
  await startRun(console, session, 'notify', orders, { isConfirmed: false })
}

async function startRun(
  console: Console,
  { actor, workbench }: ReconcileSession,
  action: 'reconcile' | 'notify',
  orders: readonly ComparedOrder[],
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  const { start } = await console.runs.load()
  if (workbench.bulk.get() !== null) return
  const run = start({
    action,
    kind: actor.getSnapshot().context.settings.list,
    address: console.location.current(),
    rows: async () => orders.map(asRow),
  })
  if (run === null) return
  workbench.bulk.set(run)
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
    complete: () => workbench.bulk.set(null),
  })
}
