import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeGateway, orderOf } from './fakeGateway.ts'
import { MERCHANT, openConsole } from './openConsole.tsx'

/** Orders as another gateway may send them: numeric ids, few fields, a status of its own. */
const foreignRows = [0, 1, 2].map((n) => ({
  id: 1000 + n,
  merchantOrderNo: orderOf(n).merchantOrderNo,
  payAmount: 12_500 + n,
  status: 'SETTLED_ODD',
  createTime: `2026-11-21 08:15:3${n}`,
}))

const PATH = '/api/transaction/payin'

async function openForeignList(address?: string) {
  const gateway = createFakeGateway()
  // It ignores every filter.
  gateway.answer(PATH, () => ({ data: { list: foreignRows } }))
  return openConsole({ gateway, ...(address === undefined ? {} : { address }), permissions: MERCHANT })
}

test('rows with few fields are listed, and their times are those of WIB', async () => {
  const { shows, cell, rows, press, focus } = await openForeignList()
  await shows(1, orderOf(0).merchantOrderNo!)
  expect(rows()).toHaveLength(3)
  expect(cell(2, 'createTime')).toBe('2026-11-21 08:15:31')
  expect(cell(2, 'payAmount')).toBe('12,501.00')
  expect(cell(2, 'status')).toBe('SETTLED_ODD')
  await press('j')
  expect(focus()).toMatch(/^2 /)
})

test('the order that was opened is shown, whatever filter the gateway ignores', async () => {
  const { press, shows, gateway } = await openForeignList()
  await shows(1, orderOf(0).merchantOrderNo!)
  await press('jj{Enter}')
  const record = await screen.findByRole('region', { name: 'Record' })
  await within(record).findByRole('heading', { name: orderOf(2).merchantOrderNo! })
  expect(record.textContent).not.toMatch(/undefined|NaN|Invalid|null/)
  // The gateway judges an action on a status that is not ours.
  await press('w')
  await waitFor(() => expect(gateway.callsTo('/api/transaction/payin/notify')).toHaveLength(1))
})

test('an order by address that is not among the rows is not found', async () => {
  const { shows } = await openForeignList('/transaction/payin?open=4711')
  await shows(1, orderOf(0).merchantOrderNo!)
  await waitFor(() => expect(screen.queryByRole('heading', { name: orderOf(0).merchantOrderNo! })).toBeNull())
})
