import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { createCallReaders } from '../../src/api/readers/laterReaders.ts'
import { createReplyReader } from '../../src/api/readers/readReply.ts'
import { amount, day, flag, mark, number, presence, text, time } from '../../src/api/readers/values.ts'
import { readJson, unwrapReply } from '../../src/api/reply.ts'

const callReaders = createCallReaders('IDR')

const readerOf = (call: AnyCall) => createReplyReader(call, callReaders.get(call))

/** The row that a call makes of one row of a gateway. */
const rowOf = (call: (typeof calls)['payinList' | 'withdrawList' | 'usdtPayoutList' | 'accountDetail'], row: unknown) =>
  readerOf(call).page({}, unwrapReply(200, [row]))!.rows[0] as Record<string, unknown>

const pageOf = (body: unknown, input: object = {}) =>
  readerOf(calls.payinList).page(input, unwrapReply(200, body))?.rows as { id: string }[]

const itemOf = (call: AnyCall, body: unknown, input: object = {}) => readerOf(call).item(input, unwrapReply(200, body).data)

describe('values', () => {
  test.each([
    ['150000.00', '150000.00'],
    [150000, '150000'],
    [0.1, '0.1'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['1.5E+5', '150000'],
    ['0E-8', '0.00000000'],
    ['+5.00', '5.00'],
    ['-5.00', '-5.00'],
    ['', null],
    ['1,000.00', null],
    ['NaN', null],
    ['abc', null],
    [null, null],
    [undefined, null],
    [true, null],
    [{}, null],
    [[], null],
  ])('amount %j is %j', (sent, read) => expect(amount.read(sent)).toBe(read))

  test.each([
    ['2026-11-21T08:15:30+07:00', '2026-11-21T08:15:30+07:00'],
    ['2026-11-21T08:15:30.123+07:00', '2026-11-21T08:15:30.123+07:00'],
    ['2026-11-21T01:15:30Z', '2026-11-21T08:15:30+07:00'],
    ['2026-11-21T01:15:30.500Z', '2026-11-21T08:15:30.500+07:00'],
    ['2026-11-21 09:15:30 +0800', '2026-11-21T08:15:30+07:00'],
    ['2026-11-20T20:15:30-05:00', '2026-11-21T08:15:30+07:00'],
    ['2026-11-21 08:15:30', '2026-11-21T08:15:30+07:00'],
    ['2026-11-21T08:15:30', '2026-11-21T08:15:30+07:00'],
    ['2026/11/21 08:15', '2026-11-21T08:15:00+07:00'],
    [1795223730, '2026-11-21T08:15:30+07:00'],
    [1795223730000, '2026-11-21T08:15:30+07:00'],
    ['1795223730', '2026-11-21T08:15:30+07:00'],
    [' 1795223730000 ', '2026-11-21T08:15:30+07:00'],
    [20261121081530, '2026-11-21T08:15:30+07:00'],
    ['20261121081530', '2026-11-21T08:15:30+07:00'],
    ['20260230081530', null],
    [20261121250000, null],
    [99991231235959, null],
    [20261121, null],
    ['202611210815', null],
    [0, null],
    [-1795223730, null],
    ['2026-02-30 08:15:30', null],
    ['0000-00-00 00:00:00', null],
    ['2026-11-21 25:00:00', null],
    ['2026-11-21', null],
    ['yesterday', null],
    ['', null],
    [null, null],
    [{}, null],
  ])('time %j is %j', (sent, read) => expect(time.read(sent)).toBe(read))

  test.each([
    ['2026-11-21', '2026-11-21'],
    ['2026-11-20T18:00:00Z', '2026-11-21'],
    ['2026-11-21 00:00:00', '2026-11-21'],
    ['2026-02-30', null],
    [20261121, null],
  ])('day %j is %j', (sent, read) => expect(day.read(sent)).toBe(read))

  test('text, numbers and flags are read in their usual forms only', () => {
    expect([8077001, 'a', ' ', '', null, true, {}, Number.NaN].map((sent) => text.read(sent))).toEqual([
      '8077001',
      'a',
      null,
      null,
      null,
      null,
      null,
      null,
    ])
    expect([12, '12', '1e', 'x', `1${'0'.repeat(400)}`, null].map((sent) => number.read(sent))).toEqual([
      12,
      12,
      null,
      null,
      null,
      null,
    ])
    expect([true, 'true', 1, '1', false, 'FALSE', 0, 'yes', null].map((sent) => flag.read(sent))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      null,
      null,
    ])
    expect([undefined, 'yes', 1].map((sent) => mark.read(sent))).toEqual([false, false, true])
    expect([true, 'data:image/png;base64,AA', null, '', false].map((sent) => presence.read(sent))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('identities', () => {
  test.each([
    [{ id: 'a1', platOrderNo: 'P' }, 'a1'],
    [{ id: 17 }, '17'],
    [{ id: 0 }, '0'],
    [{ id: '', platOrderNo: 'P' }, 'P'],
    [{ id: null, platOrderNo: 'P' }, 'P'],
    [{ merchantNo: 'M', merchantOrderNo: 'O' }, 'M/O'],
    [{ merchantNo: 'M' }, '#0'],
    [{ merchantOrderNo: 'O' }, '#0'],
    [{}, '#0'],
  ])('order %j is %j', (row, id) => expect(rowOf(calls.payinList, row).id).toBe(id))

  test('rows of several pages and rows with the same id are told apart', () => {
    const two = { status: 'ok', item: [{}, {}] }
    expect([...pageOf(two, { offset: '0' }), ...pageOf(two, { offset: '2' })].map(({ id }) => id)).toEqual([
      '#0',
      '#1',
      '#2',
      '#3',
    ])
    expect(pageOf({ item: [{ id: 1 }, { id: '1' }] }).map(({ id }) => id)).toEqual(['1', '1#1'])
  })

  test('a long number stays exact', () => {
    const { body } = readJson(
      '{"item":[{"id":12345678901234567890,"payAmount":12345678901234567.89,"status":"a\\"1234567890123456789"}]}',
    )!
    expect(pageOf(body)[0]).toMatchObject({
      id: '12345678901234567890',
      payAmount: '12345678901234567.89',
      status: 'a"1234567890123456789',
    })
  })

  test('ledger entries of one order are different rows', () => {
    const ids = [
      { platOrderNo: 'P', type: 'PAYIN', createTime: 't' },
      { platOrderNo: 'P', type: 'PAYIN_FEE', createTime: 't' },
      { platOrderNo: 'P', seq: 5 },
    ].map((row) => rowOf(calls.accountDetail, row).id)
    expect(new Set(ids).size).toBe(3)
  })
})

test('currency and type come from the call where the row does not say them', () => {
  expect(rowOf(calls.payinList, {})).toMatchObject({ currency: 'IDR', type: 'PAYIN', receipt: false, simulated: false })
  expect(rowOf(calls.usdtPayoutList, {})).toMatchObject({ currency: 'USDT', type: 'PAYOUT' })
  expect(rowOf(calls.withdrawList, {})).toMatchObject({ currency: 'IDR', type: 'WITHDRAW', status: null, createTime: null })
  expect(itemOf(calls.merchantMethods, { item: [{ payMethod: 'VA' }, { type: 'payout' }] })).toMatchObject([
    { type: 'PAYIN', payMethod: 'VA' },
    { type: 'PAYOUT' },
  ])
})

describe('containers', () => {
  const row = { id: 1 }
  test.each([
    [{ item: [row] }],
    [{ data: { item: [row] } }],
    [{ data: { list: [row] } }],
    [{ data: [row] }],
    [{ list: [row] }],
    [[row]],
    [{ data: { data: [row] } }],
    [{ data: { data: { list: [row] } } }],
    [{ item: { list: [row] } }],
  ])('rows are found in %j', (body) => expect(pageOf(body).map(({ id }) => id)).toEqual(['1']))

  test.each([
    [null],
    [{ data: null }],
    [{ status: 'ok', code: 0, item: null, paginator: { totalCount: 0 } }],
    [{ code: 0, msg: 'success', data: { list: null, totalCount: 0 } }],
    [{ item: [null, 3, 'x', []] }],
  ])('there are no rows in %j', (body) => expect(pageOf(body)).toEqual([]))

  test.each([
    [{}],
    ['x'],
    [{ item: 'x' }],
    [{ status: 'ok' }],
    [{ status: 'error', data: null }],
    [{ success: false, data: null }],
    [{ code: 5001, msg: 'System busy', data: null }],
    [{ code: 429, msg: 'Too many requests' }],
    [{ data: { list: null, totalCount: 5 } }],
    [{ status: 'ok', data: { records: [row], total: 1 } }],
  ])('there is no list in %j', (body) => {
    expect(pageOf(body)).toBeUndefined()
    expect(itemOf(calls.merchantBanks, body)).toBeUndefined()
  })

  const merchant = { merchantNo: 'M1', status: 'ACTIVE' }
  test.each([
    [{ status: 'ok', item: merchant }],
    [{ code: 0, data: merchant }],
    [{ code: 0, data: { item: merchant } }],
    [{ data: { data: merchant } }],
    [merchant],
  ])('a thing is found in %j', (body) => expect(itemOf(calls.merchantInfo, body)).toMatchObject(merchant))

  test('the status of an envelope is not that of an order', () => {
    expect(itemOf(calls.payinAction, { status: 'ok', message: 'done' })).toMatchObject({ status: null })
    expect(itemOf(calls.payinAction, { status: 'ok', item: null })).toMatchObject({ status: null })
    expect(itemOf(calls.payinAction, { id: 7, status: 'CLOSED' })).toMatchObject({ id: '7', status: 'CLOSED' })
  })
})

test('absent parts are null, and lists in one text are lists', () => {
  expect(itemOf(calls.dashboard, { item: {} })).toMatchObject({ today: null, yesterday: null, balance: null })
  expect(itemOf(calls.accountInfo, { item: { available: 5 } })).toMatchObject({
    available: '5',
    withdraw: { min: null, max: null, serviceFee: null },
    settle: null,
    txnPwdSet: null,
  })
  expect(itemOf(calls.ipLists, { item: { apiWhiteIp: '10.0.0.1, 10.0.0.2' } })).toEqual({
    apiWhiteIp: ['10.0.0.1', '10.0.0.2'],
    loginWhiteIp: null,
    currentIp: null,
  })
  expect(itemOf(calls.offlineRecharge, { item: {} })).toEqual({ accounts: null, record: null })
  expect(itemOf(calls.enums, { item: { PayinOrderStatus: { A: 'Paid', B: 2, C: {} }, odd: 'x' } })).toEqual({
    PayinOrderStatus: { A: 'Paid', B: '2' },
    odd: {},
  })
})

test('the last use of a secret is unknown where the gateway does not say it, and never where it says null', () => {
  expect(itemOf(calls.merchantSecret, { item: { lastUsedTime: null } })).toMatchObject({
    lastUsedTime: 'never',
    oldSecretUsedTime: null,
    oldSecretUntil: null,
  })
})

/** The calls whose replies are read, by name. */
const READ = Object.entries(calls).filter(
  ([name, { callers, reply }]) => callers !== 'guest' && (reply === 'item' || reply === 'rows') && name !== 'exception',
)

test('what is absent on purpose is told from what the gateway does not say', () => {
  expect(itemOf(calls.merchantSecret, { item: { platPublicKey: null, merchantPublicKey: '' } })).toMatchObject({
    platPublicKey: '',
    merchantPublicKey: '',
    payinNotifyAddress: null,
  })
  expect(itemOf(calls.accountInfo, { item: { settle: null } })).toMatchObject({ settle: 'none' })
})

test('every call of a signed-in user with an item or rows has a reader', () => {
  expect(READ.filter(([, call]) => (callReaders.get(call)?.[call.reply === 'rows' ? 'row' : 'item'] ?? null) === null)).toEqual(
    [],
  )
})

test.each(READ)('%s has a reader that never throws, and never says undefined or NaN', (_, call) => {
  const isOdd = (value: unknown): boolean =>
    value === undefined ||
    Number.isNaN(value) ||
    (typeof value === 'object' && value !== null && Object.values(value).some(isOdd))
  // With the documented names, so that their readers see odd values.
  const names = ['id', 'item', 'data', 'list', 'status', 'payAmount', 'createTime', 'today', 'withdraw', 'accounts', 'moves']
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 })),
  )
  fc.assert(
    fc.property(anything, (sent) => {
      const body = JSON.parse(JSON.stringify(sent))
      const input = { list: 'payinList' }
      const read =
        call.reply === 'rows'
          ? (readerOf(call).page(input, unwrapReply(200, body)) ?? null)
          : (readerOf(call).item(input, unwrapReply(200, body).data) ?? null)
      expect(isOdd(read)).toBe(false)
    }),
    { numRuns: 60 },
  )
})
