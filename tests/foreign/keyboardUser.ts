import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { firstRow, focusedRow, type TestConsole } from '../app.tsx'

export const SUBMIT = '{Control>}{Enter}{/Control}'
const PALETTE = '{Control>}k{/Control}'

export const focused = () => document.activeElement as HTMLElement
const labelOf = (element: Element | null): string =>
  (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent) ?? ''

/** A field of the open dialog, otherwise of the page. Notices are dialogs for screen readers alone. */
export const field = (name: string): HTMLInputElement | null =>
  (document.querySelector('[data-layer=dialog]') ?? document).querySelector<HTMLInputElement>(`[name="${name}"]`)

export const focusedOn = (label: string | RegExp) => waitFor(() => expect(labelOf(focused())).toMatch(label))
export const heading = (name: string | RegExp) => screen.findByRole('heading', { name })

export const savedNoticeGone = () => waitFor(() => expect(screen.queryByText('Saved')).toBeNull())

/** Makes a change and expects the notice of it, when that of an earlier change is gone. */
export async function expectSaved(change: () => Promise<void>): Promise<void> {
  await savedNoticeGone()
  await change()
  await screen.findByText('Saved')
}

/** What a user does by keyboard in any console. */
export function keyboardUser(app: TestConsole) {
  const press = (keys: string) => app.user.keyboard(keys)

  async function go(address: string) {
    window.location.hash = address
    await waitFor(() => expect(app.address().split('?')[0]).toBe(address.split('?')[0]))
  }

  async function openPalette() {
    await press(PALETTE)
    await waitFor(() => expect(focused().getAttribute('role')).toBe('combobox'))
  }

  /** Types a number into the palette and runs it, until the palette closes; leaves the palette if there is no such order. */
  async function ask(number: string) {
    await openPalette()
    await app.user.paste(number)
    await press('{Enter}')
    const isOpen = () => document.querySelector('[role=dialog] [role=combobox]') !== null
    const isMissing = () => isOpen() && document.body.textContent.includes(`No order found for ${number}`)
    const isSearching = () => document.querySelector('[role=option][data-value=lookup]') !== null
    await waitFor(() => expect(isOpen() && isSearching()).toBe(false))
    // One press waits for a slow search only for a limited time.
    if (isOpen() && !isMissing()) await press('{Enter}')
    await waitFor(() => expect(!isOpen() || isMissing()).toBe(true))
    if (isMissing()) await press('{Escape}{Escape}')
    await waitFor(() => expect(isOpen()).toBe(false))
  }

  return {
    press,
    go,
    async openList(address: string) {
      await go(address)
      // Without a total, the number of rows is not known.
      await waitFor(() => expect(document.querySelector('[role=grid][aria-busy=false]')).not.toBeNull())
      await firstRow()
      await waitFor(() => expect(focusedRow()).not.toBeNull())
    },
    /** Runs a command by its title. */
    async run(title: string) {
      await openPalette()
      await app.user.paste(title)
      await waitFor(() => expect(document.querySelector('[role=option]')?.textContent).toContain(title))
      await press('{Enter}')
    },
    /** Opens an order by a number that is found, and expects this one. */
    async jump(number: string, title = number) {
      await ask(number)
      await within(await screen.findByRole('region', { name: 'Record' })).findByRole('heading', { name: title })
    },
    /** Asks for an order that the gateway may not find. Another one is never opened. */
    async ask(number: string) {
      await ask(number)
      const opened = () => screen.queryByRole('region', { name: 'Record' })
      await waitFor(() => expect([undefined, number]).toContain(opened()?.querySelector('h2')?.textContent))
    },
    async type(name: string, text: string) {
      await waitFor(() => expect(field(name)).not.toBeNull())
      await app.tabTo(field(name)!)
      await app.user.clear(field(name)!)
      await press(text)
    },
    async closeDetail() {
      // Escape closes what has the focus.
      await waitFor(() => expect(screen.getByRole('region', { name: 'Record' }).contains(focused())).toBe(true))
      await press('{Escape}')
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Record' })).toBeNull())
    },
    /** Presses a button of the open dialog. */
    async pressButton(dialog: string, name: string | RegExp) {
      const button = await within(await screen.findByRole('dialog', { name: dialog })).findByRole('button', { name })
      await app.tabTo(button)
      await press('{Enter}')
    },
    /** Confirms the question on the screen. */
    async confirm(title: string) {
      const question = await screen.findByRole('alertdialog', { name: title })
      await waitFor(() => expect(question.contains(focused())).toBe(true))
      await press(SUBMIT)
      await waitFor(() => expect(question.isConnected).toBe(false))
    },
  }
}
