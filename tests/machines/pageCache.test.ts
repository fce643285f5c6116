import { describe, expect, test } from 'vitest'
import {
  emptyCache,
  evictFar,
  isExact,
  type PageCache,
  pagesOf,
  rowAt,
  rowCount,
  storePage,
  turnTo,
} from '#machines/paging/pageCache.ts'

const rows = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index)
const uncounted = (count: number, from = 0) => ({ rows: rows(count, from), total: null })
const stored = (...pages: [page: number, count: number][]): PageCache<number> =>
  pages.reduce((cache, [page, count]) => storePage(cache, page, uncounted(count)), emptyCache<number>(10))

describe('without a count, the total is the highest page times its size, plus one when an extra row came', () => {
  test.each([
    { pages: [[1, 11]], total: 11, exact: false },
    {
      pages: [
        [1, 10],
        [2, 10],
        [3, 10],
      ],
      total: 30,
      exact: false,
    },
    {
      pages: [
        [1, 11],
        [2, 11],
        [3, 11],
      ],
      total: 31,
      exact: false,
    },
    { pages: [[1, 4]], total: 10, exact: true },
    { pages: [[1, 0]], total: 0, exact: true },
    {
      pages: [
        [3, 11],
        [1, 11],
      ],
      total: 31,
      exact: false,
    },
  ] as { pages: [number, number][]; total: number; exact: boolean }[])('$pages is $total', ({ pages, total, exact }) => {
    const cache = stored(...pages)
    expect({ total: cache.total, exact: isExact(cache) }).toEqual({ total, exact })
  })

  test('the row count is the known number of rows, not the estimate', () => {
    expect(rowCount(stored([1, 11]))).toBe(11)
    expect(rowCount(stored([1, 10], [2, 4]))).toBe(14)
    expect(rowCount(stored([1, 10], [2, 0]))).toBe(10)
  })

  test('a known end is dropped when the result has grown past it', () => {
    expect(rowCount(stored([1, 10], [2, 4], [2, 10]))).toBe(20)
    expect(isExact(stored([1, 10], [2, 4], [2, 10]))).toBe(false)
  })
})

test('the gateway’s count applies, whatever page it comes with', () => {
  const cache = storePage(storePage(emptyCache<number>(10), 1, { rows: rows(10), total: 37 }), 2, { rows: rows(10), total: 36 })
  expect([cache.total, rowCount(cache), isExact(cache)]).toEqual([36, 36, true])
})

test('the highest page is the highest that returned rows', () => {
  expect(stored([1, 10], [3, 10], [4, 0]).maxPageNo).toBe(3)
})

test('a page is cut to the page size', () => {
  expect(stored([1, 11]).dataBins[1]).toHaveLength(10)
})

test('the rows of the current page are its data, at once or after turning to it', () => {
  const cache = storePage(stored([1, 10]), 2, uncounted(10, 100))
  expect(cache.data[0]).toBe(0)
  expect(turnTo(cache, 2)).toMatchObject({ current: 2, data: rows(10, 100) })
})

test('a row is found in its page', () => {
  const cache = storePage(stored([1, 10]), 3, uncounted(10, 200))
  expect([rowAt(cache, 9), rowAt(cache, 10), rowAt(cache, 25)]).toEqual([9, undefined, 205])
})

test('rows in view need their pages, and none beyond the end', () => {
  const cache = storePage(emptyCache<number>(10), 1, { rows: rows(10), total: 37 })
  expect(pagesOf(cache, { first: 8, last: 21 })).toEqual([1, 2, 3])
  expect(pagesOf(cache, { first: 30, last: 90 })).toEqual([4])
  expect(pagesOf(cache, { first: 500, last: 520 })).toEqual([])
})

test('pages far from the viewport are evicted', () => {
  const cache = stored([1, 10], [2, 10], [50, 10], [51, 10])
  expect(Object.keys(evictFar(turnTo(cache, 50), 51, 20).dataBins)).toEqual(['50', '51'])
  expect(Object.keys(evictFar(cache, 51, 20).dataBins)).toEqual(['1', '51'])
  expect(evictFar(cache, 51, 40)).toBe(cache)
})
