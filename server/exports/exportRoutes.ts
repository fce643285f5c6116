import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { ExportQuery } from '#contract/shapes/orders.ts'
import { audit } from '../audit/audit.ts'
import type { Queries } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import { serveFile } from '../http/serve.ts'
import { parseOrderSort } from '../orders/orderPages.ts'
import { countOrders } from '../orders/orderQueries.ts'
import { scanOrders } from '../orders/orderScan.ts'
import { visibleScope } from '../orders/visibleOrders.ts'
import { languageOfTag } from '../texts/languages.ts'
import { columnTitle } from '../texts/texts.ts'
import { csvDownload, csvOfLines } from './csv.ts'
import { exportLine, PAYIN_COLUMNS, PAYOUT_COLUMNS } from './exportedColumns.ts'

// Rows per batch: small enough that other requests are not delayed.
export const EXPORT_BATCH_SIZE = 500

/** Exports all orders of a filter as a CSV file: streamed, without a limit, in the order of the list. */
export function exportRoutes(app: FastifyInstance, gateway: Gateway, exported: Queries): void {
  const { db, clock } = gateway

  for (const { row, rupiah, usdt, target, names } of EXPORTS) {
    serveFile(app, row, ExportQuery, async ({ locales = '', format = 'spreadsheet', sort, ...filter }, caller) => {
      // Validates the sort before the response starts.
      parseOrderSort(sort)
      // Both kinds share a path; the account decides which kind is exported.
      const kind = caller.merchant.kind === 'umerchant' ? usdt : rupiah
      const scope = await visibleScope(db, caller.merchant, kind)
      const rows = await countOrders(exported, scope, filter)
      await audit(db, gateway, caller, 'export', { target, detail: { filter, rows } })
      const language = languageOfTag(locales) ?? caller.language
      const header = names.map((name) => columnTitle(name, language))
      return csvDownload(target, clock.now(), rows, () => {
        const scan = { sort, step: EXPORT_BATCH_SIZE, columns: exportLine(names, kind) }
        return csvOfLines(header, linesOf(scanOrders<{ line: string }>(exported, scope, filter, scan)), format)
      })
    })
  }
}

const EXPORTS = [
  { row: calls.exportPayin, rupiah: 'PAYIN', usdt: 'USDT_PAYIN', target: 'payin', names: PAYIN_COLUMNS },
  { row: calls.exportPayout, rupiah: 'PAYOUT', usdt: 'USDT_PAYOUT', target: 'payout', names: PAYOUT_COLUMNS },
] as const

async function* linesOf(batches: AsyncIterable<{ line: string }[]>) {
  for await (const rows of batches) yield rows.map(({ line }) => line)
}

/** `2026-11-21 08:15:30`, a format that every program reads as a time. All times in the file are WIB. */
export const fileTime = (time: unknown) => (typeof time === 'string' ? time.slice(0, 19).replace('T', ' ') : null)
