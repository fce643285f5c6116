import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { installQueue } from '../../server/callbacks/queue.ts'
import type { Database } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { sql } from '../../server/db/sql.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { databases, isPostgres } from '../databases.ts'

const files = readdirSync(new URL('../../server/db/migrations/', import.meta.url)).sort()

describe.each(databases)('$name', ({ open }) => {
  test('every migration is applied once, also by concurrent and repeated starts', async () => {
    const db = await open()
    await db.script('alter schema public rename to migrated; create schema public')
    await Promise.all(Array.from({ length: 4 }, () => migrate(db)))
    await migrate(db)
    expect(await db.all(sql`select name from migration where name <> 'gate' order by name`)).toEqual(
      files.map((name) => ({ name })),
    )
    expect(await db.one(sql`select count(*)::int as n from bank`)).toEqual({ n: 20 })
    await db.close()
  })

  test('only a demo keeps the receiving accounts that migrations once inserted', async () => {
    const db = await open()
    const receiving = () => db.one(sql`select count(*)::int as n from recharge_account`)
    const migrateAgain = async () => {
      await db.run(sql`delete from migration where name = '0022_receiving_accounts.sql'`)
      await migrate(db)
    }
    expect(await receiving()).toEqual({ n: 0 })
    await addReceivingAccounts(db)
    await db.run(sql`insert into demo_world (at, orders) values (now(), 0)`)
    await migrateAgain()
    expect(await receiving()).toEqual({ n: 4 })
    await db.run(sql`delete from demo_world`)
    await migrateAgain()
    expect(await receiving()).toEqual({ n: 0 })
    await db.close()
  })

  test('a failed migration is rolled back', async () => {
    const db = await open()
    await db.run(sql`delete from migration where name = ${files[0]}`)
    await expect(migrate(db)).rejects.toThrow('already exists')
    expect(await db.all(sql`select name from migration where name = ${files[0]}`)).toEqual([])
    await db.close()
  })
})

const gate = sql`select name from migration where name = 'gate' for update`
const world = sql`insert into demo_world (at, orders) values (now(), 0)`

describe.each(databases.filter(isPostgres))('a second gateway on $name waits longer than for other answers', ({ open }) => {
  test.each([
    ['migrations', gate, (db: Database) => migrate(db), []],
    ['the tables of the queue', gate, installQueue, undefined],
    ['the demo', world, (db: Database) => seedDemo(db, { now: Date.now(), orders: 0 }), false],
  ])('for %s', async (_, held, work, result) => {
    const db = await open()
    await db.product()
    const holding = Promise.withResolvers<void>()
    const first = db.tx(async (tx) => {
      await tx.run(held)
      holding.resolve()
      await setTimeout(900)
    })
    await holding.promise
    db.pool.options.query_timeout = 300
    expect(await work(db)).toEqual(result)
    await first
    await db.close()
  })
})

describe.each(databases.filter(isPostgres))('the queue on $name', ({ open }) => {
  test('is installed by statements that take longer than the limits, which hold again afterwards', async () => {
    const db = await open()
    await db.product()
    // The schema of the queue is created slowly, and only without a limit of the server.
    await db.script(`
      drop schema pgboss cascade;
      create function slow() returns event_trigger language plpgsql as $$
      begin
        if current_setting('statement_timeout') <> '0' then raise exception 'limited'; end if;
        perform pg_sleep(0.7);
      end $$;
      create event trigger slow on ddl_command_end when tag in ('CREATE SCHEMA') execute function slow()`)
    db.pool.options.query_timeout = 300
    await installQueue(db)
    await db.script('drop event trigger slow')
    expect(await db.one(sql`select count(*)::int as n from pgboss.queue where name = 'callback'`)).toEqual({ n: 1 })
    const limits = Array.from({ length: 4 }, () => db.script('select pg_sleep(0.1); show statement_timeout'))
    for (const { rows } of await Promise.all(limits)) expect(rows[1]).toEqual({ statement_timeout: '1min' })
    await db.close()
  })

  test('an installation that fails leaves no transaction open', async () => {
    const db = await open()
    await db.script(`
      drop schema pgboss cascade;
      create function refuse() returns event_trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
      create event trigger refuse on ddl_command_end when tag in ('CREATE SCHEMA') execute function refuse()`)
    await expect(installQueue(db)).rejects.toThrow('refused')
    const asked = Array.from({ length: 4 }, () => db.script('select pg_sleep(0.1)'))
    await Promise.all(asked)
    await db.script('drop event trigger refuse')
    await installQueue(db)
    await db.close()
  })
})
