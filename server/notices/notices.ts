import type { Notice } from '#contract/rows/notices.ts'
import { findTargets } from '../audit/targets.ts'
import { noteCreated } from '../changes/changes.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { NoticeKey } from '../texts/en.ts'
import type { Language } from '../texts/languages.ts'
import { failureReasonText, fill, textsOf } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'

const MAX_NOTICES = 100

interface NoticeRow extends Omit<Notice, 'title' | 'description' | 'datetime' | 'read' | 'kind'> {
  at: Date
  key: NoticeKey
  params: Record<string, string>
}

/** The account's notices in the given language, newest first, without cleared ones. */
export async function listNotices(db: Queries, merchantNo: string, language: Language): Promise<Notice[]> {
  const rows = await db.all<NoticeRow>(sql`
    select id, at, type, text_key as key, params, notify_type as "notifyType", notify_msg as "notifyMsg", loan_app_id as "loanAppId"
      from notice
     where merchant_no = ${merchantNo} and not cleared
     order by id desc
     limit ${MAX_NOTICES}
  `)
  // The number of the order or movement that the notice links to.
  const numberOf = ({ loanAppId, params }: NoticeRow) => loanAppId ?? params.number ?? null
  const refs = rows.map((row) => ({ merchantNo, number: numberOf(row) }))
  const target = await findTargets(db, refs)
  return rows.map((notice) => {
    const { at, key, params, ...row } = notice
    const { title, description } = textsOf(language).notices[key]
    const values = params.reason === undefined ? params : { ...params, reason: failureReasonText(params.reason, language) }
    return {
      ...row,
      title: fill(title, values),
      description: fill(description, values),
      datetime: wibTime(at),
      read: false,
      loanAppId: numberOf(notice),
      kind: target({ merchantNo, number: numberOf(notice) })?.kind ?? null,
    }
  })
}

/** Clears the account's notices of a type. Returns the number of notices of other types that remain. */
export async function clearNotices(db: Queries, merchantNo: string, type: string): Promise<number> {
  await db.run(sql`update notice set cleared = true where merchant_no = ${merchantNo} and type = ${type} and not cleared`)
  const left = await db.one<{ n: number }>(sql`
    select least(count(*), ${MAX_NOTICES})::int as n from notice where merchant_no = ${merchantNo} and not cleared
  `)
  return left?.n ?? 0
}

/** Adds a notice to the account's list. */
export async function addNotice(
  tx: Transaction,
  { id, at, merchantNo, key, params }: Pick<NoticeRow, 'id' | 'key' | 'params'> & { at: number; merchantNo: string },
): Promise<void> {
  await tx.run(sql`
    insert into notice (merchant_no, id, at, type, text_key, params)
    values (${merchantNo}, ${id}, ${new Date(at)}, 'notification', ${key}, ${JSON.stringify(params)})
  `)
  noteCreated(tx, { merchantNo, kind: 'NOTICE', id })
}
