import { installQueue } from './callbacks/queue.ts'
import type { Clock } from './clock.ts'
import { type Config, ConfigError, type Environment, readConfig } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { failureText } from './failure.ts'
import { demoAccounts, seedDemo } from './seed/seed.ts'

type Say = (line: string) => void

/** Brings the database to what this version needs, as a start does, and says what that took. */
export async function migrateOnly(db: Database, _: Config, say: Say): Promise<void> {
  const applied = await migrateAll(db)
  say(applied.length === 0 ? 'Nothing to migrate.' : `Migrated: ${applied.join(', ')}.`)
}

/** Fills an empty database with the demo. Throws where somebody has data already. */
export async function seedOnly(db: Database, { seedOrders: orders }: Config, say: Say, clock: Clock): Promise<void> {
  await migrateAll(db)
  const made = await seedDemo(db, { now: clock.now(), orders })
  if (!made) throw new ConfigError('There are merchants in this database; the demo is made in an empty one only.')
  say(`Made a demo of ${orders} orders. Sign in as ${demoAccounts.map(({ username }) => username).join(', ')}.`)
}

async function migrateAll(db: Database): Promise<string[]> {
  const applied = await migrate(db)
  await installQueue(db)
  return applied
}

/** Does one of them on the database of the environment; the exit code, after what went wrong was told in one line. */
export async function maintain(
  environment: Environment,
  work: (db: Database, config: Config, say: Say, clock: Clock) => Promise<void>,
  { say, complain, clock }: { say: Say; complain: Say; clock: Clock },
): Promise<0 | 1> {
  let config: Config | undefined
  try {
    config = readConfig(environment)
    const { backend: home } = config
    if (home.kind === 'elsewhere')
      throw new ConfigError('GATEWAY_URL is set; with a gateway elsewhere there is no database here.')
    const db = await openDatabase(home.kind === 'postgres' ? { url: home.url } : { dir: home.dir })
    try {
      await work(db, config, say, clock)
    } finally {
      await db.close()
    }
    return 0
  } catch (error) {
    complain(failureText(error, config))
    return 1
  }
}
