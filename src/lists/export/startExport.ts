import { createActor, fromCallback } from 'xstate'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import { createExportMachine, type ExportEvent, type ExportInput } from '#machines/exporting/exportMachine.ts'
import { saveAndNotify } from '../../saveFile.ts'
import type { ListController } from '../listController.ts'

/** Starts the export of an open list. It replaces the one in progress. */
export function startExport(controller: ListController, request: ExportQuery): void {
  const actor = controller.exporting.get() ?? createExport(controller)
  actor.send({ type: 'export.start', request })
}

function createExport({ console, list, exporting }: ListController) {
  const machine = createExportMachine<ExportQuery>().provide({
    actors: {
      fetchFile: fromCallback<ExportEvent<ExportQuery>, ExportInput<ExportQuery>>(({ sendBack, input }) => {
        const abort = new AbortController()
        const onProgress = (done: number, all: number | null) => sendBack({ type: 'file.grew', done, all })
        console.api.download(list.export!.call, input.request, { signal: abort.signal }, onProgress).then(
          ({ name, blob }) => sendBack({ type: 'file.arrived', name, blob }),
          (error: unknown) => abort.signal.aborted || sendBack({ type: 'file.failed', error }),
        )
        return () => abort.abort()
      }),
    },
    actions: { save: (_, { name, blob }) => saveAndNotify({ name, blob, what: list.id }, console, window) },
  })
  const actor = createActor(machine).start()
  exporting.set(actor)
  return actor
}
