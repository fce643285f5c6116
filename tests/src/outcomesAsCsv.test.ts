import { expect, test } from 'vitest'
import type { RunRow } from '../../src/runs/runRecord.ts'
import { outcomesAsCsv } from '../../src/screens/runs/outcomesAsCsv.ts'

test('numbers of orders stay text in a spreadsheet, amounts stay numbers, and no text is a formula', () => {
  const row = {
    merchantOrderNo: '2026112100001234',
    platOrderNo: '2611210900001234567',
    payAmount: '-1000.00',
    currency: 'IDR',
  }
  const outcome = { row, state: 'failed', text: '=cmd|1, "no"', at: null, key: 'K1' } as unknown as RunRow
  const [, line] = outcomesAsCsv([outcome], 'payin', ((key: string) => key) as never).split('\r\n')
  expect(line).toBe(`"=""2026112100001234""","=""2611210900001234567""",-1000.00,IDR,runs.row.failed,"'=cmd|1, ""no""",,K1`)
})
