import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { MAX_SAVED_VIEWS, type SavedView } from '#contract/rows/views.ts'
import { NoInput } from '#contract/shapes/fields.ts'
import { SaveView, ViewName } from '#contract/shapes/views.ts'
import type { Queries } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Gateway } from '../gateway.ts'
import { serve } from '../http/serve.ts'
import { invalidField } from '../refusal.ts'

/** Saved views of an account. Every change returns all views, so that two browsers stay in sync. */
export function viewRoutes(app: FastifyInstance, { db, clock }: Gateway): void {
  serve(app, calls.views, NoInput, (_, { merchant }) => viewsOf(db, merchant.username))

  serve(app, calls.saveView, SaveView, ({ formerly, ...view }, { merchant: { username } }) =>
    db.tx(async (tx) => {
      const isRenamed = formerly !== undefined && formerly.toLowerCase() !== view.name.toLowerCase()
      if (isRenamed) await removeView(tx, username, { list: view.list, name: formerly })
      if (!(await saveView(tx, username, view, clock.now()))) throw invalidField('name', 'rule.tooMany')
      return viewsOf(tx, username)
    }),
  )

  serve(app, calls.removeView, ViewName, async (view, { merchant: { username } }) => {
    await removeView(db, username, view)
    return viewsOf(db, username)
  })
}

const viewsOf = (db: Queries, username: string): Promise<SavedView[]> =>
  db.all(sql`
    select list, name, query
      from saved_view
     where username = ${username}
     order by list, lower(name)`)

/** Saves a view and replaces one with the same name (ignoring case). False when the account has `MAX_SAVED_VIEWS` already. */
async function saveView(db: Queries, username: string, { list, name, query }: SavedView, now: number): Promise<boolean> {
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

const removeView = (db: Queries, username: string, { list, name }: ViewName): Promise<unknown> =>
  db.run(sql`delete from saved_view where username = ${username} and list = ${list} and lower(name) = lower(${name})`)
