import type { BulkAction } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { fetchAllRows } from '../export/fetchAllRows.ts'
import type { ListController } from '../listController.ts'
import { type Chosen, isSameChoice } from '../selection/selection.ts'

/**
 * Starts a bulk command over the selected rows it applies to, one call per row. Does nothing while another one runs or if the
 * kind does not support it.
 */
export async function runBulk(
  controller: ListController,
  { name, value }: { name: BulkAction; value: string | undefined },
  chosen: Chosen<ListedRow>,
): Promise<void> {
  const { selection, list, console } = controller
  const { filter } = controller.query()
  const runs = await console.runs.load()
  if (controller.bulk.get() !== null) return
  const run = runs.start({
    action: name,
    value,
    kind: list.kind,
    address: console.location.current(),
    rows: async (signal) =>
      chosen.kind === 'some'
        ? [...chosen.rows.values()]
        : await fetchAllRows(controller, { filter, sort: null, chosen }, { signal, quiet: true }),
    // A chosen row is as it was when it was chosen.
    areOld: chosen.kind === 'some',
    host: {
      beginMutation: (id) => controller.beginMutation([id]),
      onOver(done, failed) {
        if (controller.query().filter === filter && isSameChoice(selection.chosen, chosen)) selection.replace(failed)
        else selection.remove(done)
        controller.reloadRows(new Set([...done, ...failed].map(({ id }) => id)))
        controller.actor.send({ type: 'detail.reload' })
      },
      announceUndo: (label) => {
        if (controller.isClosed) console.scope().app.toast(label, 'undo')
        else controller.announceUndo(...label)
      },
    },
  })
  if (run === null) return
  controller.bulk.set(run)
  run.actor.subscribe({ complete: () => controller.bulk.set(null) })
}
