import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { AccountEntry } from '#contract/rows/ledger.ts'
import { EntryCheck, EntryExport, PagedDays, PagedEntries } from '#contract/shapes/ledger.ts'
import { audit } from '../audit/audit.ts'
import { newAuditEvent } from '../audit/newAuditEvent.ts'
import type { Queries } from '../db/database.ts'
import { csv } from '../exports/csv.ts'
import { EXPORT_BATCH_SIZE, fileTime, fileTimestamp } from '../exports/exportRoutes.ts'
import type { Gateway } from '../gateway.ts'
import { serve, serveFile, serveList } from '../http/serve.ts'
import { type MerchantRow, merchantByNo, scopeOf } from '../merchants/merchants.ts'
import { asArray, parseDayRange } from '../orders/orderFilter.ts'
import { Refusal } from '../refusal.ts'
import { languageOfTag } from '../texts/languages.ts'
import { ENTRY_COLUMNS, textsOf } from '../texts/texts.ts'
import { addDays, wibDay } from '../wib.ts'
import { accountDays, countDays, type DayRange, sumStatements } from './accountDayQueries.ts'
import { checkEntries } from './chain.ts'
import { countEntries, listEntries, parseEntrySort, scanEntries } from './entries.ts'

/** What happened on an account: every movement, every day, and the movements as a file. */
export function statementRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock } = gateway

  serveList(app, calls.accountDetail, PagedEntries, async (filter, { merchant }, wish) =>
    listEntries(db, merchant, filter, wish),
  )

  serve(app, calls.accountCheck, EntryCheck, ({ after = '0' }, { merchant }) => checkEntries(db, merchant, after))

  serveList(
    app,
    calls.accountDaily,
    PagedDays,
    async ({ merchantNo, ...range }, { merchant }, { offset, limit, sort, totals }) => {
      const accounts = merchantNo === undefined ? [merchant] : await seenMerchants(db, merchant, asArray(merchantNo))
      const days = daysOf(range, wibDay(clock.now()))
      const found = sumStatements(await Promise.all(accounts.map((account) => accountDays(db, account, days))))
      const ordered = isLatestFirst(sort) ? found.days : found.days.toReversed()
      const rows = ordered.slice(offset, offset + limit + (totals ? 0 : 1))
      return { rows, totalCount: totals ? countDays(days) : null, summary: found.summary }
    },
  )

  serveFile(app, calls.exportDetail, EntryExport, async ({ locales = '', format = 'spreadsheet', sort, ...filter }, caller) => {
    const { merchant, language } = caller
    // Refuses a sorting that there is not, while it can still be said.
    parseEntrySort(sort)
    const rows = await countEntries(db, merchant, filter)
    await audit(db, { ...newAuditEvent(gateway, caller), action: 'export', target: 'detail', detail: { filter, rows } })
    const { columns } = textsOf(languageOfTag(locales) ?? language)
    const header = ENTRY_COLUMNS.map((name) => columns[name])
    return {
      name: `detail-${fileTimestamp(clock.now())}.csv`,
      type: 'text/csv; charset=utf-8',
      headers: { 'x-row-count': String(rows) },
      content: () => csv(header, lines(scanEntries(db, merchant, filter, sort, EXPORT_BATCH_SIZE[db.engine])), format),
    }
  })
}

async function* lines(batches: AsyncIterable<AccountEntry[]>) {
  for await (const entries of batches) {
    yield entries.map((entry) => ENTRY_COLUMNS.map((name) => (name === 'createTime' ? fileTime(entry[name]) : entry[name])))
  }
}

/** The merchant itself or some of its sub-merchants, each once; refuses any other as if it did not exist. */
async function seenMerchants(db: Queries, merchant: MerchantRow, wanted: readonly string[]): Promise<MerchantRow[]> {
  const scope = await scopeOf(db, merchant)
  return Promise.all(
    [...new Set(wanted)].map(async (merchantNo) => {
      const seen = scope === 'all' || scope.includes(merchantNo) ? await merchantByNo(db, merchantNo) : undefined
      if (seen === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
      return seen
    }),
  )
}

/** Latest first unless the sorting says otherwise; days can be sorted by nothing but their date. */
function isLatestFirst(sort = 'date.desc'): boolean {
  // What lists of orders are sorted by where nobody says anything.
  if (!/^(date|createTime)\.(asc|desc)$/.test(sort))
    throw new Refusal('VALIDATION_FAILED', { fields: { sort: 'rule.unknown' } })
  return sort.endsWith('.desc')
}

const WEEK = 7

/** The days asked for; the last seven up to today, where nothing is said. */
function daysOf(range: { startDate?: string; endDate?: string }, today: string): DayRange {
  const { first, last } = parseDayRange(range)
  const end = last ?? today
  const start = first ?? addDays(end, 1 - WEEK)
  return parseDayRange({ startDate: start, endDate: end }) as DayRange
}
