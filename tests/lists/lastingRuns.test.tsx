import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createRunStore } from '../../src/runs/runStore.ts'
import { provideIndexedDb } from '../indexedDb.ts'
import { createFakeGateway, orderOf, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const NOTIFY = '/api/transaction/payin/notify'
const LIST = '/api/transaction/payin'
const REMEMBERED = { signInName: 'merchant' }

/** Each test opens the whole console twice. */
const TWO_PAGES_MS = 120_000

provideIndexedDb()
beforeEach(async () => {
  const store = createRunStore()
  for (const account of ['merchant', 'other']) for (const run of await store.list(account)) await store.remove(run.id)
})

const delivered = (id: string) => ({
  status: 'ok',
  item: { id, notifyStatus: 'SUCCESS', notifyAttempts: 1, lastNotifyTime: null, responseMessage: null },
})
const statusBar = () => screen.getByRole('contentinfo')
const panel = () => screen.findByRole('region', { name: 'Notify selected orders' })

/** Begins to notify five orders; the gateway answers three of the first four, and the page ends. */
async function beginAndReload() {
  const gateway = createFakeGateway()
  const silent = Promise.withResolvers<never>()
  const idOf = (body: Record<string, unknown>) => String(body.id)
  gateway.answer(NOTIFY, async ({ body }) => {
    if (idOf(body) === orderOf(2).id) return refusal(422, 'NOTIFY_ADDRESS_MISSING', 'No address')
    return idOf(body) === orderOf(0).id || idOf(body) === orderOf(3).id ? delivered(idOf(body)) : silent.promise
  })
  const { press } = await openConsole({ gateway, remembered: REMEMBERED })
  await waitFor(() => expect(document.activeElement?.closest('[role="row"]')).not.toBeNull())
  await press('7Jw')
  const asked = await panel()
  await waitFor(() => expect(document.activeElement).toBe(within(asked).getByRole('button', { name: 'Cancel' })))
  await press('{Control>}{Enter}{/Control}')
  await within(asked).findByText('3 of 6 notified')
  await waitFor(() => expect(gateway.callsTo(NOTIFY)).toHaveLength(6))
  const before = gateway.callsTo(NOTIFY).length
  cleanup()
  return { before }
}

const sentBy = (gateway: ReturnType<typeof createFakeGateway>) => gateway.callsTo(NOTIFY).map(({ body }) => String(body.id))

describe('a bulk run that a reload ends', () => {
  test(
    'is shown in the status bar, continued without sending a row twice, and listed with its outcomes',
    async () => {
      await beginAndReload()
      const gateway = createFakeGateway()
      gateway.answer(NOTIFY, async ({ body }) => delivered(String(body.id)))
      const { press, user } = await openConsole({ gateway, remembered: REMEMBERED })
      await waitFor(() => expect(statusBar().textContent).toContain('Notify: 3 of 6, paused'))
      // Orders that were sent without a reply are looked at first: two of them have no more callbacks than before.
      await user.keyboard('gj')
      const list = await screen.findByRole('grid', { name: 'Bulk runs' })
      expect(
        within(list)
          .getAllByRole('gridcell')
          .slice(0, 6)
          .map(({ textContent }) => textContent),
      ).toEqual(['Notify', 'Paused', '2', '1', '3', '6'])
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Notify'))
      await press('{Enter}')
      await waitFor(() => expect(within(list).getAllByRole('gridcell')[1]?.textContent).toBe('Finished'))
      const outcomes = screen.getByRole('grid', { name: 'Results of the run' })
      expect(
        within(outcomes)
          .getAllByRole('gridcell')
          .slice(0, 3)
          .map(({ textContent }) => textContent),
      ).toEqual(['INV-2026-000002', 'Failed', 'No address'])
      const again = sentBy(gateway)
      expect(new Set(again).size).toBe(again.length)
      expect(again).not.toContain(orderOf(0).id)
      expect(again).not.toContain(orderOf(2).id)
      expect(again).not.toContain(orderOf(3).id)
      await waitFor(() => expect(statusBar().textContent).not.toContain('Notify'))
    },
    TWO_PAGES_MS,
  )

  test(
    'does not send a row again whose callback has arrived',
    async () => {
      await beginAndReload()
      const gateway = createFakeGateway()
      gateway.answer(NOTIFY, async ({ body }) => delivered(String(body.id)))
      gateway.answer(LIST, async ({ body }) => {
        const number = String(body.orderNo)
        const found = [4, 5, 7].map((n) => orderOf(n)).filter(({ platOrderNo }) => platOrderNo === number)
        return {
          status: 'ok',
          data: { item: found.map((row) => ({ ...row, notifyStatus: 'SUCCESS', notifyAttempts: 9 })), total: found.length },
        }
      })
      const { user } = await openConsole({ gateway, remembered: REMEMBERED })
      await waitFor(() => expect(statusBar().textContent).toContain('Notify: 3 of 6, paused'))
      await user.click(within(statusBar()).getByRole('button', { name: 'Continue' }))
      await waitFor(() => expect(statusBar().textContent).not.toContain('Notify'))
      expect(sentBy(gateway)).toEqual([])
    },
    TWO_PAGES_MS,
  )

  test(
    'belongs to its account',
    async () => {
      await beginAndReload()
      await openConsole({ remembered: { signInName: 'other' } })
      await waitFor(async () => expect(await createRunStore().list('merchant')).toHaveLength(1))
      expect(statusBar().textContent).not.toContain('Notify')
    },
    TWO_PAGES_MS,
  )
})

const EXPORT = '/api/merchant/export/payin'
const csv = (content: BodyInit) =>
  new Response(content, {
    headers: { 'content-type': 'text/csv', 'x-row-count': '1200', 'content-disposition': 'filename="all.csv"' },
  })
const firstRun = () =>
  within(screen.getByRole('grid', { name: 'Bulk runs' }))
    .getAllByRole('gridcell')
    .slice(0, 3)
    .map(({ textContent }) => textContent)

test(
  'a long export that a reload ends is listed as stopped, and is repeated by one key',
  async () => {
    const gateway = createFakeGateway()
    const begun = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`head\n${'row\n'.repeat(400)}`)),
    })
    gateway.answer(EXPORT, () => csv(begun))
    const { press } = await openConsole({ gateway, remembered: REMEMBERED, address: '/transaction/payin?status=SUCCESS' })
    await waitFor(() => expect(document.activeElement?.closest('[role="row"]')).not.toBeNull())
    await press('E')
    await screen.findByText('Exporting 400 of 1,200')
    await waitFor(async () => expect((await createRunStore().list('merchant'))[0]?.action).toBe('export'))
    cleanup()

    const later = createFakeGateway()
    later.answer(EXPORT, () => csv(`head\n${'row\n'.repeat(1_200)}`))
    const saved: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { user } = await openConsole({ gateway: later, remembered: REMEMBERED })
    await waitFor(() => expect(document.activeElement?.closest('[role="row"]')).not.toBeNull())
    await user.keyboard('gj')
    await waitFor(() => expect(firstRun().slice(0, 2)).toEqual(['Export a list', 'Stopped']))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Export a list'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(saved).toEqual(['all.csv']))
    await waitFor(() => expect(firstRun()).toEqual(['Export a list', 'Finished', '1,200']))
    expect(later.callsTo(EXPORT)[0]?.query.get('status')).toBe('SUCCESS')
    click.mockRestore()
  },
  TWO_PAGES_MS,
)
