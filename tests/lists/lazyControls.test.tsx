import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openConsole } from './openConsole.tsx'

/** Everything exposed to users and screen readers. */
const heard = (button: HTMLElement) => ({
  role: button.getAttribute('role'),
  label: button.getAttribute('aria-label'),
  opens: button.getAttribute('aria-haspopup'),
  isExpanded: button.getAttribute('aria-expanded'),
  type: button.getAttribute('type'),
  tabIndex: button.tabIndex,
  looks: [button.className, button.parentElement?.className, button.innerHTML],
})

test.each([
  ['Date Range', 'button', 'dialog'],
  ['Status', 'combobox', 'dialog'],
  ['Account menu', 'button', 'menu'],
])('%s has the same markup before and after it was first opened', async (name, role, popup) => {
  const { press, shows } = await openConsole()
  await shows(1, 'INV')
  const control = () => screen.getByRole(role, { name: new RegExp(`^${name}`) })
  const before = heard(control())
  expect(before).toMatchObject({ opens: popup, isExpanded: 'false', tabIndex: 0 })
  control().focus()
  await press('{Enter}')
  await waitFor(() => expect(screen.queryAllByRole(popup)).toHaveLength(1))
  await press('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(control()))
  await waitFor(() => expect(heard(control())).toEqual(before))
})
