import { waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderRecord } from '../../server/orders/orderRow.ts'
import { refundPayin, transitionPayin } from '../../server/payins/payins.ts'
import { focusedRow, listLoaded, numberIn, rows, startApp, type TestApp } from '../app.tsx'
import { json } from '../lists/fakeGateway.ts'
import { announced } from '../liveRegions.ts'

const MERCHANT = 'M10000001'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

let made = 0
const payin = () => app.gateway.payin(MERCHANT, `N-${++made}`)
const move = (order: OrderRecord, to: 'SUCCESS' | 'FAILED') =>
  app.gateway.db.tx((tx) => transitionPayin(tx, app.gateway.world, order, to))
const status = () => document.querySelector('footer')?.textContent ?? ''
const said = (text: string) => waitFor(() => expect(status()).toContain(text))
const row = ({ merchantOrderNo }: OrderRecord) => rows().find((one) => numberIn(one).startsWith(merchantOrderNo))
const numbers = () => rows().map((one) => numberIn(one).replace(/ (Changed|New)$/, ''))
const isMarked = (order: OrderRecord) => row(order)?.hasAttribute('data-changed')
const onRow = (order: OrderRecord) => waitFor(() => expect(focusedRow()?.number).toContain(order.merchantOrderNo))
/** Waits until the console is subscribed and has a first mark. */
const listening = () =>
  waitFor(() => {
    expect(app.calls).toContain('GET /api/index/events')
    expect(app.calls.filter((call) => call === 'POST /api/transaction/changes').length).toBeGreaterThan(1)
  })

/** Records every text of the status bar until called. */
function everShown(): () => readonly string[] {
  const texts = [status()]
  const observer = new MutationObserver(() => texts.push(status()))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return () => {
    observer.disconnect()
    return texts
  }
}

