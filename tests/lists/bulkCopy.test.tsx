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

test('copying a selection of all rows fetches them, without the deselected ones', async () => {
  const { press, copied, gateway } = await openAll(1_205)
  await press('x')
  await press('{Control>}c{/Control}')
  await screen.findByText('1,204 rows copied')
  const lines = (await copied()).split('\n')
  expect(lines).toHaveLength(1_204)
  expect(lines.some((line) => line.includes('INV-2026-000000'))).toBe(false)
  expect(gateway.callsTo('/api/transaction/payin').filter(({ query }) => query.get('limit') === '1000')).toHaveLength(2)
})

test('links of all rows are copied the same way', async () => {
  const { press, copied } = await openAll(60)
  await press('yl')
  await screen.findByText('60 links copied')
  expect(new Set((await copied()).split('\n')).size).toBe(60)
})

test('copying shows its progress, can be cancelled, and returns the focus to the rows', async () => {
  const { press, gateway, focus } = await openAll(1_205)
  const held = gateway.hold('/api/transaction/payin')
  await press('{Control>}c{/Control}')
  await screen.findByRole('progressbar', { name: 'Copy everything' })
  screen.getByText('Fetching rows: 0 of 1,205').closest('section')?.querySelector('button')?.click()
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Copy everything' })).toBeNull())
  held.release()
  expect(focus()).toMatch(/^1 /)
})

test('a selection above the limit is not fetched', async () => {
  const { press, gateway } = await openAll(60_000)
  await press('{Control>}c{/Control}')
  await screen.findAllByText(/Up to 50,000 rows/)
  // Requests for pages of the list and for the total.
  expect(gateway.callsTo('/api/transaction/payin').every(({ query }) => ['10', '1'].includes(query.get('limit') ?? ''))).toBe(
    true,
  )
})

test('a copy that needs a user gesture waits for a key', async () => {
  const { press } = await openAll(60)
  const write = vi.spyOn(window.navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('too late'))
  await press('{Control>}c{/Control}')
  // The bar of the selection has a button with that name, too.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
  await press('{Enter}')
  await screen.findByText('60 rows copied')
  write.mockRestore()
})
