import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ChoiceField } from '../../src/forms/ChoiceField.tsx'

afterEach(cleanup)

const BANKS = [
  { value: '014', label: 'BCA' },
  { value: '008', label: 'Mandiri' },
  { value: '009', label: 'BNI' },
]

function Form({ unlisted, onSubmit }: { unlisted?: 'judged'; onSubmit(value: string): void }) {
  const [value, setValue] = useState('014')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for whatever hears the keys of a form
    <div onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && onSubmit(value)}>
      <ChoiceField
        label="Bank"
        name="bankCode"
        choices={BANKS}
        value={value}
        onValue={setValue}
        words={{ nothing: 'None', open: 'Open' }}
        {...(unlisted === undefined ? {} : { unlisted })}
      />
      <button type="button">Next</button>
      <output aria-label="chosen">{value}</output>
    </div>
  )
}

/** Types over what stands in the field and goes on by a key; then this is in the form, and that in the field. */
async function leaves(keys: string, left: { value: string; shown: string }, unlisted?: 'judged') {
  const user = userEvent.setup()
  render(<Form onSubmit={() => {}} {...(unlisted === undefined ? {} : { unlisted })} />)
  await user.tab()
  await user.keyboard(keys)
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const found = () => ({ value: screen.getByLabelText('chosen').textContent, shown: field.value })
  // The list closes first, and with it goes what was typed.
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await waitFor(() => expect(found()).toEqual(left))
  cleanup()
}

test('a part of a name that leaves one choice is that choice, by whichever key the field is left', async () => {
  for (const key of ['{Enter}', '{Tab}', '{Control>}{Enter}{/Control}']) {
    await leaves(`man${key}`, { value: '008', shown: 'Mandiri' })
  }
})

test('a part that leaves several is none of them, unless the arrows stand on one', async () => {
  await leaves('b{Tab}', { value: 'b', shown: 'b' }, 'judged')
  await leaves('b{ArrowDown}{Tab}', { value: '009', shown: 'BNI' }, 'judged')
})

test('what is no choice is never what was chosen before, where the form judges it', async () => {
  await leaves('xyz{Tab}', { value: 'xyz', shown: 'xyz' }, 'judged')
  await leaves('xyz{Tab}', { value: '014', shown: 'BCA' })
})

test('what Escape has left is not taken', async () => {
  await leaves('man{Escape}{Tab}', { value: '014', shown: 'BCA' })
})

test('the key that submits the form is heard by it, also while the choices stand open', async () => {
  const user = userEvent.setup()
  const sent: string[] = []
  render(<Form onSubmit={(value) => sent.push(value)} />)
  await user.tab()
  await user.keyboard('man{Control>}{Enter}{/Control}')
  expect(sent).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})
