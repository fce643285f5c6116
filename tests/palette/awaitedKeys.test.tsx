import { afterEach, expect, test, vi } from 'vitest'
import { createActiveKeymap } from '#commands/keyboard/keymap.ts'
import { createAwaitedKeys } from '../../src/keyboard/queue/awaitedKeys.ts'
import { createKeyQueue } from '../../src/keyboard/queue/keyQueue.ts'

type Source = Parameters<typeof createAwaitedKeys>[0]

/** A palette and an open row, set by the test. */
function setUp(formerRow: string | null = null) {
  const listeners: (() => void)[] = []
  const subscribe = (listener: () => void) => {
    listeners.push(listener)
    return Object.assign(() => {}, { unsubscribe: () => {} })
  }
  const landing = { newTab: false, keepOpen: false }
  const now = { latched: false, landing, isOpen: true, row: formerRow, address: '/transaction/payin?open=8' }
  const snapshot = () => ({
    context: { latched: now.latched, landing: now.landing, page: { task: null } },
    hasTag: () => now.isOpen,
  })
  const source = {
    palette: { subscribe: (listener: (one: object) => void) => subscribe(() => listener(snapshot())), getSnapshot: snapshot },
    activeScopes: {
      subscribe,
      get detail() {
        return now.row === null ? null : { row: { row: { id: now.row } } }
      },
    },
    location: { subscribe, current: () => now.address },
    preferences: { keymap: { get: createActiveKeymap } },
    keyQueue: createKeyQueue(document),
  } as unknown as Source
  document.body.innerHTML = '<input id="palette"><div data-layer="detail" tabindex="-1"></div>'
  const pane = document.querySelector<HTMLElement>('[data-layer]')!
  const replayed: string[] = []
  pane.addEventListener('keydown', ({ key }) => replayed.push(key))
  const awaited = createAwaitedKeys(source, document)
  const change = async (changes: Partial<typeof now>, focus?: HTMLElement) => {
    Object.assign(now, changes)
    for (const listener of listeners) listener()
    focus?.focus()
    await Promise.resolve()
  }
  const capture = (key: string) => awaited.capture(new KeyboardEvent('keydown', { key }))
  return { awaited, change, capture, replayed, pane }
}

afterEach(() => {
  document.body.innerHTML = ''
})

test('a key pressed while an order is looked up is pressed again once the order is open and has the focus', async () => {
  const { awaited, change, capture, replayed, pane } = setUp()
  expect(capture('w')).toBe(false)
  await change({ latched: true })
  // Digits correct the number; a letter without a meaning there is typed.
  expect([capture('w'), capture(']'), capture('7'), capture('q')]).toEqual([true, true, false, false])
  await change({ latched: false, isOpen: false })
  expect(replayed).toEqual([])
  await change({ row: '8' })
  expect(replayed).toEqual([])
  await change({}, pane)
  await vi.waitFor(() => expect(replayed).toEqual(['w', ']']))
  expect(capture('w')).toBe(false)
  awaited.stop()
})

test('keys that are replayed before the order is open stay in their order, text for a field included', async () => {
  const { awaited, change, capture, replayed, pane } = setUp()
  await change({ latched: true })
  await change({ latched: false, isOpen: false })
  expect(['n', 'n', 'q', '7'].map((key) => capture(key))).toEqual([true, true, true, true])
  await change({ row: '8' }, pane)
  await vi.waitFor(() => expect(replayed).toEqual(['n', 'n', 'q', '7']))
  awaited.stop()
})

test('keys are dropped when no order is found, with Escape, and while the row of before stays open', async () => {
  const { awaited, change, capture, replayed, pane } = setUp('8')
  await change({ latched: true })
  capture('w')
  await change({ latched: false })
  await change({ isOpen: false, row: '9' }, pane)
  expect(replayed).toEqual([])

  await change({ latched: true, isOpen: true })
  capture('w')
  await change({ latched: false, isOpen: false })
  expect(replayed).toEqual([])
  capture('Escape')
  await change({ row: '10' })
  expect(replayed).toEqual([])
  awaited.stop()
})

test('keys are forgotten when the user goes elsewhere before the order is open', async () => {
  const { awaited, change, capture, replayed, pane } = setUp()
  await change({ latched: true })
  expect(capture('w')).toBe(true)
  await change({ latched: false, isOpen: false })
  await change({ address: '/transaction/payout' })
  expect(capture('w')).toBe(false)
  await change({ row: '8' }, pane)
  expect(replayed).toEqual([])
  awaited.stop()
})
