import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { payin } from './orders.ts'
import { focused, isOpen } from './paletteQueries.ts'
import { renderConsole } from './renderConsole.tsx'

const LISTED = Array.from({ length: 20 }, (_, index) =>
  payin(`26112108153000000${String(index + 1).padStart(2, '0')}`, { status: index % 2 === 0 ? 'SUCCESS' : 'PENDING' }),
)

/** Dispatches a key and returns whether it was handled. */
const press = (key: string, held: KeyboardEventInit = {}, target: Element = document.activeElement ?? document.body) =>
  !fireEvent.keyDown(target, { key, code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key, ...held })

test('movements take counts, and upper and lower case letters are different keys', async () => {
  const { user, list } = await renderConsole({ listed: LISTED })
  await user.keyboard('12j')
  expect(list?.cursor()).toBe(12)
  await user.keyboard('3k')
  expect(list?.cursor()).toBe(9)
  await user.keyboard('5G')
  expect(list?.cursor()).toBe(4)
  await user.keyboard('G')
  expect(list?.cursor()).toBe(19)
  await user.keyboard('gg')
  expect(list?.cursor()).toBe(0)
  expect(focused()).toBe('2611210815300000001')
})

test('a held key repeats movements and nothing else', async () => {
  const { list, did } = await renderConsole({ listed: LISTED })
  for (let n = 0; n < 5; n++) press('j', { repeat: n > 0 })
  expect(list?.cursor()).toBe(5)
  press('r')
  expect(press('r', { repeat: true })).toBe(true)
  expect(list?.asked).toEqual(['refresh'])
  press('g')
  press('g', { repeat: true })
  expect(list?.cursor()).toBe(5)
  expect(did).toEqual([])
})

test('text fields have only shortcuts with a modifier', async () => {
  const { user, list } = await renderConsole({ listed: LISTED })
  const filter = screen.getByRole<HTMLInputElement>('textbox', { name: 'filter' })
  act(() => filter.focus())
  await user.keyboard('jr12G?{ArrowDown}')
  expect(filter.value).toBe('jr12G?')
  expect(press('a', { ctrlKey: true })).toBe(false)
  expect(press('c', { ctrlKey: true })).toBe(false)
  expect(list?.asked).toEqual([])
  expect(list?.cursor()).toBe(0)
  await user.keyboard('{Control>}k{/Control}')
  expect(isOpen()).toBe(true)
})

test('a button in the list keeps Enter and Space', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  const button = screen.getAllByRole('button', { name: /^copy/ })[0]!
  act(() => button.focus())
  expect(press('Enter')).toBe(false)
  expect(press(' ')).toBe(false)
  expect(list?.asked).toEqual([])
  expect(press('j')).toBe(true)
  expect(list?.cursor()).toBe(1)
})

test('with the focus on the body, a movement enters the list', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  act(() => (document.activeElement as HTMLElement).blur())
  press('j', {}, document.body)
  expect(list?.cursor()).toBe(1)
  expect(focused()).toBe('2611210815300000002')
})

test('with the focus on the page, as after a click on an empty area, a movement enters the list', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  const page = screen.getByRole('main')
  act(() => page.focus())
  expect(press('j', {}, page)).toBe(true)
  expect(list?.cursor()).toBe(1)
})

test('character keys can be switched off; named keys stay', async () => {
  const { user, list, toasts } = await renderConsole({ listed: LISTED })
  await user.keyboard('{Control>}k{/Control}single-key{Enter}')
  await waitFor(() => expect(toasts).toEqual([['command.help.toggleShortcuts.off', {}, 'done']]))
  expect(press('j')).toBe(false)
  expect(press('?')).toBe(false)
  expect(list?.cursor()).toBe(0)
  expect(press('ArrowDown')).toBe(true)
  expect(list?.cursor()).toBe(1)
  await user.keyboard('{Control>}k{/Control}')
  expect(isOpen()).toBe(true)
})

test('unbound keys are left to the browser', async () => {
  await renderConsole({ listed: LISTED })
  expect(press('q')).toBe(false)
  expect(press('F5')).toBe(false)
  expect(press('t', { ctrlKey: true })).toBe(false)
  expect(press('j')).toBe(true)
})

test('an unknown chord is consumed, shown and announced', async () => {
  const { list, regions } = await renderConsole({ listed: LISTED })
  press('g')
  expect(press('z')).toBe(true)
  expect(list?.cursor()).toBe(0)
  expect(screen.queryByText('no such shortcut')).not.toBeNull()
  expect(regions.polite.textContent).toBe('g z: no such shortcut')
  press('j')
  expect(list?.cursor()).toBe(1)
})

test('a chord of a command without permission says so', async () => {
  const { did, toasts } = await renderConsole({ as: 'umerchant', listed: LISTED })
  press('g')
  expect(press('k')).toBe(true)
  expect(toasts).toEqual([['keys.notAllowed']])
  expect(did).toEqual([])
})

test('a count before a command that cannot repeat does nothing', async () => {
  const { list, regions } = await renderConsole({ listed: LISTED })
  press('5')
  press('r')
  expect(list?.asked).toEqual([])
  expect(regions.polite.textContent).toBe('5r: no such shortcut')
})

test.each<[string, () => void]>([
  ['Escape', () => press('Escape')],
  ['another window', () => fireEvent.blur(window)],
  ['the pointer', () => fireEvent.pointerDown(document.body)],
  ['another focus', () => screen.getByRole('textbox', { name: 'filter' }).focus()],
])('%s ends a prefix', async (_, end) => {
  const { console, did } = await renderConsole({ listed: LISTED })
  press('g')
  expect(console.chord.getSnapshot().matches('prefix')).toBe(true)
  act(() => {
    end()
  })
  expect(console.chord.getSnapshot().value).toBe('idle')
  expect(did).toEqual([])
})

