import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AuthorityChanged, changeAuthority, confirmed, insertConfirmed, reliedMerchant } from '../../server/auth/authority.ts'
import type { Database, Transaction } from '../../server/db/database.ts'
import { type Sql, sql, statement } from '../../server/db/sql.ts'
import { runOnce } from '../../server/http/idempotency.ts'
import { merchantByNo } from '../../server/merchants/merchants.ts'
import { Refusal } from '../../server/refusal.ts'
import { databases, withCitus } from '../databases.ts'
import { openGateway, type TestGateway } from '../gateway.ts'

const SHOP = 'M00000001'
const OTHER = 'M00000002'

/** Transactions that wait for what they must know, and transactions that may presume it. */
const ways = [
  ...withCitus.map((database) => ({ ...database, isOptimistic: false, way: 'waiting' })),
  ...databases.map((database) => ({ ...database, isOptimistic: true, way: 'presuming' })),
]

describe.each(ways)('a row that is confirmed with its insert on $name, $way', ({ open, isOptimistic }) => {
  let db: Database
  let gateway: TestGateway
  let attempts = 0
  /** How often the authority was read. */
  let confirmations = 0

  beforeAll(async () => {
    db = await open()
    gateway = await openGateway(db)
    await gateway.account(SHOP)
    await gateway.account(OTHER)
  })
  beforeEach(async () => {
    attempts = 0
    confirmations = 0
    await db.run(sql`delete from idempotency`)
    await setStatus('ACTIVE')
  })
  afterAll(async () => {
    await gateway.close()
    await db.close()
  })

  const watched: Pick<Database, 'tx'> = {
    tx: (work, options) =>
      db.tx(
        (tx) => {
          attempts++
          confirmations = 0
          const count = (query: Sql) => {
            if (statement(query).text.includes('from merchant m')) confirmations++
          }
          const run: Transaction['run'] = (query) => {
            count(query)
            return tx.run(query)
          }
          const presume: Transaction['presume'] = (query) => {
            count(query)
            tx.presume(query)
          }
          return work({ ...tx, run, presume })
        },
        { ...options, isOptimistic },
      ),
  }
  const judged = async () => confirmed(watched, { merchant: (await merchantByNo(db, SHOP))!, session: null })
  const setStatus = (status: string) => db.tx((tx) => changeAuthority(tx, SHOP, sql`status = ${status}`))
  const rowOf = (key: string) => ({ merchantNo: SHOP, key, requestHash: Buffer.of(0), at: new Date(gateway.clock.now()) })
  const insert = (tx: Transaction, key = 'row') => insertConfirmed(tx, 'idempotency', rowOf(key), async () => {})
  const keys = async () => (await db.all<{ key: string }>(sql`select key from idempotency order by key`)).map(({ key }) => key)

  test('is not confirmed a second time before the commit', async () => {
    expect(await (await judged()).tx((tx) => insert(tx))).toBe(true)
    expect([attempts, confirmations]).toEqual([1, 1])
    expect(await keys()).toEqual(['row'])
  })

  test('is undone by a change since the request was judged', async () => {
    const transactions = await judged()
    await setStatus('FROZEN')
    await expect(transactions.tx((tx) => insert(tx))).rejects.toThrow(AuthorityChanged)
    expect(await keys()).toEqual([])
  })

  test('is confirmed at the end if it exists: the undone insert has released the locks', async () => {
    const transactions = await judged()
    await transactions.tx((tx) => insert(tx))
    attempts = 0
    expect(await transactions.tx((tx) => insert(tx))).toBe(false)
    expect([attempts, confirmations]).toEqual([isOptimistic ? 2 : 1, 2])
    await setStatus('FROZEN')
    await expect(transactions.tx((tx) => insert(tx))).rejects.toThrow(AuthorityChanged)
  })

  test('is undone by a refusal, which is confirmed before it is stored', async () => {
    const request = { merchantNo: SHOP, key: 'request', hash: Buffer.of(1), now: gateway.clock.now() }
    const refused = runOnce(await judged(), request, async (tx) => {
      await insert(tx)
      throw new Refusal('INSUFFICIENT_BALANCE')
    })
    await expect(refused).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(confirmations).toBe(2)
    expect(await keys()).toEqual(['request'])
  })

  test('is confirmed again with a merchant that the work relies on afterwards', async () => {
    await (await judged()).tx(async (tx) => {
      await insert(tx)
      await reliedMerchant(tx, OTHER)
    })
    expect(confirmations).toBe(2)
  })

  test('can be refused by what is sent with it, and the refusal is stored', async () => {
    const request = { merchantNo: SHOP, key: 'request', hash: Buffer.of(1), now: gateway.clock.now() }
    const refused = runOnce(await judged(), request, (tx) =>
      insertConfirmed(tx, 'idempotency', rowOf('row'), () =>
        tx.run(sql`select ${1}::int / 0`).catch(() => {
          throw new Refusal('INSUFFICIENT_BALANCE')
        }),
      ),
    )
    await expect(refused).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await keys()).toEqual(['request'])
  })

  test('fails with the error of what was sent with it, not with that of the skipped confirmation', async () => {
    const failing = (await judged()).tx((tx) =>
      insertConfirmed(tx, 'idempotency', rowOf('row'), () => tx.run(sql`select ${1}::int / 0`)),
    )
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await keys()).toEqual([])
  })
})
