import { ConfigError } from '../config.ts'
import type { Database } from './database.ts'
import { NODE_SETTINGS } from './poolSettings.ts'
import { type Sql, sql, trusted } from './sql.ts'

/** Small tables that statements of every merchant join: each node has a copy. */
const REFERENCE_TABLES = ['bank', 'merchant', 'pay_channel', 'recharge_account']

const referenceTables = sql`
  select relname as name from pg_class
   where relnamespace = 'public'::regnamespace and relname = any (${REFERENCE_TABLES}::text[])
   order by relname`

/** Its shards decide where those of the other tables are. */
const LEADING_TABLE = 'orders'

/** The tables whose primary key starts with the merchant. A shard has all rows of its merchants in these tables. */
const merchantTables: Sql = sql`
  select c.relname as name
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'merchant_no'
     and not c.relname = any (${REFERENCE_TABLES}::text[])
   order by c.relname <> ${LEADING_TABLE}, c.relname`

/**
 * Distributes the tables of a migrated database by merchant over the nodes of Citus, with the rows that they have, and returns
 * the names of those that were not distributed yet. Throws a ConfigError when the database is not Citus or has no other node.
 */
export async function distributeTables(db: Database): Promise<string[]> {
  if ((await db.product()) !== 'citus') {
    throw new ConfigError('There is nothing to distribute: this database does not have the extension Citus.')
  }
  const workers = await db.one<{ n: number }>(sql`
    select count(*)::int as n from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0`)
  if (workers!.n === 0) throw new ConfigError('There is nothing to distribute to: add a worker with citus_add_node first.')
  await setUpWorkers(db)
  const distributed = new Set(await names(db, sql`select logicalrelid::regclass::text as name from pg_dist_partition`))
  const missing = (tables: readonly string[]) => tables.filter((name) => !distributed.has(name))
  const added: string[] = []
  for (const name of missing(await names(db, referenceTables))) {
    await withoutTimeLimit(db, sql`select create_reference_table(${name}::text::regclass)`)
    added.push(name)
  }
  for (const name of missing(await names(db, merchantTables))) {
    const beside = name === LEADING_TABLE ? 'none' : LEADING_TABLE
    await withoutTimeLimit(
      db,
      sql`select create_distributed_table(${name}::text::regclass, 'merchant_no', colocate_with => ${beside})`,
    )
    added.push(name)
  }
  // The shards have no statistics yet. Without them, a page of orders of the platform reads all orders of a shard.
  for (const name of added) await withoutTimeLimit(db, sql`analyze ${trusted(name)}`)
  return added
}

/** Gives the connections of a coordinator to its workers the settings of a gateway's own. Citus passes the statement on to them. */
async function setUpWorkers(db: Database): Promise<void> {
  const row = await db.one<{ name: string }>(sql`select quote_ident(current_database()) as name`)
  for (const [setting, value] of Object.entries(NODE_SETTINGS)) {
    await db.script(`alter database ${row!.name} set ${setting} to '${value}'`)
  }
}

/** Moving the rows of a large table can take long. */
const withoutTimeLimit = (db: Database, call: Sql): Promise<number> => db.tx((tx) => tx.run(call), { isUnlimited: true })

const names = async (db: Database, query: Sql): Promise<string[]> =>
  (await db.all<{ name: string }>(query)).map(({ name }) => name)
