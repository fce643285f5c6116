import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { createRunStore } from '../../src/runs/runStore.ts'
import { focusedRow, startApp, type TestApp } from '../app.tsx'
import { provideIndexedDb } from '../indexedDb.ts'

const MERCHANT = 'M10000001'
const FINISHED = { endedAt: 9, state: 'finished', total: 1, done: 1, failed: 0, skipped: {} } as const

provideIndexedDb()

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const marks = async (name = 'RUN') =>
  (
    await app.gateway.db.all<{ review: string | null }>(
      sql`select review from orders where merchant_order_no like ${`${name}-%`} order by merchant_order_no`,
    )
  ).map(({ review }) => review)
const panel = () => screen.findByRole('region', { name: 'Undo a bulk run' })

test('the undo key leaves orders alone that were marked otherwise since, and says so; redo marks the others again', async () => {
  for (const n of [1, 2, 3]) await app.gateway.payin(MERCHANT, `KEY-${n}`, 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await waitFor(() => expect(focusedRow()?.number).toBe('KEY-3'))
  await app.user.keyboard('2Je')
  await screen.findAllByText(/^3 orders will be marked as reconciled/)
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await marks('KEY')).toEqual(Array(3).fill('RECONCILED')))
  await screen.findAllByText(/^3 done/)
  await app.gateway.db.run(sql`update orders set review = 'DISCREPANT', review_note = 'late' where merchant_order_no = 'KEY-2'`)
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  await app.user.keyboard('u')
  await screen.findAllByText('1 skipped: changed since')
  await waitFor(async () => expect(await marks('KEY')).toEqual([null, 'DISCREPANT', null]))
  await app.user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(async () => expect(await marks('KEY')).toEqual(['RECONCILED', 'DISCREPANT', 'RECONCILED']))
})

test('a run of marks is undone from its page after a reload; orders that were marked otherwise since keep that', async () => {
  for (const n of [1, 2, 3, 4]) await app.gateway.payin(MERCHANT, `RUN-${n}`, 'SUCCESS')
  await app.openAs('merchant', { address: '/transaction/payin' })
  await waitFor(() => expect(focusedRow()?.number).toBe('RUN-4'))
  // The last one had a mark before.
  await app.user.keyboard('d')
  await screen.findByRole('combobox', { name: /discrepancy/i })
  await app.user.keyboard('short{Enter}')
  await waitFor(async () => expect(await marks()).toEqual([null, null, null, 'DISCREPANT']))
  await app.user.keyboard('gg3J')
  // The list does not show this one: only the gateway knows of it.
  await app.gateway.db.run(sql`update orders set review = 'DISCREPANT', review_note = 'late' where merchant_order_no = 'RUN-3'`)
  await app.user.keyboard('e')
  await screen.findAllByText(/^4 orders will be marked as reconciled/)
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await marks()).toEqual(Array(4).fill('RECONCILED')))
  await waitFor(async () => expect((await createRunStore().list('merchant'))[0]?.state).toBe('finished'))

  await app.load()
  await waitFor(() => expect(focusedRow()).not.toBeNull())
  await app.gateway.db.run(
    sql`update orders set review = 'DISCREPANT', review_note = 'twice' where merchant_order_no = 'RUN-2'`,
  )
  await app.user.keyboard('gj')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mark as reconciled'))
  await app.tabTo(screen.getByRole('button', { name: 'Undo the run' }))
  await app.user.keyboard('{Enter}')
  await within(await panel()).findByText(/^3 rows go back to what was there before · 1 skipped: changed since$/)
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(async () => expect(await marks()).toEqual([null, 'DISCREPANT', 'DISCREPANT', 'DISCREPANT']))
  await within(await panel()).findByText(/^3 done/)
  const cells = () => within(screen.getByRole('grid', { name: 'Bulk runs' })).getAllByRole('gridcell')
  await waitFor(() =>
    expect(
      cells()
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Undo: Mark as reconciled', 'Finished', '3']),
  )
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Undo a bulk run' })).toBeNull())
  // Not that of the undo, which is the newest.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Mark as reconciled'))
})

test('The buttons of the runs page act on the run in focus, also when another tab has begun a run', async () => {
  const store = createRunStore()
  const ids = async () => (await store.list('merchant')).map(({ id }) => id)
  for (const id of await ids()) await store.remove(id)
  const add = (id: string, startedAt: number) =>
    store.add(
      { ...FINISHED, id, startedAt, account: 'merchant', action: 'reconcile', kind: 'payin', address: '/transaction/payin' },
      [],
    )
  await add('first', 1)
  await add('second', 2)
  await app.openAs('merchant', { address: '/runs' })
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('gridcell'))
  await app.user.keyboard('j')
  const rows = () => within(screen.getByRole('grid', { name: 'Bulk runs' })).getAllByRole('row').length - 1
  const rowInFocus = () => document.activeElement?.closest('tr')?.rowIndex
  expect(rowInFocus()).toBe(2)
  await add('third', 3)
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(rows()).toBe(3))
  expect(rowInFocus()).toBe(3)
  const remove = async () => {
    const before = rows()
    await app.tabTo(screen.getByRole('button', { name: 'Delete' }))
    await app.user.keyboard('{Enter}')
    if (before > 1) await waitFor(() => expect(rows()).toBe(before - 1))
  }
  await remove()
  expect(await ids()).toEqual(['third', 'second'])
  await waitFor(() => expect(rowInFocus()).toBe(2))
  await remove()
  expect(await ids()).toEqual(['third'])
  await remove()
  await screen.findByText(/^No bulk runs/)
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
})
