import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyRows } from '../../server/db/copy.ts'
import type { Database, Transaction } from '../../server/db/database.ts'
import { openEmbedded } from '../../server/db/embedded/open.ts'
import { OutcomeUnknown } from '../../server/db/faults.ts'
import { exactly, insertInto, insertWith } from '../../server/db/rows.ts'
import { join, sql, statement, trusted, when } from '../../server/db/sql.ts'
import { upkeep } from '../../server/db/upkeep.ts'
import { databases, embedded, isPostgres, snapshot } from '../databases.ts'

test('values become parameters, fragments are spliced, and equal texts share a prepared statement', () => {
  const name = "'; drop table merchant; --"
  const query = sql`select ${trusted('name')} from merchant where name = ${name} ${when(false, sql`and false`)} and no in (${join([sql`${1}`, sql`${2}`], sql`, `)})`
  expect(statement(query)).toEqual({
    text: 'select name from merchant where name = $1  and no in ($2, $3)',
    values: [name, 1, 2],
    name: statement(query).name,
  })
  expect(statement(sql`select 1`)).toEqual({ text: 'select 1', values: [] })
})

describe.each(databases)('$name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await db.script('create table thing (id bigint primary key, day date, note text)')
  })
  afterAll(() => db.close())

  test('big numbers and sums are text, dates are text, timestamps are Date objects', async () => {
    expect(
      await db.one(sql`
        select 9007199254740993 as big, 12345678901234567890.5 as wide, date '2026-11-21' as day,
               timestamptz '2026-11-21 08:00+07' as time, array['a', 'b'] as list`),
    ).toEqual({
      big: '9007199254740993',
      wide: '12345678901234567890.5',
      day: '2026-11-21',
      time: new Date('2026-11-21T01:00:00Z'),
      list: ['a', 'b'],
    })
  })

  test('a failed statement keeps the connection usable', async () => {
    for (let round = 0; round < 3; round++) {
      await expect(db.one(sql`select ${1}::int / 0`)).rejects.toMatchObject({ code: '22012' })
      await expect(db.one(sql`select nonsense from nowhere where x = ${1}`)).rejects.toMatchObject({ code: '42P01' })
      expect(await db.one(sql`select ${round}::int as n`)).toEqual({ n: round })
    }
  })

  test('a transaction is atomic', async () => {
    await expect(
      db.tx(async (tx) => {
        await tx.run(sql`insert into thing (id) values (1)`)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await db.all(sql`select id from thing`)).toEqual([])
    await db.tx((tx) => tx.run(sql`insert into thing (id) values (2)`))
    expect(await db.all(sql`select id from thing`)).toEqual([{ id: '2' }])
    await db.run(sql`delete from thing`)
  })

  test('a transaction is retried after a serialization failure, not after other errors', async () => {
    const tries: string[] = []
    const failing = (code: string) =>
      db.tx(async () => {
        tries.push(code)
        if (tries.length < 3) throw Object.assign(new Error('again'), { code })
        return 'done'
      })
    expect(await failing('40P01')).toBe('done')
    expect(tries).toHaveLength(3)
    tries.length = 0
    await expect(failing('23505')).rejects.toThrow('again')
    expect(tries).toHaveLength(1)
  })

  test('a broken connection rolls its transaction back', async () => {
    const client = await db.pool.connect()
    await client.query('begin')
    await client.query('insert into thing (id) values (77)')
    client.release(true)
    expect(await db.all(sql`select id from thing where id = ${77}`)).toEqual([])
    expect(await db.all(sql`select id from thing where id = ${77}`)).toEqual([])
  })

  test('many rows are inserted by one statement', async () => {
    interface Thing {
      id: string
      day: string | null
      note: string
    }
    const things: Thing[] = Array.from({ length: 500 }, (_, id) => ({
      id: String(id),
      day: id % 2 ? '2026-11-21' : null,
      note: `"${id}", \\ {}`,
    }))
    expect(await db.run(insertInto('thing', things))).toBe(500)
    expect(await db.all(sql`select id, day, note from thing order by id`)).toEqual(things)
    expect(await db.run(insertInto('thing', things, sql`on conflict do nothing`))).toBe(0)
    expect(await db.run(insertInto<Thing>('thing', []))).toBe(0)
  })

  describe('copied rows', () => {
    const rows = Array.from({ length: 500 }, (_, id) => ({
      id: BigInt(id),
      note: [`"${id}", \\ {}`, 'a\tb\nc\r\\N', '', null, 'ü 名 \\.'][id % 5]!,
      madeTime: new Date(1_700_000_000_000 + id),
      detail: id % 2 ? { text: 'x\n"\\', n: [id] } : null,
      isNew: id % 3 === 0,
    }))
    const ids = () => db.all<{ id: string }>(sql`select id from copied order by id`)
    beforeAll(() =>
      db.script(
        'create table copied (id bigint primary key, note text, made_time timestamptz, detail jsonb, is_new boolean, more int default 7)',
      ),
    )
    beforeEach(() => db.run(sql`delete from copied`))

    test('have the values that were given, in one round trip with other statements', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await db.tx(async (tx) => {
        const counts = await Promise.all([
          tx.run(sql`delete from copied`),
          copyRows(tx, 'copied', rows),
          tx.run(sql`update copied set more = 8 where id = ${3}`),
          copyRows(tx, 'copied', [{ id: 1_000n, note: 'one' }]),
          copyRows(tx, 'copied', []),
        ])
        expect(counts).toEqual([0, 500, 1, 1, 0])
      })
      expect(query).toHaveBeenCalledTimes(2)
      query.mockRestore()
      const stored = await db.all<{ id: string }>(sql`
        select id, note, made_time as "madeTime", detail, is_new as "isNew", more from copied where id < 1000 order by id`)
      expect(stored).toEqual(rows.map((row) => ({ ...row, id: String(row.id), more: row.id === 3n ? 8 : 7 })))
    })

    test('are none after a statement that fails, and the connection stays usable', async () => {
      const failing = db.tx(async (tx) => {
        tx.send(sql`select ${1}::int / 0`)
        await copyRows(tx, 'copied', rows)
      })
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect(await ids()).toEqual([])
    })

    test('undo the transaction if one of them is wrong', async () => {
      const failing = db.tx(async (tx) => {
        await copyRows(tx, 'copied', [{ id: 1n }])
        await Promise.all([copyRows(tx, 'copied', rows), tx.run(sql`select 1`)])
      })
      await expect(failing).rejects.toMatchObject({ code: '23505' })
      expect(await ids()).toEqual([])
      expect(await db.tx((tx) => copyRows(tx, 'copied', [{ id: 2n }]))).toBe(1)
      expect(await ids()).toEqual([{ id: '2' }])
    })
  })

  test('a script may have several statements, with values only one', async () => {
    expect(await db.script('select 1 as n; select 2 as n')).toEqual({ rows: [{ n: 1 }, { n: 2 }] })
    expect(await db.script('select $1::int as n', [3])).toEqual({ rows: [{ n: 3 }] })
  })

  test('concurrent queries all succeed', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => db.one<{ n: number }>(sql`select ${n}::int as n`)))
    expect(answers.map((row) => row?.n)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })

  describe('the statements of a transaction', () => {
    const add = (id: number) => sql`insert into thing (id) values (${id}) returning id`
    const ids = async () => (await db.all<{ id: string }>(sql`select id from thing order by id`)).map(({ id }) => Number(id))
    beforeEach(async () => {
      await db.run(sql`delete from thing`)
      await db.run(add(1))
    })

    test('between two waits are one round trip, with the first ones of which it begins', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await db.tx(async (tx) => {
        tx.send(add(2))
        await Promise.all([tx.run(add(3)), tx.run(add(4))])
        tx.send(add(5))
      })
      expect(query).toHaveBeenCalledTimes(2)
      query.mockRestore()
      expect(await ids()).toEqual([1, 2, 3, 4, 5])
    })

    test.each<[string, (tx: Transaction) => Promise<unknown> | unknown]>([
      [
        'the last of which fails',
        (tx) => {
          tx.send(add(2))
          tx.send(add(1))
        },
      ],
      [
        'with another one behind it',
        (tx) => {
          tx.send(add(1))
          return tx.run(add(2))
        },
      ],
      [
        'in an earlier round trip',
        async (tx) => {
          tx.send(add(2))
          tx.send(add(1))
          await setTimeout(50)
          tx.send(add(3))
        },
      ],
      ['awaited together', (tx) => Promise.all([tx.run(add(2)), tx.run(add(1)), tx.run(add(3))])],
    ])('undo each other, %s, and the error is that of the failed one', async (_what, work) => {
      const failing = db.tx(async (tx) => work(tx))
      await expect(failing).rejects.toMatchObject({ code: '23505' })
      expect(await ids()).toEqual([1])
      await db.tx((tx) => tx.run(add(2)))
      expect(await ids()).toEqual([1, 2])
    })

    test('are none after one whose value cannot be sent', async () => {
      const unsendable = {
        toPostgres() {
          throw new Error('unsendable')
        },
      }
      const failing = db.tx(async (tx) => {
        tx.send(add(2))
        tx.send(sql`insert into thing (id) values (${unsendable})`)
      })
      await expect(failing).rejects.toThrow('unsendable')
      expect(await ids()).toEqual([1])
    })

    test('are refused once it has ended', async () => {
      const ended = await db.tx(async (tx) => {
        tx.send(add(2))
        return tx
      })
      expect(() => ended.send(add(3))).toThrow('The transaction has ended.')
      await expect(ended.run(add(3))).rejects.toThrow('The transaction has ended.')
      expect(await ids()).toEqual([1, 2])
    })

    test('go on after a savepoint', async () => {
      await db.tx(async (tx) => {
        tx.send(sql`savepoint before`)
        await expect(tx.run(add(1))).rejects.toMatchObject({ code: '23505' })
        await tx.run(sql`rollback to savepoint before`)
        tx.send(add(2))
      })
      expect(await ids()).toEqual([1, 2])
    })

    test('are undone with a row that exists', async () => {
      const created = (id: string) =>
        db.tx((tx) =>
          insertWith(tx, 'thing', { id }, async () => {
            tx.send(add(Number(id) + 10))
            await tx.run(add(Number(id) + 20))
          }),
        )
      expect([await created('1'), await ids()]).toEqual([false, [1]])
      expect([await created('2'), await ids()]).toEqual([true, [1, 2, 12, 22]])
    })
  })

  describe('a transaction that may presume', () => {
    const add = (id: number) => sql`insert into thing (id) values (${id})`
    const ids = async () => (await db.all<{ id: string }>(sql`select id from thing order by id`)).map(({ id }) => Number(id))
    /** Whether each attempt was optimistic. */
    const attempts: boolean[] = []
    beforeEach(async () => {
      attempts.length = 0
      await db.run(sql`delete from thing`)
      await db.run(add(1))
    })

    const run = <Result>(work: (tx: Transaction) => Result | Promise<Result>): Promise<Result> =>
      db.tx(
        async (tx) => {
          attempts.push(tx.isOptimistic)
          return work(tx)
        },
        { isOptimistic: true },
      )

    test('is committed in the round trip of what it presumes', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      await run((tx) => {
        tx.presume(add(2))
        tx.presume(exactly(2, sql`select from thing`))
      })
      expect(query).toHaveBeenCalledTimes(1)
      query.mockRestore()
      expect([attempts, await ids()]).toEqual([[true], [1, 2]])
    })

    test.each<[string, (tx: Transaction) => void]>([
      ['a key exists', (tx) => tx.presume(add(1))],
      ['there are fewer rows', (tx) => tx.presume(exactly(3, sql`select from thing`))],
      ['there are more rows', (tx) => tx.presume(exactly(0, sql`select from thing`))],
      ['an update meets no row', (tx) => tx.presume(exactly(1, sql`update thing set note = 'x' where id = 3 returning 1`))],
    ])('runs again without when %s', async (_what, presume) => {
      const result = await run(async (tx) => {
        tx.send(add(2))
        if (tx.isOptimistic) presume(tx)
        return tx.isOptimistic
      })
      expect([result, attempts, await ids()]).toEqual([false, [true, false], [1, 2]])
    })

    test.each<[string, (tx: Transaction) => void]>([
      ['is true', (tx) => tx.presume(add(2))],
      ['is not', (tx) => tx.presume(add(1))],
    ])('decides no error by it, whether it %s', async (_what, presume) => {
      const refused = run(async (tx) => {
        if (tx.isOptimistic) presume(tx)
        await tx.run(sql`select`).catch(() => {})
        throw new Error(tx.isOptimistic ? 'presumed' : 'known')
      })
      await expect(refused).rejects.toThrow('known')
      expect([attempts, await ids()]).toEqual([[true, false], [1]])
    })

    test('throws the error of the second attempt', async () => {
      const failing = run(async (tx) => {
        if (tx.isOptimistic) tx.presume(add(1))
        else await tx.run(sql`select ${1}::int / 0`)
      })
      await expect(failing).rejects.toMatchObject({ code: '22012' })
      expect([attempts, await ids()]).toEqual([[true, false], [1]])
    })

    test('goes on after a savepoint only by running again', async () => {
      await run(async (tx) => {
        tx.send(sql`savepoint before`)
        if (tx.isOptimistic) tx.presume(add(1))
        await tx.run(sql`select`).catch(() => {})
        await tx.run(sql`rollback to savepoint before`)
        tx.send(add(2))
      })
      expect([attempts, await ids()]).toEqual([
        [true, false],
        [1, 2],
      ])
    })

    test('runs once when it presumes nothing', async () => {
      await expect(run((tx) => tx.run(add(1)))).rejects.toMatchObject({ code: '23505' })
      expect([attempts, await ids()]).toEqual([[true], [1]])
    })

    test('is the only one that may', async () => {
      await expect(db.tx(async (tx) => tx.presume(add(2)))).rejects.toThrow('must wait')
      expect(await ids()).toEqual([1])
    })
  })
})

