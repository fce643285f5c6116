import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRow, focusedRow, listLoaded, startApp, type TestApp } from '../app.tsx'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const asked = async (name: RegExp, keys: string) => {
  await screen.findByRole('combobox', { name })
  await app.user.keyboard(keys)
}
const params = () => new URLSearchParams(app.address().split('?')[1])

test('A filter saved as a view is available in another browser, and only to the same account', async () => {
  const { user } = app
  // On the first days of a month the demo has none of it.
  await app.gateway.payin('M10000001', 'VIEW-1', 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await firstRow()
  await user.keyboard('tm')
  await listLoaded()
  await user.keyboard('vs')
  await asked(/View name/, 'Month end{Enter}')
  await asked(/What to save/, '{Enter}')
  await screen.findAllByText('View “Month end” saved')
  await waitFor(() => expect(focusedRow()?.row).toBe(1))

  // Another browser, with empty storage.
  await app.openAs('merchant', { address: '/account/detail?dates=all' })
  await firstRow()
  await user.keyboard('gl')
  await asked(/View/, 'month{Enter}')
  await waitFor(() => expect([app.address().split('?')[0], params().get('dates')]).toEqual(['/transaction/payin', 'month']))
  await firstRow()
  await user.keyboard('{Control>}k{/Control}delete a saved{Enter}')
  await asked(/View/, '{Enter}')
  await screen.findAllByText('View “Month end” deleted')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).not.toBeNull())
  await user.keyboard('u')
  await screen.findAllByText('Undone: View “Month end” deleted')

  await app.openAs('submerchant', { address: '/transactionsub/payin-sub?dates=all' })
  await firstRow()
  await user.keyboard('gl')
  await screen.findAllByText(/No saved views yet/)
})

test('A callback is sent again, and a dot repeats that for the next row', async () => {
  const { user } = app
  await app.openAs('merchant', { address: '/transaction/payin?dates=all&status=SUCCESS' })
  await firstRow()
  const sent = () => app.calls.filter((call) => call === 'POST /api/transaction/payin/notify').length
  await user.keyboard('w')
  await waitFor(() => expect(sent()).toBe(1))
  await user.keyboard('j.')
  await waitFor(() => expect(sent()).toBe(2))
  expect(focusedRow()?.row).toBe(2)
})
