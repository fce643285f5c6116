import { describe, expect, test } from 'vitest'
import { comparedOrder } from '../../src/reconcile/comparedOrder.ts'
import { DEFAULT_SETTINGS } from '../../src/reconcile/session.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { BANK_LAYOUTS } from './bankLayouts.ts'
import { SAMPLE_LINES, SAMPLE_ORDERS, type SampleLine } from './sampleStatement.ts'

const clock = { now: () => Date.parse('2026-11-26T05:00:00Z') }

/** Reads and matches a file with the orders of the sample day. */
async function reconciled(content: string | Uint8Array) {
  const engine = createReconcileEngine(clock)
  const file = new Blob([content as BlobPart])
  const preview = await engine.run('read', { source: { kind: 'file', file, name: 'statement' }, layouts: [] })
  await engine.run('addOrders', { orders: SAMPLE_ORDERS })
  const { summary, lookups } = await engine.run('match', { settings: DEFAULT_SETTINGS, rules: [] })
  const { rows } = await engine.run('rows', { bucket: 'all', needle: '', openOnly: false, from: 0, to: 100 })
  return { preview, summary, lookups, rows }
}

const EXPECTED: Readonly<Record<SampleLine['is'], readonly string[]>> = {
  right: ['matched number 0.00'],
  wrongAmount: ['amountDiffers amount -1000.00'],
  duplicate: ['matched number 0.00', 'duplicate sameOrder -'],
  unknown: ['statementOnly unknownNumber -'],
  unreadable: ['notRead amountUnreadable -'],
  refunded: ['matched number 0.00'],
  refund: ['matched refund 0.00'],
}

describe('a statement is read as its bank writes it', () => {
  test.each(Object.entries(BANK_LAYOUTS))('%s', async (_, content) => {
    const { preview, summary, rows, lookups } = await reconciled(content())
    const told = rows.flatMap(({ line, bucket, reason, difference }) =>
      line === null ? [] : { is: SAMPLE_LINES[line.index]!.is, outcome: `${bucket} ${reason} ${difference ?? '-'}` },
    )
    const found = Object.fromEntries(
      Array.from(
        Map.groupBy(told, ({ is }) => is),
        ([is, some]) => [is, some.map(({ outcome }) => outcome)],
      ),
    )
    expect({ found, columns: preview.columns.map(({ title, role }) => `${title}=${role}`) }).toEqual({
      found: EXPECTED,
      columns: expect.anything(),
    })
    expect(rows.filter(({ line }) => line === null).map(({ order }) => order?.merchantOrderNo)).toEqual(['INV-2026-0006'])
    expect(summary.equation).toEqual({
      lineTotal: '1787000.00',
      lineRest: '0.00',
      orderTotal: '1599000.00',
      orderRest: '0.00',
      difference: '188000.00',
      hasAmounts: true,
      unreadLines: 1,
    })
    expect(preview.days ?? { from: '2026-11-21', to: '2026-11-21' }).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(lookups.length).toBeGreaterThan(0)
  })

  test('the balances of MT940 and CAMT.053 are checked against the lines that were read', async () => {
    for (const format of ['MT940', 'CAMT.053']) {
      const content = Object.entries(BANK_LAYOUTS).find(([name]) => name.startsWith(format))![1]()
      // The unread line is what is missing.
      expect((await reconciled(content)).summary.balance).toEqual({ isRight: false, difference: '-75000.00' })
    }
  })
})

test('an order of a list becomes what is compared', () => {
  expect(
    comparedOrder({
      id: '1',
      type: 'PAYOUT',
      receiveAccount: '12345678',
      accountNumber: '9',
      paidAmount: null,
      payAmount: '5.00',
    } as never),
  ).toMatchObject({
    account: '12345678',
    amount: '5.00',
  })
})
