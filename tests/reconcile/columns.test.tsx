import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { provideIndexedDb } from '../indexedDb.ts'
import { openConsole } from '../lists/openConsole.tsx'

provideIndexedDb()

const LINES = 'Date;Order No;Amount\n2026-11-20;NOBODY-4711;5.00'

/** Opens the columns of two pasted lines. */
async function openColumns() {
  const app = await openConsole()
  await app.press('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.paste(LINES)
  await waitFor(() => expect(document.querySelector('[data-layer=form][aria-busy=false]')).not.toBeNull())
  return app
}

const tolerance = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount tolerance' })
const stored = () => Object.values(JSON.parse(localStorage.getItem('paydesk.reconcile') ?? '{}')) as object[]

test('the tolerance keeps the typed text, is read as an amount, and is refused with an error', async () => {
  const { user, press } = await openColumns()
  await user.clear(tolerance())
  expect(tolerance().value).toBe('')
  await user.type(tolerance(), '0.5')
  expect(tolerance().value).toBe('0.5')
  expect(stored()).toMatchObject([{ context: { settings: { amountTolerance: '0.5' } } }])
  await user.clear(tolerance())
  await user.type(tolerance(), '1,000')
  expect(stored()).toMatchObject([{ context: { settings: { amountTolerance: '1000' } } }])
  await user.type(tolerance(), 'x')
  await press('{Control>}{Enter}{/Control}')
  expect(tolerance().value).toBe('1,000x')
  await screen.findByText('Enter an amount such as 1,500,000 or 1.5m')
})
