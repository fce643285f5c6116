import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '../../src/notices/ToastRegion.tsx'
import { createToasts, NOTICE_MS, type Toast } from '../../src/notices/toasts.ts'
import { ConsoleProvider } from '../../src/useConsole.tsx'
import { createTestConsole } from '../palette/testConsole.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function regionWith(...said: Toast[]) {
  const { console } = await createTestConsole()
  const toasts = createToasts({ now: Date.now })
  for (const toast of said) toasts.show(toast)
  render(
    <ConsoleProvider console={{ ...console, toasts }}>
      <ToastRegion />
    </ConsoleProvider>,
  )
  await pass(0)
  return toasts
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = (text: string) => screen.queryAllByText(text).length > 0
const box = (text: string) => {
  const found = screen.getAllByText(text).map((one) => one.closest('[data-base-ui-toast], [role=dialog], [role=alertdialog]'))
  return found.find((one) => one !== null) as HTMLElement
}

test('a toast is shown for a second and a half', async () => {
  await regionWith({ tone: 'done', text: 'Copied' })
  await pass(NOTICE_MS - 1)
  expect(shown('Copied')).toBe(true)
  await pass(1)
  await pass(500)
  expect(shown('Copied')).toBe(false)
})

test('hovering keeps a toast', async () => {
  await regionWith({ tone: 'done', text: 'Copied' })
  const region = screen.getByRole('region')
  fireEvent.mouseEnter(region)
  fireEvent.mouseMove(region)
  await pass(10_000)
  expect(shown('Copied')).toBe(true)
  fireEvent.mouseLeave(region)
  await pass(NOTICE_MS + 500)
  expect(shown('Copied')).toBe(false)
})

test('focusing keeps a toast', async () => {
  await regionWith({ tone: 'done', text: 'Copied' })
  fireEvent.keyDown(document.body, { key: 'F6' })
  expect(screen.getByRole('region')).toBe(document.activeElement)
  await pass(10_000)
  expect(shown('Copied')).toBe(true)
})

test('a toast about money stays until it is dismissed', async () => {
  await regionWith({ tone: 'error', title: 'Error Message', text: 'No answer', stays: true })
  await pass(10_000)
  expect(shown('No answer')).toBe(true)
  fireEvent.click(box('No answer').querySelector('button') as HTMLElement)
  await pass(500)
  expect(shown('No answer')).toBe(false)
})

test('a toast about money is removed when it is settled, and hidden toasts do not return', async () => {
  const toasts = await regionWith(
    { tone: 'error', text: 'Wrong password', stays: true, topic: 'C1' },
    { tone: 'error', text: 'No answer', stays: true, topic: 'C2' },
    { tone: 'done', text: 'Copied' },
  )
  await pass(10_000)
  act(() => toasts.dismiss('C1'))
  await pass(500)
  expect([shown('Wrong password'), shown('No answer'), shown('Copied')]).toEqual([false, true, false])
})
