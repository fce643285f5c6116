import type { Queries } from './database.ts'
import { sql } from './sql.ts'

/** What the database is, by the names that pg-boss uses. */
export type Product = 'pglite' | 'postgres' | 'citus' | 'yugabytedb' | 'cockroachdb'

/** Asks a database server what it is. Citus is PostgreSQL with its extension in this database. */
export async function askProduct(db: Queries): Promise<Product> {
  const row = await db.one<{ version: string; citus: boolean }>(sql`
    select version() as version, exists (select 1 from pg_extension where extname = 'citus') as citus`)
  return row!.citus ? 'citus' : productOfVersion(row!.version)
}

/** The product of a `version()`, such as `PostgreSQL 15.2-YB-2.25.1.0-b0 on …` or `CockroachDB CCL v25.2.0 (…)`. */
export function productOfVersion(version: string): Product {
  if (/cockroachdb/i.test(version)) return 'cockroachdb'
  return /yugabyte|-yb-/i.test(version) ? 'yugabytedb' : 'postgres'
}
