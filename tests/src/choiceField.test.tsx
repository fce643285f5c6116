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
  { value: '0091', label: 'BNI Syariah' },
]

function Form({ unlisted, onSubmit }: { unlisted?: 'validated'; onSubmit(value: string): void }) {
  const [value, setValue] = useState('014')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the key handler of a form
    <div onKeyDown={(event) => event.key === 'Enter' && event.ctrlKey && onSubmit(value)}>
      <ChoiceField
        label="Bank"
        name="bankCode"
        choices={BANKS}
        value={value}
        onValue={setValue}
        labels={{ nothing: 'None', open: 'Open' }}
        {...(unlisted === undefined ? {} : { unlisted })}
      />
      <button type="button">Next</button>
      <output aria-label="chosen">{value}</output>
    </div>
  )
}

/** Types into the field and leaves it by a key. Expects the value of the form and the text of the field. */
async function expectAfter(keys: string, left: { value: string; shown: string }, unlisted?: 'validated') {
  const user = userEvent.setup()
  render(<Form onSubmit={() => {}} {...(unlisted === undefined ? {} : { unlisted })} />)
  await user.tab()
  await user.keyboard(keys)
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const found = () => ({ value: screen.getByLabelText('chosen').textContent, shown: field.value })
  // The list closes first, which resets the typed text.
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await waitFor(() => expect(found()).toEqual(left))
  cleanup()
}

test('a part of a name that matches one choice selects it, whichever key leaves the field', async () => {
  for (const key of ['{Enter}', '{Tab}', '{Control>}{Enter}{/Control}']) {
    await expectAfter(`man${key}`, { value: '008', shown: 'Mandiri' })
  }
})

test('a part that matches several choices selects none, unless the arrow keys are on one', async () => {
  await expectAfter('b{Tab}', { value: 'b', shown: 'b' }, 'validated')
  await expectAfter('b{ArrowDown}{Tab}', { value: '009', shown: 'BNI' }, 'validated')
})

test('a whole name or value selects its choice, also as a part of another choice', async () => {
  for (const key of ['{Tab}', '{Control>}{Enter}{/Control}']) {
    await expectAfter(` bni ${key}`, { value: '009', shown: 'BNI' })
    await expectAfter(`009${key}`, { value: '009', shown: 'BNI' })
    await expectAfter(`bni s${key}`, { value: '0091', shown: 'BNI Syariah' })
  }
})

test('a text that matches no choice replaces the previous choice if the form validates it', async () => {
  await expectAfter('xyz{Tab}', { value: 'xyz', shown: 'xyz' }, 'validated')
  await expectAfter('xyz{Tab}', { value: '014', shown: 'BCA' })
})

test('a text cancelled by Escape is not taken', async () => {
  await expectAfter('man{Escape}{Tab}', { value: '014', shown: 'BCA' })
})

test('the form gets its submit key while the choices are open', async () => {
  const user = userEvent.setup()
  const sent: string[] = []
  render(<Form onSubmit={(value) => sent.push(value)} />)
  await user.tab()
  await user.keyboard('man{Control>}{Enter}{/Control}')
  expect(sent).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})
