import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * What a server does by itself and the embedded database does not: rows that are no longer seen make room, the planner
 * learns what the tables hold, and the write-ahead log is cut, so that the next start has little to repeat.
 */
export async function upkeep(db: Database): Promise<void> {
  const tables = await db.all<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
     order by c.relpages`)
  // One statement a table, so that whoever waits gets a turn in between.
  for (const { name } of tables) await db.script(`vacuum (analyze) ${name}`)
  await db.script('checkpoint')
}
