import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Applies the migrations that this database has not seen, in order, each once and in its own transaction; tells which. */
export async function migrate(db: Database): Promise<string[]> {
  const applied: string[] = []
  await makeGate(db)
  for (const name of migrationNames()) {
    const fresh = await db.tx(async (tx) => {
      // An index on a large table takes its time.
      await tx.run(sql`set local statement_timeout = 0`)
      // Whoever holds the gate migrates; a second process that starts now waits and then finds it done.
      await tx.one(sql`select name from migration where name = 'gate' for update`)
      if (await tx.one(sql`select name from migration where name = ${name}`)) return false
      await tx.script(readFileSync(join(folder, name), 'utf8'))
      await tx.run(sql`insert into migration (name) values (${name})`)
      return true
    })
    if (fresh) applied.push(name)
  }
  return applied
}

// Two processes that create the same table at once: the slower one is told so in one of these ways, although it asked nicely.
const MADE_MEANWHILE = ['23505', '42P07', '42710']

async function makeGate(db: Database): Promise<void> {
  try {
    await db.run(sql`create table if not exists migration (name text primary key, at timestamptz not null default now())`)
  } catch (error) {
    if (!MADE_MEANWHILE.includes((error as { code?: string }).code ?? '')) throw error
  }
  await db.run(sql`insert into migration (name) values ('gate') on conflict do nothing`)
}

const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
