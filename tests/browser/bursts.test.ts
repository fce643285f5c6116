import type { CDPSession } from 'playwright-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type BrowserApp, test } from './app.ts'
import { holdRequests } from './holdRequests.ts'
import { ordersOf } from './orders.ts'

/** Throttled over a dozen overlays and screens. */
const LONG_MS = 240_000
const KEY_MS = 20
const SLOWDOWN = 20
/** Longer than keys are held until another one is pressed. */
const STALL_MS = 7_000
const PATIENCE = { timeout: 30_000 }

const NAMED: Record<string, { key: string; code: string; windowsVirtualKeyCode: number }> = {
  Escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 },
}

/**
 * Types with a processor that is slowed, a key each 20 ms by the times of the events, faster than the page keeps up. Sent without a
 * pause, no key waits for this process. Named keys are in brackets: `{Escape}/budi`.
 */
async function burst(devtools: CDPSession, keys: string, rate = SLOWDOWN): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const sent: Promise<unknown>[] = []
  let timestamp = Date.now() / 1_000
  for (const [one] of keys.matchAll(/\{\w+\}|./g)) {
    const named = NAMED[one.slice(1, -1)]
    const press = named ?? { key: one, text: one }
    const text = named?.key === 'Enter' ? { text: '\r' } : {}
    sent.push(devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...press, ...text }))
    sent.push(devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...press }))
    timestamp += KEY_MS / 1_000
  }
  await Promise.all(sent)
}

const atFullSpeed = (devtools: CDPSession) => devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })

const FILTER = 'combobox Filter text'

const filterText = ({ page }: BrowserApp): Promise<string | null> =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement instanceof HTMLInputElement ? activeElement.value : null
  })

/** The paths of requests that change something at the gateway. */
function watchChanges({ page }: BrowserApp): string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    if (/notify|reconcil|review|payin\/|payout\//.test(request.url()) && request.method() !== 'GET') changes.push(request.url())
  })
  return changes
}

/** Notes from now on whether the list has said that text was typed into it. A toast is there for a moment only. */
const watchToasts = ({ page }: BrowserApp) =>
  page.evaluate((said) => {
    const told = Promise.withResolvers<void>()
    const look = () => {
      if (document.querySelector('[aria-label="Notifications"]')?.textContent.includes(said)) told.resolve()
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { told: told.promise })
  }, 'You typed into the list. Nothing was done')

const whenTold = ({ page }: BrowserApp) => page.evaluate(() => Object(window).told as Promise<void>)

async function backToRow(app: BrowserApp, steps = 4) {
  for (let step = 0; step < steps && !/^row/.test(await app.focus()); step++) await app.press('Escape')
  await expect.poll(app.focus, PATIENCE).toMatch(/^row/)
}

test(
  'On a slow machine every key of a burst arrives where it is meant, over every overlay and route',
  async ({ open }) => {
    const app = await open({ as: 'merchant' })
    const devtools = await app.devtools()
    const changes = watchChanges(app)

    for (const opening of ['Control+k', '?', 'g n', 'z c', 'a']) {
      await app.press(opening)
      await expect.poll(app.focus, { ...PATIENCE, message: opening }).not.toMatch(/^row/)
      await burst(devtools, '{Escape}/waster')
      await expect.poll(app.focus, { ...PATIENCE, message: `after ${opening}` }).toBe(FILTER)
      await expect.poll(() => filterText(app), { ...PATIENCE, message: `after ${opening}` }).toBe('waster')
      await atFullSpeed(devtools)
      await app.page.locator(':focus').fill('')
      await backToRow(app)
    }

    for (const [keys, address] of [
      ['go', '/transaction/payout'],
      ['gi', '/transaction/payin'],
      ['go', '/transaction/payout'],
    ] as const) {
      await burst(devtools, `${keys}/waster`)
      await expect.poll(app.address, PATIENCE).toMatch(address)
      await expect.poll(app.focus, { ...PATIENCE, message: keys }).toBe(FILTER)
      await expect.poll(() => filterText(app), { ...PATIENCE, message: keys }).toBe('waster')
      await atFullSpeed(devtools)
      await app.page.locator(':focus').fill('')
      await backToRow(app)
    }
    expect(changes).toEqual([])

    // A key after Enter goes to what the palette opens.
    await app.press('g i')
    await expect.poll(app.address, PATIENCE).toMatch('/transaction/payin')
    await expect.poll(app.focus, PATIENCE).toMatch(/^row/)
    await app.press('Control+k')
    await expect.poll(app.focus, PATIENCE).toMatch(/^combobox/)
    await burst(devtools, 'payout orders{Enter}/waster')
    await expect.poll(app.address, PATIENCE).toMatch('/transaction/payout')
    await expect.poll(app.focus, PATIENCE).toBe(FILTER)
    await expect.poll(() => filterText(app), PATIENCE).toBe('waster')
    await atFullSpeed(devtools)
    await app.page.locator(':focus').fill('')
    await backToRow(app)

    // Text that was typed into the list by mistake runs nothing.
    await watchToasts(app)
    await burst(devtools, 'waster')
    await whenTold(app)
    await atFullSpeed(devtools)
    expect(await app.focus()).toMatch(/^row/)
    expect(await app.page.getByRole('menu').count()).toBe(0)
    expect(changes).toEqual([])
  },
  LONG_MS,
)

test('Keys of a burst wait for their screen through a stall of the machine', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const devtools = await app.devtools()
  await app.page.evaluate((stallMs) => {
    addEventListener('keyup', ({ key, timeStamp }) => {
      while (key === '/' && performance.now() < timeStamp + stallMs);
    })
  }, STALL_MS)
  await burst(devtools, 'go/waster', 1)
  await expect.poll(app.focus, PATIENCE).toBe(FILTER)
  await expect.poll(() => filterText(app), PATIENCE).toBe('waster')
  expect(app.address()).toMatch('/transaction/payout')
})

test.for([
  ['nnwrong', 'a note'],
  ['dwrong', 'the reason of a discrepancy'],
])('Keys after Enter on a number, %s, write %s when the slow gateway has found the order', async ([keys], { open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payout' })
  const { page, press } = app
  const [order] = await ordersOf(app, { status: ['SUCCESS'] }, { count: '1' })
  const changes = watchChanges(app)
  const lookup = await holdRequests(page, calls.lookUp.path)
  await press('Control+k')
  await expect.poll(app.focus, PATIENCE).toMatch(/^combobox/)
  await page.keyboard.insertText(order!.platOrderNo)
  await page.getByRole('option', { name: /^Searching/ }).waitFor()
  await press('Enter')
  await page.keyboard.type(keys!)
  await lookup.release()
  await expect.poll(app.address, PATIENCE).toContain(`open=${order!.id}`)
  await expect.poll(() => filterText(app), PATIENCE).toBe('wrong')
  expect(app.address()).toMatch('/transaction/payin')
  expect(changes).toEqual([])
})

test('A character that repeats the last command is part of a burst, too', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin?dates=all&status=SUCCESS' })
  const devtools = await app.devtools()
  const changes = watchChanges(app)
  await app.press('j j j j w')
  await expect.poll(() => changes.length, PATIENCE).toBe(1)
  await app.press('j j')
  await watchToasts(app)
  await burst(devtools, 'bud.i')
  await whenTold(app)
  await atFullSpeed(devtools)
  await app.settled()
  expect(changes).toHaveLength(1)
})
