import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { type Sql, sql, trusted } from '../../server/db/sql.ts'
import { booksFaults } from '../../server/ledger/checks.ts'
import { runMaintenance, verifyOnly } from '../../server/maintenance.ts'
import { seedDemo } from '../../server/seed/seed.ts'
import { StandingClock } from '../clock.ts'
import { databaseUrl } from '../databases.setup.ts'
import { withCitus } from '../databases.ts'
import { openGateway } from '../gateway.ts'

const NOW = Date.parse('2026-11-21T16:40:00+07:00')
const ORDERS = 400
const AGREE = /^[1-9]\d* balances, [1-9]\d* ledger entries, [1-9]\d* orders and [1-9]\d* movements agree\.$/

/** Damage, what undoes it, and the faults that are then found. */
interface Damage {
  name: string
  done: Sql
  undone: Sql
  faults: readonly RegExp[]
}

describe.each(withCitus)('the books on $name', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await seedDemo(db, { now: NOW, orders: ORDERS })
  }, 120_000)
  afterAll(() => db.close())

  const idOf = async (query: Sql) => (await db.one<{ merchantNo: string; id: string }>(sql`${query} limit 1`))!

  async function damages(): Promise<Damage[]> {
    const paid = await idOf(sql`
      select merchant_no as "merchantNo", id from orders where kind = 'PAYIN' and status = 'SUCCESS' order by id desc`)
    const open = await idOf(sql`
      select merchant_no as "merchantNo", id from orders where kind = 'PAYOUT' and status = 'PROCESSING' order by id`)
    const sent = await idOf(sql`
      select merchant_no as "merchantNo", id from record where type = 'TRANSFER_OUT' and status = 'SUCCESS' order by id`)
    const ofOrder = ({ merchantNo, id }: typeof paid) => sql`merchant_no = ${merchantNo} and id = ${id}`
    const ofEntry = ({ merchantNo, id }: typeof paid, type: string) =>
      sql`merchant_no = ${merchantNo} and order_id = ${id} and type = ${trusted(`'${type}'`)}`
    const misfit = ({ merchantNo, id }: typeof paid, status: string) =>
      new RegExp(`^entries of ${merchantNo} ${id} do not fit its status ${status}$`)
    const account = sql`merchant_no = ${paid.merchantNo} and currency = 'IDR'`
    return [
      {
        name: 'a balance was changed',
        done: sql`update account set available = available + 1 where ${account}`,
        undone: sql`update account set available = available - 1 where ${account}`,
        faults: [new RegExp(`^balance of ${paid.merchantNo} is not its last row$`)],
      },
      {
        name: 'a paid payin is unpaid again',
        done: sql`update orders set status = 'FAILED' where ${ofOrder(paid)}`,
        undone: sql`update orders set status = 'SUCCESS' where ${ofOrder(paid)}`,
        faults: [misfit(paid, 'FAILED'), /^counter of orders: /],
      },
      {
        name: 'a fee was changed after the payment',
        done: sql`update orders set fee = fee + 1 where ${ofOrder(paid)}`,
        undone: sql`update orders set fee = fee - 1 where ${ofOrder(paid)}`,
        faults: [misfit(paid, 'SUCCESS'), /^counter of orders: /],
      },
      {
        name: 'an open payout is paid without an entry',
        done: sql`update orders set status = 'SUCCESS', paid_amount = amount where ${ofOrder(open)}`,
        undone: sql`update orders set status = 'PROCESSING', paid_amount = null where ${ofOrder(open)}`,
        faults: [misfit(open, 'SUCCESS'), /^counter of orders: /],
      },
      {
        name: 'a transfer has another amount',
        done: sql`update record set amount = amount + 1 where ${ofOrder(sent)}`,
        undone: sql`update record set amount = amount - 1 where ${ofOrder(sent)}`,
        faults: [misfit(sent, 'SUCCESS')],
      },
      {
        name: 'an entry has another amount',
        done: sql`update ledger set amount = amount - 1 where ${ofEntry(sent, 'TRANSFER_OUT')}`,
        undone: sql`update ledger set amount = amount + 1 where ${ofEntry(sent, 'TRANSFER_OUT')}`,
        faults: [new RegExp(`^wrong amount at ${sent.merchantNo} `), /^transfers in IDR add up to -1$/, /^day of an account: /],
      },
      {
        name: 'an entry belongs to no order',
        done: sql`update ledger set order_id = -order_id where ${ofEntry(paid, 'PAYIN')}`,
        undone: sql`
          update ledger set order_id = -order_id where merchant_no = ${paid.merchantNo} and order_id = -(${paid.id}::bigint)`,
        faults: [new RegExp(`^entries of ${paid.merchantNo} -${paid.id} belong to nothing$`), misfit(paid, 'SUCCESS')],
      },
      {
        name: 'an entry has another number',
        done: sql`update ledger set seq = seq + 1000000 where ${ofEntry(paid, 'PAYIN')}`,
        undone: sql`update ledger set seq = seq - 1000000 where ${ofEntry(paid, 'PAYIN')}`,
        faults: [new RegExp(`^gap before ${paid.merchantNo} `)],
      },
    ]
  }

  test('agree after the seed, and each damage is found', async () => {
    const printed: string[] = []
    await verifyOnly(db, {} as never, (line) => printed.push(line))
    expect(printed).toEqual([expect.stringMatching(AGREE)])
    for (const { name, done, undone, faults } of await damages()) {
      expect(await db.run(done), name).toBe(1)
      const found = await booksFaults(db)
      for (const fault of faults) expect(found, name).toContainEqual(expect.stringMatching(fault))
      expect(await db.run(undone), name).toBe(1)
      expect(await booksFaults(db), name).toEqual([])
    }
  }, 60_000)
})

