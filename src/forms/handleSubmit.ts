import type { FormEvent } from 'react'

/** The submit handler of a form that the browser must not send. */
export const handleSubmit = (submit: () => void) => (event: FormEvent) => {
  event.preventDefault()
  submit()
}
