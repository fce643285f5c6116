import { createActor, fromCallback, fromPromise } from 'xstate'
import type { CopyTarget } from '#commands/scope.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { createGatherMachine, type GatherEvent } from '#machines/gathering/gatherMachine.ts'
import { copyText } from '../../clipboard.ts'
import { formatCount } from '../../format/amount.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import { rowsPayload } from '../selection/copying.ts'
import { fetchAllRows } from './fetchAllRows.ts'

/** Larger selections must be exported to a file. */
const MAX_ROWS = 50_000

type RowCopyTarget = Parameters<typeof rowsPayload>[1]

/** Fetches all rows that match the filter, minus the deselected ones, and copies them. It replaces the copy in progress. */
export function startBulkCopy(controller: ListController, what: CopyTarget, words: ListWords): void {
  const { console, selection, bulkCopy } = controller
  const { chosen } = selection
  const { app } = console.scope()
  const all = controller.count
  bulkCopy.get()?.actor.stop()
  if (chosen.kind === 'some') return
  const tooMany = () => app.toast(['gather.tooMany', { n: formatCount(MAX_ROWS) }, 'error'])
  if (all > MAX_ROWS) {
    tooMany()
    return
  }
  const { filter, sort } = controller.query()
  const machine = createGatherMachine<ListedRow>().provide({
    actors: {
      gather: fromCallback<GatherEvent<ListedRow>, undefined>(({ sendBack }) => {
        const abort = new AbortController()
        const onProgress = (done: number) => sendBack({ type: 'rows.came', done })
        fetchAllRows(
          controller,
          { filter, sort, chosen },
          { signal: abort.signal, quiet: true, most: MAX_ROWS, onProgress },
        ).then(
          (rows) => {
            if (rows.length <= MAX_ROWS) return sendBack({ type: 'rows.complete', rows })
            tooMany()
            sendBack({ type: 'gather.cancel' })
          },
          (error: unknown) => abort.signal.aborted || sendBack({ type: 'rows.failed', error }),
        )
        return () => abort.abort()
      }),
      write: fromPromise(async ({ input: { rows } }) => {
        const { text, html, message: said } = rowsPayload(controller, what as RowCopyTarget, rows, words)
        const isWritten = await copyText({ text, ...(html === undefined ? {} : { html }) }, window)
        if (isWritten) app.toast(said ?? ['app.copied', {}, 'done'])
        return isWritten
      }),
    },
  })
  const actor = createActor(machine)
  actor.subscribe({ complete: () => bulkCopy.set(null) })
  actor.start()
  bulkCopy.set({ actor, all: controller.isExactCount() ? all : null })
}
