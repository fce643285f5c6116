import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { type TaskHost, taskOf } from '../../src/runs/bulkTasks.ts'

const row = (parts: Partial<ListedRow>) => ({ id: '1', merchantOrderNo: 'INV-1', ...parts }) as ListedRow

/** A task whose gateway announces these features and lists these rows, and what it was asked. */
function taskIn(
  name: Parameters<typeof taskOf>[0],
  parts: Partial<TaskHost> = {},
  { announced = [] as string[], now = [] as ListedRow[] } = {},
) {
  const asked: unknown[] = []
  const api = {
    rows: async () => ({ rows: now, total: null }),
    call: async ({ path }: Call<object, unknown>, input: object) => void asked.push([path, input]),
  } as unknown as TaskHost['api']
  const marks = { set: async (id: string, mark: object) => void asked.push([id, mark]) } as unknown as TaskHost['marks']
  const features = { has: (feature: string) => announced.includes(feature) } as unknown as TaskHost['features']
  const task = taskOf(name, { kind: 'payin', api, features, marks, value: undefined, account: 'me', ...parts })!
  return { task, asked }
}

test('a payout that was sent without an answer is sent again only where a key takes effect once', async () => {
  const payout = { kind: 'payout' } as const
  expect(await taskIn('retry', payout).task.recover(row({}))).toBe('unknown')
  expect(await taskIn('retry', payout, { announced: ['idempotency'] }).task.recover(row({}))).toBe('again')
  expect(await taskIn('note', { value: 'x' }).task.recover(row({}))).toBe('unknown')
})

test.each([
  ['as many callbacks as before', { notifyAttempts: 2 }, 'again'],
  ['one more that arrived', { notifyAttempts: 3, notifyStatus: 'SUCCESS' }, { kind: 'done', text: null }],
  [
    'one more that failed',
    { notifyAttempts: 3, notifyStatus: 'FAILED', responseMessage: 'no' },
    { kind: 'failed', text: 'no' },
  ],
  ['no count', {}, 'unknown'],
] as const)('a callback that was sent without an answer, of an order with %s', async (_, now, expected) => {
  const { task } = taskIn('notify', {}, { now: [row(now)] })
  expect(await task.recover(row({ notifyAttempts: 2 }))).toEqual(expected)
})

test('an undo gives a discrepancy its reason back, and another mark or none', async () => {
  const { task, asked } = taskIn('reconcile')
  await task.reversal!.back(row({ review: 'DISCREPANT', reviewNote: 'short by 500' }), { quiet: true })
  await task.reversal!.back(row({ review: null }), { quiet: true })
  expect(asked).toEqual([
    ['1', { review: 'DISCREPANT', note: 'short by 500' }],
    ['1', { review: 'NONE' }],
  ])
})

test('an undo leaves rows alone that were changed since', () => {
  const isUnchanged = (name: Parameters<typeof taskOf>[0], parts: Partial<TaskHost>, now: Partial<ListedRow>) =>
    taskIn(name, parts).task.reversal!.isUnchanged(row(now))
  const subMerchant = { kind: 'subMerchant' } as const
  expect([
    isUnchanged('enable', subMerchant, { status: 'ACTIVE' }),
    isUnchanged('enable', subMerchant, { status: 'FROZEN' }),
    isUnchanged('assign', { value: 'ME' }, { assignedTo: 'me' }),
    isUnchanged('assign', { value: 'ME' }, { assignedTo: 'colleague' }),
    isUnchanged('unassign', {}, { assignedTo: null }),
    isUnchanged('unassign', {}, { assignedTo: 'colleague' }),
    isUnchanged('reconcile', {}, { review: 'RECONCILED' }),
    isUnchanged('reconcile', {}, { review: 'DISCREPANT' }),
  ]).toEqual([true, false, true, false, true, false, true, false])
})
