import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { sql } from '../../server/db/sql.ts'
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

  test('a failed migration is rolled back', async () => {
    const db = await open()
    await db.run(sql`delete from migration where name = ${files[0]}`)
    await expect(migrate(db)).rejects.toThrow('already exists')
    expect(await db.all(sql`select name from migration where name = ${files[0]}`)).toEqual([])
    await db.close()
  })
})
