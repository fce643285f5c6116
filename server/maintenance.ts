import { installQueue } from './callbacks/queue.ts'
import type { Clock } from './clock.ts'
import { type Config, ConfigError, type Environment, readConfig } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { distributeTables } from './db/distribute.ts'
import { migrate, pendingMigrations } from './db/migrate.ts'
import { BooksError, failureText } from './failure.ts'
import { booksFaults, countBooks } from './ledger/checks.ts'
import { demoAccounts, seedDemo } from './seed/seed.ts'

type Print = (line: string) => void

/** Applies the pending migrations, as a start does, and prints their names. */
export async function migrateOnly(db: Database, _: Config, print: Print): Promise<void> {
  const applied = await migrateAll(db)
  print(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}.`)
}

/** Fills an empty database with the demo data. Throws a ConfigError when the database has merchants already. */
export async function seedOnly(db: Database, { seedOrders: orders }: Config, print: Print, clock: Clock): Promise<void> {
  await migrateAll(db)
  const created = await seedDemo(db, { now: clock.now(), orders })
  if (!created) throw new ConfigError('There are merchants in this database. The demo can be created in an empty one only.')
  print(`Created a demo with ${orders} orders. Sign in as ${demoAccounts.map(({ username }) => username).join(', ')}.`)
}

/**
 * Distributes the tables over the nodes of Citus and prints their names. Throws a ConfigError on any other database. A table of a
 * later migration is distributed by the next run.
 */
export async function distributeOnly(db: Database, _: Config, print: Print): Promise<void> {
  await migrateAll(db)
  const added = await distributeTables(db)
  print(added.length === 0 ? 'Every table is distributed already.' : `Distributed: ${added.join(', ')}.`)
}

/**
 * Checks that the ledger, the balances, the orders and movements and the counters agree, and prints how many there are. Changes
 * nothing. Throws a BooksError with a line for each fault, and a ConfigError when the database is that of an older version.
 */
export async function verifyOnly(db: Database, _: Config, print: Print): Promise<void> {
  const pending = await pendingMigrations(db)
  if (pending.length > 0) throw new ConfigError(`The database lacks ${pending.join(', ')}. Run "npm run migrate" first.`)
  const faults = await booksFaults(db)
  if (faults.length > 0) throw new BooksError(faults.join('\n'))
  const { accounts, entries, orders, movements } = await countBooks(db)
  print(`${accounts} balances, ${entries} ledger entries, ${orders} orders and ${movements} movements agree.`)
}

export async function migrateAll(db: Database): Promise<string[]> {
  const applied = await migrate(db)
  await installQueue(db)
  return applied
}

/** Runs a maintenance task on the database of the environment. Returns the exit code; a failure is printed in one line. */
export async function runMaintenance(
  environment: Environment,
  task: (db: Database, config: Config, print: Print, clock: Clock) => Promise<void>,
  { print, printError, clock, onlyReads = false }: { print: Print; printError: Print; clock: Clock; onlyReads?: boolean },
): Promise<0 | 1> {
  let config: Config | undefined
  try {
    config = readConfig(environment)
    const { backend } = config
    if (backend.kind === 'upstream') throw new ConfigError('GATEWAY_URL is set. A proxy to a remote gateway has no database.')
    const db = await openDatabase({ ...backend, mayBeStandby: onlyReads })
    try {
      await task(db, config, print, clock)
    } finally {
      await db.close()
    }
    return 0
  } catch (error) {
    printError(failureText(error, config))
    return 1
  }
}
