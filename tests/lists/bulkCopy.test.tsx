import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeGateway } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

async function openAll(total: number) {
  const gateway = createFakeGateway({ total })
  const opened = await openConsole({ gateway })
  await opened.shows(1, 'INV-2026-000000')
  await opened.press('{Control>}aa{/Control}')
  return { ...opened, copied: () => window.navigator.clipboard.readText() }
}

test('all that match are fetched to be copied, without those that were left out', async () => {
  const { press, copied, gateway } = await openAll(1_205)
  await press('x')
  await press('{Control>}c{/Control}')
  await screen.findByText('1,204 rows copied')
  const lines = (await copied()).split('\n')
  expect(lines).toHaveLength(1_204)
  expect(lines.some((line) => line.includes('INV-2026-000000'))).toBe(false)
  expect(gateway.callsTo('/api/transaction/payin').filter(({ query }) => query.get('limit') === '1000')).toHaveLength(2)
})

test('so are their links', async () => {
  const { press, copied } = await openAll(60)
  await press('yl')
  await screen.findByText('60 links copied')
  expect(new Set((await copied()).split('\n')).size).toBe(60)
})

test('it says how far it is, can be stopped, and the focus is on the rows again', async () => {
  const { press, gateway, focus } = await openAll(1_205)
  const held = gateway.hold('/api/transaction/payin')
  await press('{Control>}c{/Control}')
  await screen.findByRole('progressbar', { name: 'Copy everything' })
  screen.getByText('Fetching rows: 0 of 1,205').closest('section')?.querySelector('button')?.click()
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Copy everything' })).toBeNull())
  held.release()
  expect(focus()).toMatch(/^1 /)
})

test('more than a clipboard should hold is not fetched', async () => {
  const { press, gateway } = await openAll(60_000)
  await press('{Control>}c{/Control}')
  await screen.findAllByText(/No more than 50,000 rows/)
  // Pages of the list, and the total.
  expect(gateway.callsTo('/api/transaction/payin').every(({ query }) => ['10', '1'].includes(query.get('limit') ?? ''))).toBe(
    true,
  )
})

test('what the browser does not take any more waits for a key', async () => {
  const { press } = await openAll(60)
  const write = vi.spyOn(window.navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('too late'))
  await press('{Control>}c{/Control}')
  const button = await screen.findByRole('button', { name: 'Copy' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  await press('{Enter}')
  await screen.findByText('60 rows copied')
  write.mockRestore()
})
