import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { distributeTables } from '../../server/db/distribute.ts'
import { statementsOf } from '../../server/db/migrate.ts'
import { productOfVersion } from '../../server/db/product.ts'
import { insertNew } from '../../server/db/rows.ts'
import { sql } from '../../server/db/sql.ts'
import { distributeOnly } from '../../server/maintenance.ts'
import { citus, databases, openEmptyCitus, withCitus } from '../databases.ts'

const config = readConfig({})

/** Tables of the gateways themselves, of sessions and of views: on the coordinator alone. */
const LOCAL = ['demo_world', 'gateway_node', 'login_try', 'migration', 'saved_view', 'session']
const REFERENCE = ['bank', 'merchant', 'pay_channel', 'recharge_account']

describe.each(citus)('on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  test('tables are distributed once', async () => {
    const printed: string[] = []
    await distributeOnly(db, config, (line) => printed.push(line))
    expect(printed).toEqual(['Every table is distributed already.'])
  })

  test('every table is distributed by merchant beside the orders, copied to each node, or known to be local', async () => {
    const tables = await db.all<{ name: string; type: string | null; column: string | null; groups: number }>(sql`
      select c.relname as name, t.citus_table_type as type, t.distribution_column as column, t.colocation_id::int as groups
        from pg_class c
        left join citus_tables t on t.table_name = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       order by c.relname`)
    const named = (type: string | null) => tables.filter((table) => table.type === type).map(({ name }) => name)
    expect(named(null)).toEqual(LOCAL)
    expect(named('reference')).toEqual(REFERENCE)
    const byMerchant = tables.filter(({ type }) => type === 'distributed')
    expect(new Set(byMerchant.map(({ column }) => column))).toEqual(new Set(['merchant_no']))
    expect(new Set(byMerchant.map(({ groups }) => groups)).size).toBe(1)
    expect(byMerchant.length).toBe(tables.length - LOCAL.length - REFERENCE.length)
  })

  test('the shards have statistics', async () => {
    const shards = await db.all<{ known: string }>(sql`
      select result as known
        from run_command_on_shards('orders', $$select reltuples >= 0 from pg_class where oid = '%s'::regclass$$)`)
    expect(shards.map(({ known }) => known)).toEqual(['t', 't', 't', 't'])
  })

  test('the queue knows what it is on', async () => {
    expect(await db.product()).toBe('citus')
  })
})

describe.runIf(citus.length > 0)('migrations', () => {
  test('run on tables that are distributed already, and the workers plan as a gateway does', { timeout: 120_000 }, async () => {
    const db = await openEmptyCitus()
    const folder = join(import.meta.dirname, '../../server/db/migrations')
    for (const name of readdirSync(folder).sort()) {
      const statements = statementsOf(readFileSync(join(folder, name), 'utf8'))
      await db.tx(async (tx) => {
        for (const statement of statements) await tx.script(statement)
      })
      // The second one creates the table that the others are beside.
      if (name >= '0002') await distributeTables(db)
    }
    expect(await distributeTables(db)).toEqual([])
    const settings = await db.all<{ result: string }>(sql`
      select result from run_command_on_workers($$
        select setconfig
          from pg_db_role_setting s
          join pg_database d on d.oid = s.setdatabase
         where d.datname = current_database() $$)`)
    const each = { result: '{jit=off,random_page_cost=1.1,lock_timeout=5000}' }
    expect(settings).toEqual([each, each])
    await db.close()
  })
})

test.each(databases)('without Citus there is nothing to distribute: $name', async ({ open }) => {
  const db = await open()
  await expect(distributeOnly(db, config, () => {})).rejects.toThrow(
    'There is nothing to distribute: this database does not have the extension Citus.',
  )
  await db.close()
})

test.each(withCitus)('rows that exist are not counted as inserted on $name', async ({ open }) => {
  const db = await open()
  const row = (signature: number) => ({ merchantNo: 'M10000001', signature: `S${signature}`, at: new Date(0) })
  const insert = (...signatures: number[]) => db.tx((tx) => insertNew(tx, 'used_signature', signatures.map(row)))
  expect(await insert(1)).toBe(1)
  expect(await insert(1)).toBe(0)
  expect(await insert(1, 2, 3)).toBe(2)
  expect(await insert(1, 2, 3, 4, 5, 6, 7)).toBe(4)
  expect(await insert(1, 2, 3, 4, 5, 6, 7)).toBe(0)
  await db.close()
})

test.each([
  ['PostgreSQL 15.20 (Debian 15.20-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc', 'postgres'],
  ['PostgreSQL 15.2-YB-2.25.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang', 'yugabytedb'],
  ['CockroachDB CCL v25.2.0 (x86_64-pc-linux-gnu, built 2025/05/14, go1.23)', 'cockroachdb'],
])('%s is %s', (version, product) => {
  expect(productOfVersion(version)).toBe(product)
})
