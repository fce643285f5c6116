import { MAX_SAVED_VIEWS, type SavedView } from '#contract/rows/views.ts'
import type { ViewName } from '#contract/shapes/views.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** The saved views of an account, by list and name. */
export const viewsOf = (db: Queries, username: string): Promise<SavedView[]> =>
  db.all(sql`
    select list, name, query
      from saved_view
     where username = ${username}
     order by list, lower(name)`)

/** Saves a view and replaces one with the same name (ignoring case). False when the account has `MAX_SAVED_VIEWS` already. */
export async function saveView(db: Queries, username: string, { list, name, query }: SavedView, now: number): Promise<boolean> {
  const saved = await db.one(sql`
    insert into saved_view (username, list, name, query, update_time)
    select ${username}, ${list}, ${name}, ${query}, ${new Date(now)}
     where (select count(*) from saved_view where username = ${username}) < ${MAX_SAVED_VIEWS}
        or exists (select 1 from saved_view where username = ${username} and list = ${list} and lower(name) = lower(${name}))
        on conflict (username, list, lower(name)) do update
       set name = excluded.name, query = excluded.query, update_time = excluded.update_time
    returning name`)
  return saved !== undefined
}

export const removeView = (db: Queries, username: string, { list, name }: ViewName): Promise<unknown> =>
  db.run(sql`delete from saved_view where username = ${username} and list = ${list} and lower(name) = lower(${name})`)
