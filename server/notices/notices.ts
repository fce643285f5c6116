import type { Notice } from '#contract/rows/notices.ts'
import type { TargetKind } from '#contract/rows/targets.ts'
import { parseNumber, selectTargetKind } from '../audit/targets.ts'
import { noteCreated } from '../changes/changes.ts'
import type { Queries, Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Language } from '../texts/languages.ts'
import { failureReasonText, fill, type NoticeKey, textsOf } from '../texts/texts.ts'
import { wibTime } from '../wib.ts'

const MOST = 100

interface Stored {
  id: string
  at: Date
  type: string
  key: NoticeKey
  params: Record<string, string>
  notifyType: string | null
  notifyMsg: string | null
  loanAppId: string | null
  kind: TargetKind | null
}

/** The account's notices in the reader's language, newest first, without those it has cleared. */
export async function listNotices(db: Queries, merchantNo: string, language: Language): Promise<Notice[]> {
  const rows = await db.all<Stored>(sql`
    select told.id, told.at, told.type, told.key, told.params, told."notifyType", told."notifyMsg", told."loanAppId", found.kind
      from (
        select merchant_no, id, at, type, text_key as key, params, notify_type as "notifyType", notify_msg as "notifyMsg",
               loan_app_id as "loanAppId", ${parseNumber(sql`coalesce(loan_app_id, params ->> 'number')`)} as number
          from notice
         where merchant_no = ${merchantNo} and not cleared
         order by id desc
         limit ${MOST}
      ) told
      left join lateral (${selectTargetKind(sql`told.merchant_no`, sql`told.number`)}) found on true
     order by told.id desc
  `)
  return rows.map(({ at, key, params, ...row }) => {
    const { title, description } = textsOf(language).notices[key]
    const told = params.reason === undefined ? params : { ...params, reason: failureReasonText(params.reason, language) }
    return {
      ...row,
      title: fill(title, told),
      description: fill(description, told),
      datetime: wibTime(at),
      read: false,
      // What it is about can be opened.
      loanAppId: row.loanAppId ?? params.number ?? null,
    }
  })
}

/** Clears the account's notices of a type and tells how many of other types remain. */
export async function clearNotices(db: Queries, merchantNo: string, type: string): Promise<number> {
  await db.run(sql`update notice set cleared = true where merchant_no = ${merchantNo} and type = ${type} and not cleared`)
  const left = await db.one<{ n: number }>(sql`
    select least(count(*), ${MOST})::int as n from notice where merchant_no = ${merchantNo} and not cleared
  `)
  return left?.n ?? 0
}

/** Puts a notice into the account's list. */
export async function addNotice(
  tx: Transaction,
  {
    id,
    at,
    merchantNo,
    key,
    params,
  }: { id: string; at: number; merchantNo: string; key: NoticeKey; params: Record<string, string> },
): Promise<void> {
  await tx.run(sql`
    insert into notice (merchant_no, id, at, type, text_key, params)
    values (${merchantNo}, ${id}, ${new Date(at)}, 'notification', ${key}, ${JSON.stringify(params)})
  `)
  await noteCreated(tx, { merchantNo, kind: 'NOTICE', id })
}
