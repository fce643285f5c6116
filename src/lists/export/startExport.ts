import { createActor, fromCallback } from 'xstate'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import { createExportMachine, type ExportEvent, type ExportInput } from '#machines/exporting/exportMachine.ts'
import { type RangeName, rangeOf } from '../../format/ranges.ts'
import { LOCALES } from '../../i18n.ts'
import { saveAndNotify } from '../../saveFile.ts'
import { type Draft, toRequest } from '../filters/listFilter.ts'
import type { ListController } from '../listController.ts'

/** Starts the export of an open list. It replaces the one in progress. */
export function startExport(controller: ListController, { filter, sort }: Draft, range?: RangeName): void {
  const { clock, i18n } = controller.console
  const days = range === undefined ? {} : rangeOf(range, clock.now())
  const locales = LOCALES[i18n.locale].labelSet
  const request = { ...toRequest({ ...filter, ...days }), ...(sort === null ? {} : { sort }), locales } as ExportQuery
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
