import { expect, test } from 'vitest'
import { contractGateway } from './contract/contractGateway.ts'
import { documentedCall, documentedCalls } from './contract/documentedCalls.ts'
import { keepShape, parseShape } from './contract/shape.ts'

test('The table names 73 calls, and a fixed path before one with a parameter', () => {
  expect(documentedCalls).toHaveLength(73)
  expect(documentedCall('POST', '/api/transaction/payin/notify')?.path).toBe('/api/transaction/payin/notify')
  expect(documentedCall('POST', '/api/transaction/payin/17')?.path).toBe('/api/transaction/payin/{id}')
  expect(documentedCall('GET', '/api/index')?.path).toBe('/api/index/')
  expect(documentedCall('GET', '/api/transaction/payin/17/trail')).toBeUndefined()
  expect(documentedCall('GET', '/api/index/events')).toBeUndefined()
})

test('A shape keeps what it names, in lists and in maps', () => {
  const shape = parseShape('id $More rows{name} *{count}', { More: 'tags notes*' })
  const value = {
    id: 1,
    tags: ['a'],
    notes: { any: { thing: 1 } },
    rows: [{ name: 'x', secret: 1 }],
    PAID: { count: 2, sum: 3 },
  }
  expect(keepShape({ ...value, id: { hidden: 1 } }, shape)).toEqual({
    tags: ['a'],
    notes: { any: { thing: 1 } },
    rows: [{ name: 'x' }],
    PAID: { count: 2 },
  })
  expect(keepShape(null, shape)).toBe(null)
})

const ROW = { id: '1', status: 'SUCCESS', review: 'MATCHED' }

/** A gateway that answers every call with one row, and keeps what it was asked. */
function oneRow() {
  const asked: [path: string, body: unknown, headers: Headers][] = []
  const send: typeof fetch = async (input, init) => {
    asked.push([String(input), init?.body, new Headers(init?.headers)])
    return Response.json(
      { status: 'ok', item: [ROW], paginator: { page: 1, limit: 10, offset: 0, totalCount: 1 } },
      { headers: { 'paydesk-features': 'events' } },
    )
  }
  return { send, asked }
}

test.for([
  ['item', { item: [{ id: '1', status: 'SUCCESS' }], paginator: { totalCount: 1 } }],
  ['data.item', { data: { item: [{ id: '1', status: 'SUCCESS' }], totalCount: 1 } }],
  ['data.list', { data: { list: [{ id: '1', status: 'SUCCESS' }], totalCount: 1 } }],
  ['data', { data: [{ id: '1', status: 'SUCCESS' }], paginator: { totalCount: 1 } }],
] as const)('Only documented fields and headers pass in both directions, rows in %s', async ([container, list]) => {
  const { send, asked } = oneRow()
  const gateway = contractGateway(send, { container })
  const reply = await gateway.fetch('/api/transaction/payin?limit=10&review=MATCHED', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'x', 'merchant-token': 't' },
    body: JSON.stringify({ orderNo: 'A', review: 'MATCHED' }),
  })
  expect(await reply.json()).toMatchObject(list)
  expect(JSON.stringify(gateway.replies)).not.toContain('MATCHED')
  expect(reply.headers.get('paydesk-features')).toBe(null)
  const [[path, body, headers]] = asked as [(typeof asked)[0]]
  expect([path, body]).toEqual(['/api/transaction/payin?limit=10', '{"orderNo":"A"}'])
  expect([...headers.keys()].sort()).toEqual(['content-type', 'merchant-token'])
  expect(gateway.undocumentedFields).toEqual(['POST /api/transaction/payin: review', 'POST /api/transaction/payin: review'])
})

test('Any other call is answered 404 and noted', async () => {
  const { send, asked } = oneRow()
  const gateway = contractGateway(send)
  const reply = await gateway.fetch('/api/index/events')
  expect([reply.status, await reply.json()]).toEqual([404, { error: 'NOT_FOUND', message: 'There is no such call' }])
  expect(gateway.undocumented).toEqual(['GET /api/index/events'])
  expect(asked).toEqual([])
})
