import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answered, type Desk, firstRow, here, openDesk } from '../console.tsx'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const asked = async (name: RegExp, keys: string) => {
  await screen.findByRole('combobox', { name })
  await desk.user.keyboard(keys)
}
const params = () => new URLSearchParams(desk.address().split('?')[1])

test('a filter is kept under a name, is there in another browser, and is nobody else’s', async () => {
  const { user } = desk
  await desk.sitDown('merchant', { address: '/transaction/payin' })
  await firstRow()
  await user.keyboard('tm')
  await answered()
  await user.keyboard('vs')
  await asked(/Name of the view/, 'Month end{Enter}')
  await asked(/What to keep/, '{Enter}')
  await screen.findAllByText('View “Month end” saved')
  await waitFor(() => expect(here()?.row).toBe(1))

  // Another browser: it remembers nothing.
  await desk.sitDown('merchant', { address: '/account/detail?dates=all' })
  await firstRow()
  await user.keyboard('gl')
  await asked(/View/, 'month{Enter}')
  await waitFor(() => expect([desk.address().split('?')[0], params().get('dates')]).toEqual(['/transaction/payin', 'month']))
  await firstRow()
  await user.keyboard('{Control>}k{/Control}delete a saved{Enter}')
  await asked(/View/, '{Enter}')
  await screen.findAllByText('View “Month end” deleted')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).not.toBeNull())
  await user.keyboard('u')
  await screen.findAllByText('Undone: view “Month end” deleted')

  await desk.sitDown('submerchant', { address: '/transactionsub/payin-sub?dates=all' })
  await firstRow()
  await user.keyboard('gl')
  await screen.findAllByText(/No view is saved yet/)
})

test('a callback is sent again, and the next one by a dot', async () => {
  const { user } = desk
  await desk.sitDown('merchant', { address: '/transaction/payin?dates=all&status=SUCCESS' })
  await firstRow()
  const sent = () => desk.calls.filter((call) => call === 'POST /api/transaction/payin/notify').length
  await user.keyboard('w')
  await waitFor(() => expect(sent()).toBe(1))
  await user.keyboard('j.')
  await waitFor(() => expect(sent()).toBe(2))
  expect(here()?.row).toBe(2)
})
