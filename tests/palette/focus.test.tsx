import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Dialog } from '../../src/ui/Dialog.tsx'
import { focusOnArrival } from '../../src/ui/focus/focusOnArrival.ts'
import { payin } from './orders.ts'
import { focused, input, isOpen } from './paletteQueries.ts'
import { renderConsole } from './renderConsole.tsx'

const LISTED = [payin('2611210815300000001'), payin('2611210815300000002'), payin('2611210815300000003')]

test('closing restores the focus to the row', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  await user.keyboard('jj{Control>}k{/Control}{Escape}')
  expect(focused()).toBe('2611210815300000003')
})

test('the focus is restored after the palette is unmounted, not to a page still hidden behind it', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  await user.keyboard('{Control>}k{/Control}')
  const hidden: boolean[] = []
  const look = () => hidden.push(isOpen() || document.activeElement?.closest('[aria-hidden="true"]') !== null)
  document.addEventListener('focusin', look)
  await user.keyboard('{Escape}')
  document.removeEventListener('focusin', look)
  expect(hidden).toEqual([false])
})

test('a page that mounts while the user types into the palette leaves the focus there', async () => {
  let come = () => {}
  function Arriving() {
    const [isHere, setHere] = useState(false)
    come = () => setHere(true)
    return isHere ? (
      <a ref={focusOnArrival} href="#/">
        way on
      </a>
    ) : null
  }
  const { user } = await renderConsole({ listed: LISTED, beside: <Arriving /> })
  await user.keyboard('{Control>}k{/Control}ex')
  act(come)
  expect(screen.getByText('way on')).toBeTruthy()
  await user.keyboard('port')
  expect(input().value).toBe('export')
})

test('the focus returns to the new element of a row that was replaced', async () => {
  const { user, list } = await renderConsole({ listed: LISTED })
  await user.keyboard('j')
  const before = document.activeElement
  await user.keyboard('{Control>}k{/Control}')
  act(() => list?.replace(LISTED.map((order) => ({ ...order, updateTime: '2026-11-21T09:00:00+07:00' }))))
  await user.keyboard('{Escape}')
  expect(focused()).toBe('2611210815300000002')
  expect(document.activeElement).not.toBe(before)
  expect(before?.isConnected).toBe(false)
})

test('a filter input inside the grid gets the focus back', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  act(() => screen.getByRole('textbox', { name: 'filter' }).focus())
  await user.keyboard('{Control>}k{/Control}{Escape}')
  expect(focused()).toBe('filter')
})

test('a button gets the focus back, and the list does when the button is gone', async () => {
  const { user } = await renderConsole({ listed: LISTED, beside: <Vanishing /> })
  const button = screen.getByRole('button', { name: 'vanishing' })
  act(() => button.focus())
  await user.keyboard('{Control>}k{/Control}{Escape}')
  expect(focused()).toBe('vanishing')
  await user.keyboard('{Control>}k{/Control}')
  act(() => window.dispatchEvent(new Event('vanish')))
  await user.keyboard('{Escape}')
  expect(focused()).toBe('2611210815300000001')
})

function Vanishing() {
  const [isHere, setHere] = useState(true)
  window.addEventListener('vanish', () => setHere(false))
  return isHere ? <button type="button">vanishing</button> : null
}

test('a command runs after the focus is restored, so that it can move it', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  await user.keyboard('j{Control>}k{/Control}focus filters{Enter}')
  await waitFor(() => expect(focused()).toBe('filter'))
})

test('a press outside closes the palette and restores the focus', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  await user.keyboard('j{Control>}k{/Control}')
  const scrim = screen.getByRole('dialog').previousElementSibling
  await user.click(scrim as Element)
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(focused()).toBe('2611210815300000002')
})

test('the focus never stays on the body', async () => {
  const { user } = await renderConsole({ listed: LISTED })
  act(() => (document.activeElement as HTMLElement).blur())
  expect(focused()).toBe('body')
  await user.keyboard('{Control>}k{/Control}{Escape}')
  expect(focused()).toBe('2611210815300000001')
})

test("the palette opens over a dialog, and closing it restores the dialog's focus", async () => {
  const { user } = await renderConsole({
    listed: LISTED,
    beside: (
      <Dialog open onClose={() => {}} title="About">
        <button type="button">inside</button>
      </Dialog>
    ),
  })
  // The dialog takes the focus on mount.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })))
  act(() => screen.getByRole('button', { name: 'inside' }).focus())
  await user.keyboard('{Control>}k{/Control}')
  expect(document.activeElement).toBe(input())
  await user.keyboard('{Escape}')
  expect(focused()).toBe('inside')
  expect(screen.queryByRole('dialog', { name: 'About' })).not.toBeNull()
})
