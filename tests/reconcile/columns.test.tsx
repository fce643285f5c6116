import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReconcileStore } from '../../src/reconcile/store/reconcileStore.ts'
import { createReconcileEngine } from '../../src/reconcile/worker/engine.ts'
import { provideIndexedDb } from '../indexedDb.ts'
import { MERCHANT, openConsole } from '../lists/openConsole.tsx'

provideIndexedDb()

const LINES = 'Date;Order No;Amount\n2026-11-20;NOBODY-4711;5.00'

/** Opens the columns of two pasted lines. */
async function openColumns(pasted = LINES, account: Parameters<typeof openConsole>[0] = {}) {
  const app = await openConsole(account)
  await app.press('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await app.user.paste(pasted)
  await waitFor(() => expect(document.querySelector('[data-layer=form][aria-busy=false]')).not.toBeNull())
  return app
}

const tolerance = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount tolerance' })
const stored = () => Object.values(JSON.parse(localStorage.getItem('paydesk.reconcile') ?? '{}')) as object[]

test('the tolerance keeps the typed text, is read as an amount, and is refused with an error', async () => {
  const { user, press } = await openColumns()
  await user.clear(tolerance())
  expect(tolerance().value).toBe('')
  await user.type(tolerance(), '0.5')
  expect(tolerance().value).toBe('0.5')
  expect(stored()).toMatchObject([{ context: { settings: { amountTolerance: '0.5' } } }])
  await user.clear(tolerance())
  await user.type(tolerance(), '1,000')
  expect(stored()).toMatchObject([{ context: { settings: { amountTolerance: '1000' } } }])
  await user.type(tolerance(), 'x')
  await press('{Control>}{Enter}{/Control}')
  expect(tolerance().value).toBe('1,000x')
  await screen.findByText('Enter an amount such as 1,500,000 or 1.5m')
})

test.each(['r', 'Forget rules'])('remembered rules are forgotten by %s, and the layout is kept', async (means) => {
  const rules = [{ words: 'qris', channel: null, dayOffset: -1, basis: 'net' }] as const
  const layout = { roles: ['date', 'number', 'amount'], decimalSign: '.', dateOrder: 'dmy', fileName: '', usedAt: 0 } as const
  const store = createReconcileStore()
  await store.saveLayout('', { ...layout, rules, fingerprint: 'delimited:date|orderno|amount' })
  const { user, press, announced } = await openColumns()
  await screen.findByText('Uses 1 remembered rule')
  if (means === 'r') await press('r')
  else await user.click(screen.getByRole('button', { name: means }))
  await waitFor(() => expect(screen.queryByText('Uses 1 remembered rule')).toBeNull())
  await waitFor(() => expect(announced()).toContain('Rules forgotten'))
  expect(document.activeElement?.getAttribute('data-role')).toBe('date')
  await waitFor(async () => expect(await store.layouts('')).toEqual([expect.objectContaining({ ...layout, rules: [] })]))
})

/** The shown roles of the columns. */
const roles = () => [...document.querySelectorAll('[data-role][data-takes-keys]')].map(({ textContent }) => textContent)

test('one notice tells that nothing is stored, until it is again', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  onTestFinished(() => open.mockRestore())
  const { press, core } = await openColumns()
  const notices = () => core.toasts.log.filter(({ topic }) => topic === 'reconcile.unsaved')
  await waitFor(() => expect(notices()).toMatchObject([{ stays: true, times: 1 }]))
  const tries = open.mock.calls.length
  await press('t')
  await waitFor(() => expect(roles()[0]).toBe('Description'))
  await waitFor(() => expect(open.mock.calls.length).toBeGreaterThan(tries))
  expect(notices()).toMatchObject([{ times: 1 }])
  open.mockRestore()
  await press('d')
  await waitFor(() => expect(notices()).toMatchObject([{ isDismissed: true }]))
})

const SNAPSHOT = { status: 'active', children: {}, historyValue: {}, value: { held: { columns: 'shown' } } }

test.each([
  ['a state that is no more', { ...SNAPSHOT, value: { held: 'comparing' }, context: { session: 's' } }],
  ['no children', { ...SNAPSHOT, children: undefined, context: { session: 's' } }],
  ['another shape', { ...SNAPSHOT, context: [] }],
])('a stored place of another release, with %s, leads to the choice of a statement', async (_, snapshot) => {
  await openConsole({ remembered: { signInName: 'merchant', reconcile: { merchant: snapshot } } })
  window.location.hash = '/reconcile'
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  await waitFor(() => expect(stored()).toMatchObject([{ status: 'stopped' }]))
})

test('a stored place of an earlier release is returned to, without what that release did not store', async () => {
  await openColumns()
  await waitFor(async () => expect(await createReconcileStore().list('')).not.toEqual([]))
  const [snapshot] = stored() as [{ context: { settings: object } }]
  const { context } = snapshot
  const earlier = { ...context, lookups: undefined, settings: { ...context.settings, rules: undefined, amountTolerance: '7' } }
  await openConsole({ remembered: { reconcile: { '': { ...snapshot, context: earlier } } } })
  window.location.hash = '/reconcile'
  await waitFor(() => expect(tolerance().value).toBe('7'))
  await waitFor(() => expect(stored()).toMatchObject([{ context: { lookups: [], settings: { rules: [] } } }]))
})

test('a statement that another tab has changed is left as it is there, and opened again', async () => {
  const { user, press } = await openColumns()
  const account = ''
  const other = createReconcileEngine()
  await waitFor(async () => expect(await createReconcileStore().list(account)).not.toEqual([]))
  const [{ id } = { id: '' }] = await createReconcileStore().list(account)
  await other.run('open', { id, account })
  await other.run('layout', { roles: ['date', 'ignored', 'amount'] })
  await other.run('save', { id, account, position: null })

  await press('x')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This statement was changed in another tab')
  // The snapshot is that of the other tab too.
  expect(stored()).toMatchObject([{ value: { held: { columns: 'shown' } } }])
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(roles()).toEqual(['Date', 'Ignored', 'Amount']))
})

describe('amounts are read with the decimals of the list', () => {
  const lines = 'Date;Order No;Amount\n2026-11-20;NOBODY-4711;12.500\n2026-11-20;NOBODY-4712;7.125'
  const moneyIn = () => screen.getByText('Money in').nextElementSibling?.textContent

  test('that is chosen', async () => {
    const { user } = await openColumns(lines, { permissions: [...MERCHANT, 'umerchant'] })
    expect(moneyIn()).toBe('19,625.00')
    for (const [list, sum] of [
      ['USDT payin', '19.6250'],
      ['Payin', '19,625.00'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name: 'Orders in' }))
      await user.click(await screen.findByRole('option', { name: list }))
      await waitFor(() => expect(moneyIn()).toBe(sum))
    }
  })

  test('that is the only one of the account', async () => {
    const permissions = ['user', 'umerchant', 'transaction', 'payin']
    await openColumns(lines, { permissions, address: '/transactionusdt/payin' })
    expect(moneyIn()).toBe('19.6250')
  })
})
