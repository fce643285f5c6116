import { expect, test } from 'vitest'
import type { Movement } from '#contract/rows/movements.ts'
import { movement as reader } from '../../src/api/readers/payments.ts'
import { list } from '../../src/api/readers/records.ts'
import { findMovement, gatewayId, readMovement } from '../../src/screens/money/flow/findMovement.ts'
import { moneyKinds } from '../../src/screens/money/flow/kinds.ts'
import type { Console } from '../../src/useConsole.tsx'

/** Movements as they are read from these rows of a gateway. */
const read = (...rows: object[]): Movement[] => list(reader('WITHDRAW')).read(rows)

/** A console in front of a gateway whose list has these movements, and that keeps no history of single ones. */
const consoleOf = (rows: Movement[]) =>
  ({
    features: { has: () => false },
    api: { has: () => false, rows: async () => ({ rows, total: null }) },
  }) as unknown as Console

test('a movement without an id is found by its number, though another one has its place now', async () => {
  const [sent] = read({ merchantOrderNo: 'W-1', status: 'CREATED' })
  expect(sent?.id).toBe('#0')
  const later = read({ merchantOrderNo: 'W-2', status: 'SUCCESS' }, { merchantOrderNo: 'W-1', status: 'FAILED' })
  expect(await readMovement(consoleOf(later), moneyKinds.withdraw, sent!)).toMatchObject({
    merchantOrderNo: 'W-1',
    status: 'FAILED',
  })
})

test('a movement that has only a place is not taken for the one there now', async () => {
  const console = consoleOf(read({ merchantOrderNo: 'W-2' }))
  await expect(readMovement(console, moneyKinds.withdraw, { id: '#0' })).rejects.toThrow('does not list')
})

test('a movement beyond the most rows that the gateway sends in a page is found', async () => {
  const rows = Array.from({ length: 137 }, (_, n) => ({ merchantOrderNo: `W-${n}`, status: 'SUCCESS' }))
  const paged = (_: unknown, { offset, limit }: { offset: string; limit: string }) => {
    const start = Number(offset)
    return Promise.resolve({ rows: read(...rows.slice(start, start + Math.min(20, Number(limit)))), total: null })
  }
  const console = { features: { has: () => false }, api: { has: () => false, rows: paged } } as unknown as Console
  const found = (number: string) => findMovement(console, moneyKinds.withdraw, { merchantOrderNo: number })
  expect(await found('W-130')).toMatchObject({ merchantOrderNo: 'W-130' })
  expect(await found('W-none')).toBeNull()
})

test('a movement is not called absent where the list has more rows than are searched', async () => {
  const rows = read(...Array.from({ length: 900 }, (_, n) => ({ merchantOrderNo: `W-${n}`, status: 'SUCCESS' })))
  const paged = (_: unknown, { offset, limit }: { offset: string; limit: string }) =>
    Promise.resolve({ rows: rows.slice(Number(offset), Number(offset) + Number(limit)), total: null })
  const console = { features: { has: () => false }, api: { has: () => false, rows: paged } } as unknown as Console
  const find = findMovement(console, moneyKinds.withdraw, { merchantOrderNo: 'W-none' })
  await expect(find).rejects.toThrow('more movements than are searched')
})

test.each([
  [{ id: '7', merchantNo: 'M1', merchantOrderNo: 'W-1', platOrderNo: 'P-1' }, '7'],
  [{ merchantNo: 'M1', merchantOrderNo: 'W-1', platOrderNo: 'P-1' }, 'P-1'],
  [{ merchantNo: 'M1', merchantOrderNo: 'W-1' }, 'W-1'],
  [{ merchantOrderNo: 'W-1' }, 'W-1'],
])('the gateway knows %j by %s', (row, number) => {
  expect(gatewayId(read(row)[0]!)).toBe(number)
})
