import { createActor, fromCallback } from 'xstate'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import type { ExportQuery } from '#contract/shapes/orders.ts'
import {
  createExportMachine,
  type DownloadEvent,
  type ExportEvent,
  type ExportInput,
} from '#machines/exporting/exportMachine.ts'
import { fileName } from '../../format/dates.ts'
import { LOCALES } from '../../i18n.ts'
import { saveAndNotify } from '../../saveFile.ts'
import { columnsFor, layoutColumns, seesSeveral } from '../columns/columns.tsx'
import { isSameFilter, splitFilter, toRequest } from '../filters/listFilter.ts'
import { redated } from '../filters/query.ts'
import type { ListColumn } from '../list.ts'
import type { ListController } from '../listController.ts'
import type { ListWords } from '../listWords.ts'
import type { Chosen } from '../selection/selection.ts'
import { createExportRecord } from './exportRecord.ts'
import type { ExportRequest } from './exportRequest.ts'
import { fetchAllRows } from './fetchAllRows.ts'
import { rowsFile } from './rowsFile.ts'

const ALL: Chosen<ListedRow> = { kind: 'all', except: new Map() }

/**
 * Starts the export of an open list, or of its selection. It replaces the one in progress. Without a call that exports the list to
 * the account, and for a selection, all rows are read page by page.
 */
export function startExport(controller: ListController, what: 'list' | 'selection', words: ListWords): void {
  const { list, console, selection, query, address } = controller
  // After midnight, the list and its file get the new days.
  if (what === 'list' && !isSameFilter(query().filter, redated(query().filter, address.now()))) controller.reload()
  const { filter, sort } = query()
  const chosen = what === 'selection' ? selection.chosen : ALL
  const isWhole = chosen.kind === 'all' && chosen.except.size === 0
  const isExportedByGateway = list.export !== null && !(list.export.isForOwnersOnly && console.permissions.includes('plat'))
  const locales = LOCALES[console.i18n.locale].labelSet
  const gatewayQuery = { ...toRequest(filter), ...(sort === null ? {} : { sort }), locales } as ExportQuery
  const actor = controller.exporting.get() ?? createExport(controller)
  actor.send({
    type: 'export.start',
    request:
      isWhole && isExportedByGateway && splitFilter(filter, list.takesTrees).local === null
        ? { by: 'gateway', query: gatewayQuery }
        : { by: 'console', draft: { filter, sort }, chosen, isSelection: what === 'selection', words },
  })
}

function createExport(controller: ListController) {
  const { console, list, exporting } = controller
  const record = createExportRecord(controller)
  const machine = createExportMachine<ExportRequest>().provide({
    actors: {
      fetchFile: fromCallback<ExportEvent<ExportRequest>, ExportInput<ExportRequest>>(({ sendBack, input: { request } }) => {
        const abort = new AbortController()
        const made = request.by === 'gateway' ? download(request.query) : collect(request)
        let hasArrived = false
        made.then(
          (event) => {
            hasArrived = true
            sendBack(event)
          },
          (error: unknown) => abort.signal.aborted || sendBack({ type: 'file.failed', error }),
        )
        return () => {
          abort.abort()
          if (!hasArrived) record.end('stopped')
        }

        async function download(query: ExportQuery): Promise<DownloadEvent> {
          const onProgress = (done: number, all: number | null) => {
            record.grew(done, all, query)
            sendBack({ type: 'file.grew', done, all })
          }
          const { name, blob } = await console.api.download(list.export!.call, query, { signal: abort.signal }, onProgress)
          return { type: 'file.arrived', name, blob }
        }

        async function collect({
          draft,
          chosen,
          isSelection,
          words,
        }: Extract<ExportRequest, { by: 'console' }>): Promise<DownloadEvent> {
          const all = controller.isExactCount() ? controller.count : null
          const onProgress = (done: number) => {
            record.grew(done, all, null)
            sendBack({ type: 'file.grew', done, all })
          }
          const rows =
            chosen.kind === 'some'
              ? [...chosen.rows.values()]
              : await fetchAllRows(controller, { ...draft, chosen }, { signal: abort.signal, quiet: true, onProgress })
          const name = fileName(isSelection ? `${list.id}-selection` : list.id, console.clock.now())
          return { type: 'file.arrived', name, blob: rowsFile(rows, exportedColumns(controller), words) }
        }
      }),
    },
    actions: {
      save(_, { name, blob }) {
        saveAndNotify({ name, blob, what: list.id }, console, window)
        record.end('finished')
      },
    },
  })
  const actor = createActor(machine).start()
  exporting.set(actor)
  return actor
}

/** The columns of the user's layout, whatever the width of the window, then all others that the user may see. */
function exportedColumns(controller: ListController): ListColumn[] {
  const arranged = layoutColumns(controller)
  const available = columnsFor(controller, seesSeveral(controller, controller.choiceSource.choices.get()))
  return [...arranged, ...available.filter((column) => !arranged.includes(column))]
}
