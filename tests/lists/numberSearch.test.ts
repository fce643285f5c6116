import { expect, test } from 'vitest'
import { searchByNumbers } from '../../src/lists/paging/numberSearch.ts'
import type { RowReader } from '../../src/lists/paging/pageQuery.ts'
import { orderOf } from './fakeGateway.ts'

/** Searches the rows of a gateway that ignores filters; `read` has the offsets of the pages that were read. */
async function search(filter: Parameters<typeof searchByNumbers>[1]['filter'], rows: number) {
  const all = Array.from({ length: rows }, (_, n) => orderOf(n, { merchantOrderNo: `INV-${1_000 + n}` }))
  const read: number[] = []
  const reader: RowReader = async ({ offset, limit }) => {
    read.push(offset)
    return { rows: all.slice(offset, offset + limit), total: all.length }
  }
  const query = { filter, sort: null, page: 1, limit: 50, offset: 0 }
  const found = await searchByNumbers(reader, query, new AbortController().signal)
  return { read, numbers: found.rows.map(({ merchantOrderNo }) => merchantOrderNo), searched: found.searched }
}

test('a number is searched until it is found, the end of a number in all rows', async () => {
  expect(await search({ merchantOrderNo: 'INV-1107' }, 250)).toEqual({
    read: [0, 100],
    numbers: ['INV-1107'],
    searched: undefined,
  })
  expect(await search({ orderTail: '-1207' }, 250)).toEqual({ read: [0, 100, 200], numbers: ['INV-1207'], searched: undefined })
})

test('beyond five hundred rows the search says how many it has read', async () => {
  expect(await search({ orderTail: '-1900' }, 1_000)).toMatchObject({ numbers: [], searched: 500 })
})
