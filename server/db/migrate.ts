import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config.ts'
import type { Database, Queries } from './database.ts'
import { sql } from './sql.ts'

const folder = join(import.meta.dirname, 'migrations')

/**
 * Applies the pending migrations in order, each in a transaction of its own, and returns their names. Throws a ConfigError when a newer
 * version has migrated the database: this one would not write what that one needs.
 */
export async function migrate(db: Database): Promise<string[]> {
  const applied: string[] = []
  await createMigrationTable(db)
  const names = migrationNames()
  const newer = (await appliedMigrations(db)).filter((name) => !names.includes(name))
  if (newer.length > 0) {
    throw new ConfigError(`A newer version of Paydesk has migrated the database: ${newer.join(', ')}. Start that version.`)
  }
  for (const name of names) {
    const isNew = await db.tx(
      async (tx) => {
        // The `gate` row is the migration lock. A second process waits here and then finds the migration applied.
        await tx.one(sql`select name from migration where name = 'gate' for update`)
        if (await tx.one(sql`select name from migration where name = ${name}`)) return false
        for (const statement of statementsOf(readFileSync(join(folder, name), 'utf8'))) await tx.script(statement)
        await tx.run(sql`insert into migration (name) values (${name})`)
        return true
      },
      // Creating an index on a large table can take long.
      { isUnlimited: true },
    )
    if (isNew) applied.push(name)
  }
  return applied
}

/** The names of migrations that this version has and the database has not. */
export async function pendingMigrations(db: Queries): Promise<string[]> {
  const table = await db.one(sql`select 1 from pg_class where oid = to_regclass('migration')`)
  const applied = table === undefined ? [] : await appliedMigrations(db)
  return migrationNames().filter((name) => !applied.includes(name))
}

async function appliedMigrations(db: Queries): Promise<string[]> {
  const rows = await db.all<{ name: string }>(sql`select name from migration where name <> 'gate' order by name`)
  return rows.map(({ name }) => name)
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
