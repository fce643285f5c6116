import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ConfirmDialog } from '../../src/ui/ConfirmDialog.tsx'

const nothing = () => {}
const WORDS = { title: 'Leave?', back: 'Stay', confirm: 'Leave', width: 400 }

function Page({ open }: { open: boolean }) {
  return (
    <>
      <main id="main" tabIndex={-1}>
        <input aria-label="behind" />
      </main>
      <ConfirmDialog open={open} onBack={nothing} onConfirm={nothing} {...WORDS}>
        It is lost.
      </ConfirmDialog>
    </>
  )
}

const named = (name: string) => screen.getByRole('button', { name })

test('a step that mounts late does not take the focus from the dialog above it', async () => {
  const { rerender } = render(<Page open={false} />)
  const behind = screen.getByRole('textbox', { name: 'behind' })
  rerender(<Page open />)
  await waitFor(() => expect(document.activeElement).toBe(named('Stay')))
  await waitFor(() => expect(behind.closest('[aria-hidden="true"]')).not.toBeNull())
  behind.focus()
  expect(document.activeElement).toBe(named('Stay'))
  await userEvent.tab()
  expect(document.activeElement).toBe(named('Leave'))
  behind.focus()
  expect(document.activeElement).toBe(named('Leave'))
  await userEvent.tab()
  await waitFor(() => expect(document.activeElement).toBe(named('Stay')))

  rerender(<Page open={false} />)
  behind.focus()
  expect(document.activeElement).toBe(behind)
})
