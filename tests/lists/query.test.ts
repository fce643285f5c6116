import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transfer } from '../../src/lists/definitions/movements.ts'
import { usdtPayin } from '../../src/lists/definitions/orders.ts'
import { payin } from '../../src/lists/definitions/payins.ts'
import { filterFaults, toRequest } from '../../src/lists/filters/listFilter.ts'
import { type ListQuery, parseListQuery, writeListQuery } from '../../src/lists/filters/query.ts'

const now = Date.parse('2026-11-21T10:00:00+07:00')
const read = (address: string, size = 10) => parseListQuery(new URLSearchParams(address), payin, { now, size })
const written = (query: ListQuery, address = '') => writeListQuery(new URLSearchParams(address), query, payin).toString()

describe('an address', () => {
  test("an empty address means the last seven days, the gateway's order, page 1", () => {
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

  test('an unsupported sort order falls back to the default', () => {
    expect(read('sort=payAmount.desc').sort).toBe('payAmount.desc')
    expect(['payName.desc', 'status.asc', 'payAmount', 'payAmount.up'].map((sort) => read(`sort=${sort}`).sort)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('all days has no dates', () => {
    expect(read('dates=all').filter).toEqual({})
  })

  test.each([
    ['dates=yesterday', { days: 'yesterday', startDate: '2026-11-20', endDate: '2026-11-20' }],
    ['dates=-7d..today', { days: '-7d..today', startDate: '2026-11-14', endDate: '2026-11-21' }],
    ['dates=..2026-11-01', { days: '..2026-11-01', endDate: '2026-11-01' }],
    ['startDate=2026-11-15&endDate=2026-11-21', { startDate: '2026-11-15', endDate: '2026-11-21' }],
  ])('the dates %s are kept', (address, days) => {
    expect(read(address).filter).toEqual(days)
    expect(decodeURIComponent(written(read(address)))).toBe(address)
  })

  test('relative days are different tomorrow', () => {
    const tomorrow = parseListQuery(new URLSearchParams('dates=today'), payin, { now: now + 86_400_000, size: 10 })
    expect(tomorrow.filter).toEqual({ days: 'today', startDate: '2026-11-22', endDate: '2026-11-22' })
  })

  test('one number is a string and several are a list', () => {
    expect(read('dates=all&orderNo=A-1&platOrderNo=1,2').filter).toEqual({ orderNo: 'A-1', platOrderNo: ['1', '2'] })
  })

  test('invalid values are ignored', () => {
    expect(
      read('startDate=2026-02-30&endDate=2026-03-01&sort=drop table&size=-1&page=0x&view=upside&tab=none&dates=someday'),
    ).toEqual(read(''))
  })

  test('defaults are left out, and unknown parameters are kept', () => {
    expect(written(read(''), 'keep=me&status=OLD')).toBe('keep=me')
  })

  test('the page size accompanies a page number', () => {
    expect(written({ ...read(''), page: 3 })).toBe('size=10&page=3')
    expect(written({ ...read('', 50) })).toBe('size=50')
  })

  test('every written query is parsed back', () => {
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

test('dates are not sent with an order number', () => {
  const { filter } = read('orderNo=INV-1&dateField=completeTime&status=FAILED')
  expect(filter).toHaveProperty('startDate')
  expect(toRequest(filter)).toEqual({ orderNo: 'INV-1', status: ['FAILED'] })
  expect(toRequest(read('').filter)).toEqual({ startDate: '2026-11-15', endDate: '2026-11-21' })
})

describe('filter validation', () => {
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
  ])('%j has these errors', (filter, faults) => {
    expect(filterFaults(filter, payin)).toEqual(faults)
  })

  test('the number of the receiving merchant consists of letters, digits and _', () => {
    expect(filterFaults({ receiveMerchantNo: 'M10000002' }, transfer)).toEqual({})
    expect(filterFaults({ receiveMerchantNo: 'M 1-2' }, transfer)).toEqual({ receiveMerchantNo: 'filter.fault.word' })
  })

  test('USDT amounts have four decimals, and a hash can be any text', () => {
    expect(filterFaults({ minAmount: '1.0005', payOrderNo: '0x 12' }, usdtPayin)).toEqual({})
  })
})
