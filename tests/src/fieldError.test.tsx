import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TextField } from '../../src/ui/fields/TextField.tsx'

afterEach(cleanup)

const Amount = ({ error }: { error: string | null }) => (
  <TextField label="Amount" name="amount" value="" onValue={() => {}} error={error} />
)

test('An error is announced when its field has the focus already; otherwise it is read when the focus arrives', () => {
  const { rerender } = render(<Amount error={null} />)
  const field = screen.getByRole('textbox', { name: 'Amount' })
  const description = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
  rerender(<Amount error="Required" />)
  expect([screen.queryByRole('alert'), description()]).toEqual([null, 'Required'])
  rerender(<Amount error={null} />)
  field.focus()
  rerender(<Amount error="Required" />)
  const alert = screen.getByRole('alert')
  expect([alert.textContent, description()]).toEqual(['Required', 'Required'])
  // Another error is an alert of its own, since a text that changes inside of one may not be announced.
  rerender(<Amount error="Too much" />)
  expect([screen.getByRole('alert').textContent, alert.isConnected]).toEqual(['Too much', false])
})
