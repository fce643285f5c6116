import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FilterMultiSelect } from '../../src/forms/FilterMultiSelect.tsx'

afterEach(cleanup)

const STATUSES = [
  { value: 'SUCCESS', label: 'Thành công' },
  { value: 'FAILED', label: 'Thất bại' },
  { value: 'CLOSED', label: 'Đã đóng' },
]

test.each([
  ['a label without its accents', 'that', 'FAILED'],
  ['a letter with a stroke', 'da dong', 'CLOSED'],
  ['another case', 'THÀNH', 'SUCCESS'],
  ['full-width letters', 'ｔｈａｔ', 'FAILED'],
  ['the value of the gateway', 'closed', 'CLOSED'],
])('a choice is found by %s', async (_, typed, value) => {
  const chosen = vi.fn()
  const user = userEvent.setup()
  render(<FilterMultiSelect label="Status" name="status" choices={STATUSES} chosen={[]} excluded={[]} onChoose={chosen} />)
  await user.click(screen.getByRole('combobox', { name: /^Status/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Status' }), `${typed}{Enter}`)
  expect(chosen).toHaveBeenCalledWith([value])
})