describe('embedded', () => {
  test('upkeep makes the space of deleted rows reusable', async () => {
    const db = await embedded.open()
    const rows = Array.from({ length: 5_000 }, (_, id) => id)
    const fill = () => db.run(sql`insert into expiry select 'M10000001', 'PAYIN', id, now() from unnest(${rows}::bigint[]) id`)
    const size = async () => (await db.one<{ size: number }>(sql`select pg_relation_size('expiry')::int as size`))!.size
    await fill()
    const full = await size()
    for (let round = 0; round < 3; round++) {
      await db.run(sql`delete from expiry`)
      await upkeep(db)
      await fill()
    }
    expect(await size()).toBe(full)
    await db.close()
  })

  test('a stopped engine refuses connections at once', async () => {
    const engine = await openEmbedded(null, snapshot())
    const open = engine.connect()
    open.on('error', () => {})
    await engine.close()
    expect(open.destroyed).toBe(true)
    const [error] = (await once(engine.connect(), 'error')) as [Error]
    expect(error.message).toBe('The embedded database has stopped.')
  })
})

describe.each(databases.filter(isPostgres))('$name', ({ open }) => {
  test('the victim of a deadlock is retried', async () => {
    const db = await open()
    await db.script('create table seat (id int primary key, n int); insert into seat values (1, 0), (2, 0)')
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ready = Promise.all(both.map(({ promise }) => promise))
    const take = (first: number, second: number, mine: number) =>
      db.tx(async (tx) => {
        await tx.run(sql`update seat set n = n + 1 where id = ${first}`)
        both[mine]!.resolve()
        await ready
        await tx.run(sql`update seat set n = n + 1 where id = ${second}`)
      })
    await Promise.all([take(1, 2, 0), take(2, 1, 1)])
    expect(await db.all(sql`select id, n from seat order by id`)).toEqual([
      { id: 1, n: 2 },
      { id: 2, n: 2 },
    ])
    await db.close()
  })

  test('a presumption whose connection is lost has an unknown outcome, and is not made again', async () => {
    const db = await open()
    await db.script('create table seat (id int)')
    let attempts = 0
    const lost = db.tx(
      async (tx) => {
        attempts++
        tx.presume(sql`insert into seat values (${1})`)
        tx.send(sql`select pg_terminate_backend(pg_backend_pid())`)
      },
      { isOptimistic: true },
    )
    await expect(lost).rejects.toThrow(OutcomeUnknown)
    expect([attempts, await db.all(sql`select id from seat`)]).toEqual([1, []])
    await db.close()
  })

  test.each([
    ['a warning', `raise warning 'failed to commit transaction on 127.0.0.1:6502';`],
    ['an error', `raise exception 'could not commit transaction for shard 102010 on at least one active node';`],
    ['a lost connection', `raise exception 'server closed the connection unexpectedly' using errcode = 'XX000';`],
    ['an internal error', `raise exception 'invalid socket' using errcode = 'XX000';`],
  ])('a commit that a worker of Citus did not confirm has an unknown outcome, after %s', async (_after, raised) => {
    const db = await open()
    // As Citus raises it during a commit.
    for (const statement of [
      'create table seat (id int)',
      `create function warn() returns trigger language plpgsql as $$
         begin ${raised} return null; end $$`,
      'create constraint trigger warning after insert on seat deferrable initially deferred for each row execute function warn()',
    ]) {
      await db.script(statement)
    }
    const insert = () => db.tx((tx) => tx.run(sql`insert into seat values (1)`))
    await expect(insert()).rejects.toThrow(OutcomeUnknown)
    await db.script('drop trigger warning on seat')
    expect(await insert()).toBe(1)
    await db.close()
  })
})
