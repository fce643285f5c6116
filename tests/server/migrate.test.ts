import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { sql } from '../../server/db/sql.ts'
import { addReceivingAccounts } from '../../server/seed/accounts.ts'
import { databases } from '../databases.ts'

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