describe('live changes of an open list', () => {
  test('new and changed rows are counted without moving rows; r loads them, and keys step through the changed ones', async () => {
    const [first, second, third] = [await payin(), await payin(), await payin()]
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listening()
    await app.user.keyboard('j')
    await onRow(second)
    const before = numbers()

    await payin()
    await payin()
    await move(first, 'SUCCESS')
    await move(third, 'FAILED')
    await said('2 new, 2 changed')
    expect(numbers()).toEqual(before)
    expect(row(first)?.textContent).toContain('Pending')
    expect([isMarked(first), isMarked(second), isMarked(third)]).toEqual([true, false, true])
    await waitFor(() => expect(announced()).toContain('2 new, 2 changed'))

    await app.user.keyboard('r')
    await waitFor(() => expect(numbers()).toHaveLength(before.length))
    await waitFor(() => expect(row(first)?.textContent).toContain('Success'))
    await onRow(second)
    expect(focusedRow()?.row).toBe(4)
    expect(status()).not.toContain('new')
    expect([isMarked(first), isMarked(third)]).toEqual([true, true])
    expect(numberIn(row(first)!)).toMatch(/ Changed$/)

    await app.user.keyboard('}')
    await onRow(first)
    await said('Status: Pending → Success')
    await app.user.keyboard('}')
    await said('No more changes this way. Press { for the other direction')
    await app.user.keyboard('{{')
    await onRow(third)
    await said('Status: Pending → Failed')
    expect([isMarked(first), isMarked(third)]).toEqual([false, true])
    await app.user.keyboard('p')
    await waitFor(() => expect(document.querySelector('[data-layer=detail] dl')?.textContent).toContain('StatusPendingFailed'))
    await app.user.keyboard('k')
    await waitFor(() => expect(isMarked(third)).toBe(false))
  })

  test('reloaded rows stay marked until seen or until the next reload', async () => {
    const known = await payin()
    await app.openAs('merchant', { address: '/transaction/payin?status=PENDING' })
    await listening()
    await onRow(known)
    const [older, newer] = [await payin(), await payin()]
    await said('2 new')
    await app.user.keyboard('r')
    await waitFor(() => expect([isMarked(older), isMarked(newer), isMarked(known)]).toEqual([true, true, false]))
    expect(numberIn(row(newer)!)).toMatch(/ New$/)
    await app.user.keyboard('{{')
    await onRow(older)
    await said('New')
    await app.user.keyboard('j')
    await waitFor(() => expect(isMarked(older)).toBe(false))
    expect(isMarked(newer)).toBe(true)
    const last = await payin()
    await said('1 new')
    await app.user.keyboard('r')
    await waitFor(() => expect(isMarked(last)).toBe(true))
    expect(isMarked(newer)).toBe(false)
  })

  test('rows loaded into an empty list are announced, and the cursor is on the first one', async () => {
    await app.openAs('merchant', { address: `/transaction/payin?orderNo=N-${made + 1}` })
    await listening()
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('columnheader'))
    const order = await payin()
    await said('1 new')
    await app.user.keyboard('r')
    await onRow(order)
    expect(document.activeElement?.closest('[role=row]')).toBe(row(order))
    await waitFor(() => expect(announced()).toBe('Loaded, total: 1'))
  })

  test('a new row that changes after a reload counts as changed, not as new', async () => {
    const known = await payin()
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listening()
    await onRow(known)
    const order = await payin()
    await said('1 new')
    await app.user.keyboard('r')
    await waitFor(() => expect(numberIn(row(order)!)).toMatch(/ New$/))
    await move(order, 'SUCCESS')
    await said('1 changed')
    await app.user.keyboard('r')
    await waitFor(() => expect(row(order)?.textContent).toContain('Success'))
    expect(numberIn(row(order)!)).toMatch(/ Changed$/)
  })

  test('changes are counted within the filter; a row that leaves it is marked in place and announced by ;', async () => {
    const [waiting] = [await payin()]
    await app.openAs('merchant', { address: '/transaction/payin?status=PENDING' })
    await listening()
    await onRow(waiting)
    await move(await payin(), 'SUCCESS')
    await move(waiting, 'SUCCESS')
    await payin()
    await said('1 new, 1 changed')
    expect(isMarked(waiting)).toBe(true)
    await app.user.keyboard(';')
    await said('Status: Pending → Success')
    await app.user.keyboard('j')
    await waitFor(() => expect(isMarked(waiting)).toBe(false))
  })

  test('own changes, undo and bulk commands are not news; changes by others to the same rows are', async () => {
    const [first, second] = [await payin(), await payin()]
    for (const order of [first, second]) await move(order, 'SUCCESS')
    await app.openAs('merchant', { address: '/transaction/payin' })
    await listening()
    await onRow(second)
    const shown = everShown()
    /** Presses keys, waits for a call, and waits for the changes call after it. */
    const done = async (keys: string, call: string) => {
      const from = app.calls.length
      await app.user.keyboard(keys)
      await waitFor(() => expect(app.calls.slice(from)).toContain(call))
      const after = app.calls.indexOf(call, from)
      await waitFor(() => expect(app.calls.slice(after)).toContain('POST /api/transaction/changes'), { timeout: 5_000 })
      await listLoaded()
    }
    await done('w', 'POST /api/transaction/payin/notify')
    await done('e', 'POST /api/transaction/review')
    await done('u', 'POST /api/transaction/review')
    await app.user.keyboard('xw')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    await done('{Control>}{Enter}{/Control}', 'POST /api/transaction/payin/notify')
    await app.user.keyboard('{Escape}')
    expect(shown().filter((text) => text.includes('changed'))).toEqual([])

    await app.gateway.db.tx((tx) => refundPayin(tx, app.gateway.world, second, 100n))
    await said('1 changed')
  })

  test('without a change feed the row count is requested when the tab becomes visible', async () => {
    await app.openAsGuest({ address: '/transaction/payin' })
    app.network = async (path, pass) =>
      path === '/api/index/events' || path === '/api/transaction/changes' ? json({}, { status: 404 }) : pass()
    await app.signIn('merchant')
    await listLoaded()
    await waitFor(() => expect(app.calls).toContain('GET /api/index/events'))
    await payin()
    await waitFor(() => {
      window.dispatchEvent(new Event('focus'))
      expect(status()).toContain('1 new')
    })
    await app.user.keyboard('r')
    await waitFor(() => expect(status()).not.toContain('new'))
    expect(document.querySelector('[role=alert]')?.textContent ?? '').toBe('')
  })
})
