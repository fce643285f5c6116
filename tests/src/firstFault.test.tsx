import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusFirstError } from '../../src/forms/useFocusFirstError.ts'

afterEach(cleanup)

function Form({ objections }: { objections: number }) {
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstError(form, objections)
  return (
    <form ref={form}>
      <input aria-label="right" defaultValue="BCA" />
      <input aria-label="wrong" defaultValue="12x" aria-invalid />
      <input aria-label="wrong as well" defaultValue="y" aria-invalid />
    </form>
  )
}

const named = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test('each new set of faults focuses the first wrong field and selects its text', () => {
  const { rerender } = render(<Form objections={0} />)
  for (let times = 0; times < 2; times++) {
    named('right').focus()
    rerender(<Form objections={times + 1} />)
    const wrong = named('wrong')
    expect([document.activeElement, wrong.selectionStart, wrong.selectionEnd]).toEqual([wrong, 0, 3])
  }
})

test('a wrong field that has the focus already keeps its selection', () => {
  const { rerender } = render(<Form objections={0} />)
  named('wrong').setSelectionRange(2, 2)
  rerender(<Form objections={1} />)
  expect([document.activeElement, named('wrong').selectionStart]).toEqual([named('wrong'), 2])
})