const postgres = inject('postgres')

describe.runIf(postgres !== null)('a backup of PostgreSQL', () => {
  const run = promisify(execFile)
  const names = [randomUUID(), randomUUID()].map((id) => `paydesk_backup_${id.replaceAll('-', '')}`)
  let [source, restored] = ['', '']
  let folder: string
  let admin: Database

  beforeAll(async () => {
    ;[source, restored] = names.map((name) => databaseUrl(postgres!.url, name)) as [string, string]
    folder = mkdtempSync(join(tmpdir(), 'paydesk-backup-'))
    admin = await openDatabase({ url: postgres!.url })
    await admin.run(sql`create database ${trusted(names[0]!)} template ${trusted(postgres!.template)}`)
    await admin.run(sql`create database ${trusted(names[1]!)}`)
  })
  afterAll(async () => {
    for (const name of names) await admin.run(sql`drop database if exists ${trusted(name)} with (force)`)
    await admin.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function verify(url: string) {
    const printed: string[] = []
    const errors: string[] = []
    const clock = new StandingClock(NOW)
    const options = { print: printed.push.bind(printed), printError: errors.push.bind(errors), clock }
    return { code: await runMaintenance({ DATABASE_URL: url }, verifyOnly, options), printed, errors }
  }

  test('is restored with books that agree, and a gateway goes on with it', async () => {
    const db = await openDatabase({ url: source })
    await seedDemo(db, { now: NOW, orders: ORDERS })
    await db.close()
    expect(await verify(restored)).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/^The database lacks 0001_merchants\.sql, .* Run "npm run migrate" first\.$/)],
    })
    const file = join(folder, 'paydesk.dump')
    await run('pg_dump', ['--format=custom', `--file=${file}`, source])
    await run('pg_restore', ['--no-owner', '--single-transaction', `--dbname=${restored}`, file])
    const copy = await verify(restored)
    expect(copy).toMatchObject({ code: 0, printed: [expect.stringMatching(AGREE)], errors: [] })
    expect(copy).toEqual(await verify(source))

    const again = await openDatabase({ url: restored })
    const gateway = await openGateway(again, { clock: new StandingClock(NOW) })
    try {
      await gateway.account('M00000001')
      await gateway.payin('M00000001', 'AFTER-1', 'SUCCESS')
      expect(await verify(restored)).toMatchObject({ code: 0, errors: [] })
      await again.run(sql`update account set available = available + 1`)
      const damaged = await verify(restored)
      expect(damaged.code).toBe(1)
      expect(damaged.errors.join('\n')).toMatch(/^balance of .* is not its last row$/m)
    } finally {
      await gateway.close()
      await again.close()
    }
  }, 60_000)
})
