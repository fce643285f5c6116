import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ListedRow } from '#contract/rows/listedRow.ts'
import { TimeLeft } from '../../src/detail/TimeLeft.tsx'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { createTestConsole } from '../palette/testConsole.ts'

const CREATED = '2026-11-20T10:00:00+07:00'

/** The text of a row that was created 20 minutes ago. */
async function textOf(row: Partial<ListedRow>) {
  const { console } = await createTestConsole()
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse(CREATED) + 20 * 60_000)
  const { container, unmount } = render(
    <ConsoleProvider console={console}>
      <TimeLeft row={{ id: '1', createTime: CREATED, expiryPeriod: 60, ...row }} />
    </ConsoleProvider>,
  )
  const text = container.textContent
  unmount()
  return text
}

test.each([
  ['RECHARGE_ONLINE', 'CREATED', '60 · 40 min left'],
  ['RECHARGE_ONLINE', 'SUCCESS', '60'],
  ['RECHARGE_OFFLINE', 'CREATED', '60 · 40 min left'],
  ['RECHARGE_OFFLINE', 'PENDING_CHECK', '60 · 40 min left'],
  ['RECHARGE_OFFLINE', 'EXPIRED', '60'],
  ['PAYIN', 'CREATED', '60'],
  ['PAYIN', 'PENDING', '60 · 40 min left'],
  ['PAYIN', 'CONFIRMING', '60'],
  [null, 'PENDING', '60 · 40 min left'],
])('the time left of a %s in %s is: %s', async (type, status, shown) => {
  expect(await textOf({ type, status } as Partial<ListedRow>)).toBe(shown)
})

test('without an expiry period there is no time left', async () => {
  expect(await textOf({ type: 'RECHARGE_ONLINE', status: 'CREATED', expiryPeriod: null })).toBe('')
})