test('a key with a modifier is never the second of a chord: it ends the chord and runs by itself', async () => {
  const { user, console } = await renderConsole({ listed: LISTED })
  await user.keyboard('g{Control>}k{/Control}')
  expect(isOpen()).toBe(true)
  expect(console.chord.getSnapshot().value).toBe('idle')
})

test('after a pause the permitted next keys are shown, until the timeout', async () => {
  vi.useFakeTimers()
  try {
    await renderConsole({ as: 'delegate', listed: LISTED })
    press('g')
    act(() => vi.advanceTimersByTime(299))
    expect(screen.queryByText('Open notices')).toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.queryByText('Open notices')).not.toBeNull()
    expect(screen.queryByText('Go to Payin')).not.toBeNull()
    act(() => vi.advanceTimersByTime(1_200))
    expect(screen.queryByText('Open notices')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['normal', 'goTo txn.payin'],
  ['subMerchant', 'goTo txnSub.payin'],
  ['umerchant', 'goTo usdt.payin'],
  ['delegate', 'goTo payinA'],
  ['staff', 'goTo txn.payin'],
] as const)('g i leads %s to the payins of their own', async (as, expected) => {
  const { did } = await renderConsole({ as })
  press('g', {}, document.body)
  press('i', {}, document.body)
  expect(did).toEqual([expected])
})

test('w notifies the merchant of the row or of the selected rows, or says why not', async () => {
  const { list, seen, toasts } = await renderConsole({ orders: LISTED, listed: LISTED })
  press('w')
  await waitFor(() => expect(seen.map(({ path }) => path)).toEqual(['/api/transaction/payin/notify']))
  press('j')
  press('w')
  expect(toasts.at(-1)).toEqual(['keys.notWhile', { title: 'Notify payin', status: 'Pending' }])
  press('x')
  press('w')
  await waitFor(() => expect(list?.asked).toContain('runOverSelection "notify"'))
})

test('a key without the permission says so and does nothing', async () => {
  const { seen, toasts } = await renderConsole({ as: 'delegate', listed: LISTED })
  expect(press('w')).toBe(true)
  expect(press('E')).toBe(true)
  expect([seen, toasts]).toEqual([[], [['keys.notAllowed'], ['keys.notAllowed']]])
})

test('a key that a permitted command shares elsewhere says so too', async () => {
  const { seen, toasts } = await renderConsole({ as: 'delegate', listed: LISTED })
  press('e')
  press('d')
  expect([seen, toasts]).toEqual([[], [['keys.notAllowed'], ['keys.notAllowed']]])
})

test('a key with an unmet condition says which', async () => {
  const { toasts } = await renderConsole({ listed: LISTED })
  press('s')
  press('s')
  press('+')
  // The message names undo, and not the held payment.
  press('u')
  expect(toasts).toEqual([['keys.missing.sortable'], ['keys.missing.selection'], ['keys.missing.undo']])
})

test('a key common to all lists says when this list does not support it', async () => {
  const { toasts, list } = await renderConsole({ listed: LISTED })
  Object.assign(list?.scope ?? {}, { canExport: false, fractionDigits: null })
  press('E')
  press('=')
  expect(toasts).toEqual([['keys.notAllowed'], ['why.list.amounts']])
})

test('Escape takes one step, and the browser copies selected text', async () => {
  const { did, list } = await renderConsole({ listed: LISTED })
  press('Escape')
  expect(did).toEqual(['escape'])
  expect(press('c', { ctrlKey: true })).toBe(true)
  expect(list?.asked).toEqual(['copy "smart"'])
  window.getSelection()?.selectAllChildren(document.body)
  expect(press('c', { ctrlKey: true })).toBe(false)
  window.getSelection()?.removeAllRanges()
})

test('German and French keyboards work, with AltGr and without Latin letters', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true }
  press(']', { code: 'Digit9', ...altGr })
  expect(list?.asked).toEqual(['turn {"by":1}'])
  press('#', { code: 'Digit3', ...altGr })
  expect(isOpen()).toBe(true)
})

test('a Cyrillic keyboard is read by the position of its keys', async () => {
  const { list } = await renderConsole({ listed: LISTED })
  press('о', { code: 'KeyJ' })
  expect(list?.cursor()).toBe(1)
  press('л', { code: 'KeyK', ctrlKey: true })
  expect(isOpen()).toBe(true)
})

test('Ctrl+/ opens the shortcut list from anywhere and closes the palette', async () => {
  const { user, did } = await renderConsole({ listed: LISTED })
  await user.keyboard('{Control>}k{/Control}{Control>}/{/Control}')
  expect(did).toEqual(['openShortcuts'])
  expect(isOpen()).toBe(false)
})

test("a guest has only the palette's key", async () => {
  const { did, toasts } = await renderConsole({ as: 'guest' })
  expect(press('?', {}, document.body)).toBe(false)
  expect(press('/', {}, document.body)).toBe(false)
  expect([did, toasts]).toEqual([[], []])
  expect(press('k', { ctrlKey: true }, document.body)).toBe(true)
})

test('a key with two undo commands says that there is nothing to undo, not what an order lacks', async () => {
  const { toasts } = await renderConsole({ listed: [] })
  press('u')
  press('z', { ctrlKey: true })
  expect(toasts).toEqual([['keys.missing.undo'], ['keys.missing.undo']])
})
