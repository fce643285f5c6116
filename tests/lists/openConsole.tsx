import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { FEATURES } from '#contract/features.ts'
import { App } from '../../src/app/App.tsx'
import { createCore } from '../../src/app/wiring/createCore.ts'
import { liveRegions } from '../liveRegions.ts'
import { pageWindow } from '../pageWindow.ts'
import { createFakeGateway, type FakeGateway } from './fakeGateway.ts'

export const MERCHANT = ['user', 'normal', 'transaction', 'payin', 'payin_notify', 'payin_action', 'payin_export', 'va_lookup']

interface Opening {
  address?: string
  permissions?: string[]
  gateway?: FakeGateway
  /** Stored values by key without prefix. */
  remembered?: Record<string, unknown>
}

/** Opens a complete, signed-in console over a fake gateway, operated by keyboard. */
export async function openConsole({
  address = '/transaction/payin',
  permissions = MERCHANT,
  gateway = createFakeGateway(),
  remembered = {},
}: Opening = {}) {
  localStorage.clear()
  localStorage.setItem('antd-pro-authority', JSON.stringify(permissions))
  localStorage.setItem('token', 'token')
  localStorage.setItem('currentLocaleKey', 'en')
  localStorage.setItem('paydesk.features', JSON.stringify(FEATURES))
  for (const [key, value] of Object.entries(remembered)) localStorage.setItem(`paydesk.${key}`, JSON.stringify(value))
  window.history.replaceState(null, '', `#${address}`)
  const regions = liveRegions()
  document.body.replaceChildren(regions.polite, regions.assertive)
  // What is announced may be replaced a moment later.
  const politeTexts: string[] = []
  const listener = new MutationObserver(() => politeTexts.push(regions.polite.textContent))
  listener.observe(regions.polite, { childList: true })
  const left = new AbortController()
  const wired = await createCore({
    window: pageWindow(left.signal),
    fetch: gateway.fetch,
    regions,
    reload: () => {},
    analyticsUrl: undefined,
    reportingHost: 'demo.console.invalid',
  })
  onTestFinished(() => {
    left.abort()
    listener.disconnect()
    // A late answer must not lead the next page to the sign-in.
    wired.core.session.stop()
  })
  render(<App {...wired} />)
  const user = userEvent.setup()
  const grid = () => screen.getByRole('grid')
  const rows = () => within(grid()).getAllByRole('row').slice(1)
  const row = (n: number) => rows().find((one) => one.getAttribute('aria-rowindex') === String(n + 1)) ?? null
  // The screen and the key handling are loaded on demand. The key hints are the last part.
  await screen.findByRole('grid', {}, { timeout: 20_000 })
  await waitFor(() => document.querySelector('[data-hints]') ?? fail('no key does anything'), { timeout: 20_000 })
  return {
    ...wired,
    gateway,
    user,
    regions,
    /** All texts announced politely so far, in order. */
    announced: (): readonly string[] => politeTexts,
    grid,
    /** The rendered rows without the header. */
    rows,
    /** A row of the result by number, from 1. */
    row,
    /** The rendered order numbers in order. */
    numbers: () => rows().map((one) => within(one).getByRole('rowheader').textContent),
    cell: (n: number, column: string) => row(n)?.querySelector(`[data-column="${column}"]`)?.textContent ?? null,
    /** The focused row number and column, or another focused element. */
    focus() {
      const at = document.activeElement
      const column = at?.closest('[data-column]')?.getAttribute('data-column')
      const index = Number(at?.closest('[role="row"]')?.getAttribute('aria-rowindex'))
      return column == null ? nameOf(at) : `${index - 1} ${column}`
    },
    press: (keys: string) => user.keyboard(keys),
    query: () => new URLSearchParams(window.location.hash.split('?')[1] ?? ''),
    /** Waits until the row shows this order. */
    shows: (n: number, number: string) =>
      waitFor(() => row(n)?.textContent?.includes(number) || fail(`no ${number} in row ${n}`)),
    /** Waits until pending work is done. */
    settle: () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 0))),
  }
}

const fail = (text: string): never => {
  throw new Error(text)
}

const nameOf = (element: Element | null): string =>
  element === null
    ? 'nothing'
    : `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent}`
