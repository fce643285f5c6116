import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PaymentCountdown } from '../../src/screens/money/recharge/instructions.tsx'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { createTestConsole } from '../palette/testConsole.ts'

const CREATED = '2026-11-20T10:00:00+07:00'

/** A recharge that expires after a quarter of an hour, on a page that the test gives the time of. */
async function openCountdown(expiryPeriod: number | null) {
  const { console } = await createTestConsole()
  await console.i18n.open('money')
  const time = { now: Date.parse(CREATED) + 30_000 }
  vi.spyOn(Date, 'now').mockImplementation(() => time.now)
  const { container } = render(
    <ConsoleProvider console={console}>
      <PaymentCountdown movement={{ createTime: CREATED, expiryPeriod }} />
    </ConsoleProvider>,
  )
  return { time, container }
}

test('the time left to pay counts down by the clock of the gateway, until it is up', async () => {
  const { time, container } = await openCountdown(15)
  expect(screen.getByRole('timer').textContent).toBe('· 14:30 left')
  time.now += 10_000
  await screen.findByText('· 14:20 left')
  time.now += 14 * 60_000 + 20_000
  await screen.findByText('time is up')
  expect(container.querySelector('[role=timer]')).toBeNull()
})

test('a recharge that does not expire has no time left', async () => {
  const { container } = await openCountdown(null)
  expect(container.textContent).toBe('')
})
