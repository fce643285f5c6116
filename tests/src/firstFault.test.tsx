import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { useFirstFault } from '../../src/forms/useFirstFault.ts'

function Form({ faults }: { faults: object }) {
  const form = useRef<HTMLFormElement>(null)
  useFirstFault(form, faults)
  return (
    <form ref={form}>
      <input aria-label="right" defaultValue="BCA" />
      <input aria-label="wrong" defaultValue="12x" aria-invalid />
      <input aria-label="wrong as well" defaultValue="y" aria-invalid />
    </form>
  )
}

test('each time faults were found the first wrong field has the focus, ready to be typed over', () => {
  const { rerender } = render(<Form faults={{}} />)
  for (let times = 0; times < 2; times++) {
    screen.getByLabelText<HTMLInputElement>('right').focus()
    rerender(<Form faults={{}} />)
    const wrong = screen.getByLabelText<HTMLInputElement>('wrong')
    expect([document.activeElement, wrong.selectionStart, wrong.selectionEnd]).toEqual([wrong, 0, 3])
  }
})
