import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { AccountEntry } from '#contract/rows/ledger.ts'
import { EntryCheck, EntryExport, PagedDays, PagedEntries } from '#contract/shapes/ledger.ts'
import { audit } from '../audit/audit.ts'
import { closedRange } from '../dayRanges.ts'
import type { Queries } from '../db/database.ts'
import { prefetch } from '../db/prefetch.ts'
import { csv, csvDownload } from '../exports/csv.ts'
import { EXPORT_BATCH_SIZE, fileTime } from '../exports/exportRoutes.ts'
import type { Gateway } from '../gateway.ts'
import { parseSort } from '../http/lists.ts'
import { serve, serveFile, serveList } from '../http/serve.ts'
import { type MerchantRow, merchantByNo, scopeOf } from '../merchants/merchants.ts'
import { asArray } from '../orders/orderFilter.ts'
import { Refusal } from '../refusal.ts'
import { languageOfTag } from '../texts/languages.ts'
import { columnTitle } from '../texts/texts.ts'
import { wibDay } from '../wib.ts'
import { accountDays, sumStatements } from './accountDays.ts'
import { checkEntries } from './chain.ts'
import { countEntries, listEntries, parseEntrySort, scanEntries } from './entries.ts'

/** The statement of an account: its ledger rows, its days, and an export of the rows. */
export function statementRoutes(app: FastifyInstance, gateway: Gateway, exported: Queries): void {
  const { db, clock } = gateway

  serveList(app, calls.accountDetail, PagedEntries, async (filter, { merchant }, page) =>
    listEntries(db, merchant, filter, page),
  )

  serve(app, calls.accountCheck, EntryCheck, ({ after = '0' }, { merchant }) => checkEntries(db, merchant, after))

  serveList(
    app,
    calls.accountDaily,
    PagedDays,
    async ({ merchantNo, ...range }, { merchant }, { offset, limit, sort, totals }) => {
      const accounts = merchantNo === undefined ? [merchant] : await findVisibleMerchants(db, merchant, asArray(merchantNo))
      const today = wibDay(clock.now())
      const days = closedRange(range, today)
      const statement = sumStatements(await Promise.all(accounts.map((account) => accountDays(db, account, days, today))))
      // `createTime` is accepted because it is the default sort of lists.
      const { descending } = parseSort(sort ?? 'date.desc', ['date', 'createTime'])
      const sorted = descending ? statement.days : statement.days.toReversed()
      const rows = sorted.slice(offset, offset + limit + (totals ? 0 : 1))
      return { rows, totalCount: totals ? statement.days.length : null, summary: statement.summary }
    },
  )

  serveFile(app, calls.exportDetail, EntryExport, async ({ locales = '', format = 'spreadsheet', sort, ...filter }, caller) => {
    const { merchant, language } = caller
    // Validates the sort before the response starts.
    parseEntrySort(sort)
    const rows = await countEntries(exported, merchant, filter)
    await audit(db, gateway, caller, 'export', { target: 'detail', detail: { filter, rows } })
    const header = ENTRY_COLUMNS.map((name) => columnTitle(name, languageOfTag(locales) ?? language))
    return csvDownload('detail', clock.now(), rows, () => {
      const entries = prefetch(scanEntries(exported, merchant, filter, sort, EXPORT_BATCH_SIZE))
      return csv(header, exportedRows(entries), format)
    })
  })
}

export const ENTRY_COLUMNS = [
  'createTime',
  'type',
  'platOrderNo',
  'merchantOrderNo',
  'currency',
  'payAmount',
  'payFee',
  'beforeAvailable',
  'afterAvailable',
  'beforeTotal',
  'afterTotal',
  'beforePayinFreeze',
  'afterPayinFreeze',
  'beforePayoutFreeze',
  'afterPayoutFreeze',
  'remark',
] as const satisfies (keyof AccountEntry)[]

async function* exportedRows(batches: AsyncIterable<AccountEntry[]>) {
  for await (const entries of batches) {
    yield entries.map((entry) => ENTRY_COLUMNS.map((name) => (name === 'createTime' ? fileTime(entry[name]) : entry[name])))
  }
}

/** The requested merchants, without duplicates. Throws MERCHANT_NOT_FOUND for one outside the scope of the account. */
async function findVisibleMerchants(db: Queries, merchant: MerchantRow, requested: readonly string[]): Promise<MerchantRow[]> {
  const scope = await scopeOf(db, merchant)
  return Promise.all(
    [...new Set(requested)].map(async (merchantNo) => {
      const visible = scope === 'all' || scope.includes(merchantNo) ? await merchantByNo(db, merchantNo) : undefined
      if (visible === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
      return visible
    }),
  )
}
