import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { TestApp } from '../app.tsx'

const NEXT = '{Control>}{Enter}{/Control}'

/** Withdraws 1,500,000.00 IDR by keyboard from any page, and stops where it is on hold. */
export async function withdrawOnHold({ user }: TestApp): Promise<void> {
  await user.keyboard('nw')
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('payAmount'))
  await user.keyboard(`1500000${NEXT}`)
  await screen.findByRole('heading', { name: /^Review (withdrawal|transfer|recharge)$/ })
  await user.keyboard(`Paydesk-Money1${NEXT}`)
  await screen.findByRole('heading', { name: 'Withdrawal scheduled' })
}
