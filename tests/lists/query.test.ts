import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payin } from '../../src/lists/definitions/payins.ts'
import { usdtPayin } from '../../src/lists/definitions/usdt.ts'
import { filterFaults } from '../../src/lists/filters/filterFaults.ts'
import { toRequest } from '../../src/lists/filters/listFilter.ts'
import { type ListQuery, parseListQuery, writeListQuery } from '../../src/lists/filters/query.ts'

const now = Date.parse('2026-11-21T10:00:00+07:00')
const read = (address: string, size = 10) => parseListQuery(new URLSearchParams(address), payin, { now, size })
const written = (query: ListQuery, address = '') => writeListQuery(new URLSearchParams(address), query, payin).toString()

describe('an address', () => {
  test('that says nothing is the last seven days, the order of the gateway, page 1', () => {
    expect(read('')).toEqual({
      filter: { days: '7d', startDate: '2026-11-15', endDate: '2026-11-21' },
      sort: null,
      size: 10,
      page: 1,
      at: null,
      open: null,
      cols: null,
      view: null,
      tab: 'facts',
      saved: null,
    })
  })

  test('of an order that its rows cannot have is of the usual one', () => {
    expect(read('sort=payAmount.desc').sort).toBe('payAmount.desc')
    expect(['payName.desc', 'status.asc', 'payAmount', 'payAmount.up'].map((sort) => read(`sort=${sort}`).sort)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('of all days has none', () => {
    expect(read('dates=all').filter).toEqual({})
  })

  test.each([
    ['dates=yesterday', { days: 'yesterday', startDate: '2026-11-20', endDate: '2026-11-20' }],
    ['dates=-7d..today', { days: '-7d..today', startDate: '2026-11-14', endDate: '2026-11-21' }],
    ['dates=..2026-11-01', { days: '..2026-11-01', endDate: '2026-11-01' }],
    ['startDate=2026-11-15&endDate=2026-11-21', { startDate: '2026-11-15', endDate: '2026-11-21' }],
  ])('of %s keeps to it', (address, days) => {
    expect(read(address).filter).toEqual(days)
    expect(decodeURIComponent(written(read(address)))).toBe(address)
  })

  test('of days that are reckoned from today is of others tomorrow', () => {
    const tomorrow = parseListQuery(new URLSearchParams('dates=today'), payin, { now: now + 86_400_000, size: 10 })
    expect(tomorrow.filter).toEqual({ days: 'today', startDate: '2026-11-22', endDate: '2026-11-22' })
  })

  test('names one number as it is, and several as a list', () => {
    expect(read('dates=all&orderNo=A-1&platOrderNo=1,2').filter).toEqual({ orderNo: 'A-1', platOrderNo: ['1', '2'] })
  })

  test('is not believed where it makes no sense', () => {
    expect(
      read('startDate=2026-02-30&endDate=2026-03-01&sort=drop table&size=-1&page=0x&view=upside&tab=none&dates=someday'),
    ).toEqual(read(''))
  })

  test('leaves out what is usual, and keeps what it does not know', () => {
    expect(written(read(''), 'keep=me&status=OLD')).toBe('keep=me')
  })

  test('names the page size where it names a page', () => {
    expect(written({ ...read(''), page: 3 })).toBe('size=10&page=3')
    expect(written({ ...read('', 50) })).toBe('size=50')
  })

  test('brings back every query it was written from', () => {
    const word = fc.stringMatching(/^[\w-]{1,12}$/)
    const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-10-${String(n).padStart(2, '0')}`)
    const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
    const filters = fc
      .record({
        startDate: day,
        endDate: day,
        merchantOrderNo: optional(word),
        payerName: optional(fc.stringMatching(/^[a-zA-Zà-ÿ一-龥&=?#+% ,]{0,8}[a-z]$/)),
        status: optional(fc.uniqueArray(word, { minLength: 1, maxLength: 4 })),
        payChannel: optional(fc.uniqueArray(word, { minLength: 1, maxLength: 3 })),
        minAmount: optional(fc.integer({ min: 0 }).map(String)),
      })
      .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)))
    const queries = fc.record({
      filter: fc.oneof(filters, fc.constant({}), fc.constant(read('').filter)),
      sort: fc.constantFrom(null, 'createTime.asc', 'payAmount.desc'),
      size: fc.constantFrom(10, 50, 1000),
      page: fc.integer({ min: 1, max: 99_999 }),
      at: fc.option(word),
      open: fc.constant(null),
      cols: fc.constantFrom(null, ['payAmount', 'createTime']),
      view: fc.constantFrom(null, 'peek' as const),
      tab: fc.constant('facts' as const),
      saved: fc.option(word),
    })
    fc.assert(
      fc.property(queries, (query) => {
        const trimmed = { ...query, filter: JSON.parse(JSON.stringify(query.filter).replaceAll(/"\s+|\s+"/g, '"')) }
        expect(read(written(trimmed))).toEqual(trimmed)
      }),
    )
  })
})

test('days are not asked for where an order is named', () => {
  const { filter } = read('orderNo=INV-1&dateField=completeTime&status=FAILED')
  expect(filter).toHaveProperty('startDate')
  expect(toRequest(filter)).toEqual({ orderNo: 'INV-1', status: ['FAILED'] })
  expect(toRequest(read('').filter)).toEqual({ startDate: '2026-11-15', endDate: '2026-11-21' })
})

describe('a filter', () => {
  test.each([
    [{ merchantOrderNo: 'INV-2024-0001' }, {}],
    [
      { merchantOrderNo: 'INV 1', platOrderNo: 'a'.repeat(65) },
      { merchantOrderNo: 'filter.fault.number', platOrderNo: 'filter.fault.number' },
    ],
    [{ accountNumber: '80x' }, { accountNumber: 'filter.fault.digits' }],
    [
      { minAmount: '-1', maxAmount: '1.005' },
      { minAmount: 'filter.fault.amount', maxAmount: 'filter.fault.amount' },
    ],
    [{ minAmount: '100.5', maxAmount: '100.50' }, {}],
    [{ minAmount: '100.51', maxAmount: '100.5' }, { maxAmount: 'filter.fault.minAboveMax' }],
    [{ minAmount: '9007199254740993', maxAmount: '9007199254740992' }, { maxAmount: 'filter.fault.minAboveMax' }],
  ])('%j has these faults', (filter, faults) => {
    expect(filterFaults(filter, payin)).toEqual(faults)
  })

  test('of USDT takes four decimals, and any text as a hash', () => {
    expect(filterFaults({ minAmount: '1.0005', payOrderNo: '0x 12' }, usdtPayin)).toEqual({})
  })
})
