import type { Database } from './database.ts'
import { sql } from './sql.ts'

/**
 * Maintenance that a PostgreSQL server does by itself and the embedded database does not: vacuum, analyze and a checkpoint,
 * which keeps the recovery at the next start short.
 */
export async function upkeep(db: Database): Promise<void> {
  const tables = await db.all<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
     order by c.relpages`)
  // One statement per table, so that waiting queries can run in between.
  for (const { name } of tables) await db.script(`vacuum (analyze) ${name}`)
  await db.script('checkpoint')
}
