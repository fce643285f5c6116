import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../server/db/database.ts'
import { sql } from '../../server/db/sql.ts'
import { dayOf, firstIdOf, leaseIds, NodeIds, timeOf } from '../../server/ids.ts'
import { addDays } from '../../server/wib.ts'
import { StandingClock } from '../clock.ts'
import { databases } from '../databases.ts'

const NOON = Date.parse('2026-11-21T12:00:00+07:00')

describe('an id', () => {
  test('consists of the second in WIB, the node and a sequence number', () => {
    const id = new NodeIds(7, new StandingClock(NOON)).next()
    expect(id).toMatch(/^261121120000007\d{4}$/)
    expect(timeOf(id)).toBe(NOON)
    expect(dayOf(id)).toBe('2026-11-21')
  })

  test('of a day is between the lowest id of the day and that of the next day', () => {
    for (const at of ['2026-11-21T00:00:00+07:00', '2026-11-21T23:59:59.999+07:00']) {
      const id = new NodeIds(999, new StandingClock(at)).next()
      expect(id >= firstIdOf('2026-11-21') && id < firstIdOf('2026-11-22')).toBe(true)
    }
    expect(firstIdOf('2026-11-21')).toBe('2611210000000000000')
    expect(firstIdOf(addDays('2026-12-31', 1))).toBe('2701010000000000000')
  })

  test('fits a bigint until 2091', () => {
    expect(BigInt(new NodeIds(999, new StandingClock('2091-12-31T23:59:59+07:00')).next())).toBeLessThan(2n ** 63n)
  })

  test.each(['1999-12-31T23:59:59+07:00', '2092-01-01T00:00:00+07:00', '1970-01-01T07:00:00+07:00'])(
    'are refused at %s, which their two-digit year cannot carry',
    (at) => {
      expect(() => new NodeIds(1, new StandingClock(at)).next()).toThrow('UNAVAILABLE')
    },
  )

  test('is unique and ascending, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -90_000, max: 5_000 }), { minLength: 1, maxLength: 40 }), (steps) => {
        const clock = new StandingClock(NOON)
        const ids = new NodeIds(1, clock)
        const made = steps.flatMap((step) => {
          clock.advance(step)
          return Array.from({ length: 300 }, () => ids.next())
        })
        expect(made).toEqual([...new Set(made)].sort())
      }),
      { numRuns: 30 },
    )
  })

  test('in a burst runs ahead of the clock instead of repeating', () => {
    const ids = new NodeIds(1, new StandingClock(NOON))
    const made = Array.from({ length: 30_000 }, () => ids.next())
    expect(new Set(made).size).toBe(30_000)
    expect(timeOf(made.at(-1)!) - NOON).toBeLessThanOrEqual(6_000)
  })

  test('ends in digits that differ from recent ids', () => {
    const clock = new StandingClock(NOON)
    const ids = new NodeIds(1, clock)
    const tails = Array.from({ length: 1_000 }, () => {
      clock.advance(7_000)
      return ids.next().slice(-4)
    })
    expect(new Set(tails).size).toBeGreaterThan(850)
  })
})

describe.each(databases)('$name: gateways', ({ open }) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  afterEach(() => db.run(sql`delete from gateway_node`))

  test('that start concurrently never share a node, and make no ids in the second they start in', async () => {
    const clock = new StandingClock(NOON)
    const gateways = await Promise.all(Array.from({ length: 12 }, () => leaseIds(db, clock)))
    const made = gateways.map((ids) => ids.next())
    expect(new Set(made.map((id) => id.slice(12, 15))).size).toBe(12)
    expect(new Set(made.map(timeOf))).toEqual(new Set([NOON + 1_000]))
  })

  test('make no id after their lease, and continue when it is renewed', async () => {
    const clock = new StandingClock(NOON)
    const ids = await leaseIds(db, clock)
    clock.advance(50_000)
    await ids.renew()
    clock.advance(59_000)
    const before = ids.next()
    clock.advance(1_000)
    expect(() => ids.next()).toThrow('UNAVAILABLE')
    await ids.renew()
    expect(ids.next() > before).toBe(true)
  })

  test('that miss the renewal lose the node to another, which starts after every id they could have made', async () => {
    const clock = new StandingClock(NOON)
    const silent = await leaseIds(db, clock)
    clock.advance(59_999)
    const last = silent.next()
    clock.advance(1)
    const next = await leaseIds(db, clock)
    const first = next.next()
    expect(first.slice(12, 15)).toBe(last.slice(12, 15))
    expect(first > last).toBe(true)
    await silent.renew()
    expect(silent.next().slice(12, 15)).not.toBe(first.slice(12, 15))
  })

  test('with a clock that is set back lease another node and never reuse a second', async () => {
    const clock = new StandingClock(NOON)
    const ids = await leaseIds(db, clock)
    const before = ids.next()
    clock.advance(-3_600_000)
    await ids.renew()
    const after = ids.next()
    expect(after.slice(12, 15)).not.toBe(before.slice(12, 15))
  })

  test('that release a node free it at once', async () => {
    const clock = new StandingClock(NOON)
    const ids = await leaseIds(db, clock)
    const last = ids.next()
    await ids.release()
    expect(() => ids.next()).toThrow('UNAVAILABLE')
    clock.advance(2_000)
    const again = (await leaseIds(db, clock)).next()
    expect(again.slice(12, 15)).toBe(last.slice(12, 15))
    expect(again > last).toBe(true)
  })
})
