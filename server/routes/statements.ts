import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { AccountEntry } from '#contract/moneyRows.ts'
import { EntryExport, PagedDays, PagedEntries } from '#contract/moneyShapes.ts'
import { audit } from '../audit.ts'
import { csv } from '../csv.ts'
import type { Queries } from '../db/database.ts'
import type { Gateway } from '../gateway.ts'
import { deedOf } from '../http/deed.ts'
import { serveFile, serveRows } from '../http/serve.ts'
import { accountDays, type Days, lengthOf } from '../queries/accountDays.ts'
import { countEntries, isNewestFirst, listEntries, walkEntries } from '../queries/entries.ts'
import { rangeOf } from '../queries/filter.ts'
import { type MerchantRecord, merchantByNo, scopeOf } from '../queries/merchants.ts'
import { Refusal } from '../refusal.ts'
import { languageOfTag } from '../texts/languages.ts'
import { ENTRY_COLUMNS, textsOf } from '../texts/texts.ts'
import { addDays, wibDay } from '../wib.ts'
import { localTime, STEP, stamp } from './exports.ts'

/** What happened on an account: every movement, every day, and the movements as a file. */
export function statementRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, clock } = gateway

  serveRows(app, calls.accountDetail, PagedEntries, async (filter, { merchant }, wish) =>
    listEntries(db, merchant, filter, wish),
  )

  serveRows(app, calls.accountDaily, PagedDays, async ({ merchantNo, ...range }, { merchant }, { offset, limit, totals }) => {
    const account = merchantNo === undefined ? merchant : await seenMerchant(db, merchant, merchantNo)
    const days = daysOf(range, wibDay(clock.now()))
    const found = await accountDays(db, account, days)
    const rows = found.days.slice(offset, offset + limit + (totals ? 0 : 1))
    return { rows, totalCount: totals ? lengthOf(days) : null, summary: found.summary }
  })

  serveFile(app, calls.exportDetail, EntryExport, async ({ locales = '', format = 'spreadsheet', sort, ...filter }, caller) => {
    const { merchant, language } = caller
    // Refuses a sorting that there is not, while it can still be said.
    isNewestFirst(sort)
    const rows = await countEntries(db, merchant, filter)
    await audit(db, { ...deedOf(gateway, caller), action: 'export', target: 'detail', detail: { filter, rows } })
    const { columns } = textsOf(languageOfTag(locales) ?? language)
    const header = ENTRY_COLUMNS.map((name) => columns[name])
    return {
      name: `detail-${stamp(clock.now())}.csv`,
      type: 'text/csv; charset=utf-8',
      headers: { 'x-row-count': String(rows) },
      content: () => csv(header, lines(walkEntries(db, merchant, filter, sort, STEP[db.home])), format),
    }
  })
}

async function* lines(batches: AsyncIterable<AccountEntry[]>) {
  for await (const entries of batches) {
    yield entries.map((entry) => ENTRY_COLUMNS.map((name) => (name === 'createTime' ? localTime(entry[name]) : entry[name])))
  }
}

/** The merchant itself or one of its sub-merchants; refuses any other as if it did not exist. */
async function seenMerchant(db: Queries, merchant: MerchantRecord, merchantNo: string): Promise<MerchantRecord> {
  const scope = await scopeOf(db, merchant)
  const seen = scope === 'all' || scope.includes(merchantNo) ? await merchantByNo(db, merchantNo) : undefined
  if (seen === undefined) throw new Refusal('MERCHANT_NOT_FOUND')
  return seen
}

const WEEK = 7

/** The days asked for; the last seven up to today, where nothing is said. */
function daysOf(range: { startDate?: string; endDate?: string }, today: string): Days {
  const { first, last } = rangeOf(range)
  const end = last ?? today
  const start = first ?? addDays(end, 1 - WEEK)
  return rangeOf({ startDate: start, endDate: end }) as Days
}
