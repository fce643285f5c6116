import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Applies the pending migrations in order, each in a transaction of its own, and returns their names. */
export async function migrate(db: Database): Promise<string[]> {
  const applied: string[] = []
  await createMigrationTable(db)
  for (const name of migrationNames()) {
    const isNew = await db.tx(async (tx) => {
      // Creating an index on a large table can take long.
      await tx.script('set local statement_timeout = 0; set local lock_timeout = 0')
      // The `gate` row is the migration lock. A second process waits here and then finds the migration applied.
      await tx.one(sql`select name from migration where name = 'gate' for update`)
      if (await tx.one(sql`select name from migration where name = ${name}`)) return false
      for (const statement of statementsOf(readFileSync(join(folder, name), 'utf8'))) await tx.script(statement)
      await tx.run(sql`insert into migration (name) values (${name})`)
      return true
    })
    if (isNew) applied.push(name)
  }
  return applied
}

/**
 * The statements of a migration: Citus does not accept several in one text once the tables are distributed. In a migration a
 * semicolon ends a statement wherever it stands before the end of a line, and `--` starts a comment.
 */
export const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(/;[ ]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

// Concurrent `create table if not exists` can fail with these codes: unique violation, duplicate table, duplicate object.
const ALREADY_CREATED = ['23505', '42P07', '42710']

async function createMigrationTable(db: Database): Promise<void> {
  try {
    await db.run(sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`)
  } catch (error) {
    if (!ALREADY_CREATED.includes((error as { code?: string }).code ?? '')) throw error
  }
  await db.run(sql`insert into migration (name) values ('gate') on conflict do nothing`)
}

const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
