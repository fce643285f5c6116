import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../../server/db/sql.ts'
import { startApp, type TestApp } from '../app.tsx'

const BRANCH = 'M10000002'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 20 })
  await app.gateway.db.run(sql`delete from audit`)
})
afterAll(() => app.close())

const focused = () => document.activeElement as HTMLElement
const named = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)!
const rows = () =>
  Array.from(document.querySelectorAll('[role=grid] tbody tr'), (row) =>
    Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent).slice(1, 4),
  )

async function run(title: string) {
  await app.user.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(focused()?.getAttribute('role')).toBe('combobox'))
  await app.user.keyboard(`${title}{Enter}`)
}

test('Audit events are listed, shown in full, shown as curl, and undone if they are reversible', async () => {
  await app.openAs('merchant')
  await run('Change sub-merchant')
  await screen.findByRole('combobox', { name: /Merchant number/ })
  await app.user.keyboard(`${BRANCH}{Enter}`)
  await waitFor(() => expect(focused()).toBe(named('merchantName')))
  await app.user.clear(named('merchantName'))
  await app.user.keyboard('Another Name{Enter}')
  await screen.findByText('Saved')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Change sub-merchant/ })).toBeNull())

  await app.user.keyboard('gh')
  await waitFor(() => expect(app.address()).toBe('/settings/history'))
  await waitFor(() => expect(focused().getAttribute('role')).toBe('gridcell'))
  expect(rows()).toEqual([
    [`Changed merchant ${BRANCH}`, 'Done', 'Can be undone'],
    ['Signed in', 'Done', ''],
  ])
  await app.user.keyboard('{Enter}')
  const told = await screen.findByRole('dialog', { name: `Changed merchant ${BRANCH}` })
  expect(within(told).getByRole('row', { name: 'Merchant Name Toko Nusantara Bandung Another Name' })).toBeDefined()
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await app.user.click(within(told).getByRole('button', { name: 'Copy as curl' }))
  await waitFor(() => expect(copied).toHaveBeenCalledTimes(1))
  expect(copied.mock.calls[0]?.[0]).toBe(
    [
      `curl -X PUT '${window.location.origin}/api/account/update-sub'`,
      `-H 'merchant-token: ****'`,
      `-H 'content-type: application/json'`,
      `--data '{"merchantNo":"${BRANCH}","merchantName":"Another Name"}'`,
    ].join(' \\\n  '),
  )
  await app.tabTo(within(told).getByRole('button', { name: 'Undo' }))
  await app.user.keyboard('{Enter}')
  await within(told).findByText('The previous values are restored.')
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(3))
  const row = await app.gateway.db.one(sql`select name from merchant where merchant_no = ${BRANCH}`)
  expect(row).toEqual({ name: 'Toko Nusantara Bandung' })
  expect(rows().map(([, , undo]) => undo)).toEqual(['Can be undone', '', ''])
  await waitFor(() => expect(focused()).not.toBe(document.body))
})

test('The history is filtered by one kind of event, and says when no event matches', async () => {
  await app.openAs('merchant')
  await app.user.keyboard('gh')
  await waitFor(() => expect(focused().getAttribute('role')).toBe('gridcell'))
  const kind = screen.getByRole<HTMLInputElement>('combobox', { name: 'Type' })
  await app.tabTo(kind)
  await app.user.clear(kind)
  await app.user.keyboard('Sign in')
  await screen.findByRole('option', { name: 'Sign in' })
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(new Set(rows().map(([what]) => what))).toEqual(new Set(['Signed in'])))
  // The list that closes puts its choice into the field, also after it was cleared.
  await waitFor(async () => {
    await app.user.clear(kind)
    await app.user.keyboard('Reset key')
    expect(kind.value).toBe('Reset key')
  })
  await screen.findByRole('option', { name: 'Reset key pair' })
  await app.user.keyboard('{Enter}')
  await screen.findByText('No matching actions')
})

test('A history that could not be loaded says only that', async () => {
  await app.openAs('merchant')
  app.network = async (path, pass) =>
    path === '/api/index/deeds' ? Response.json({ status: 'error', message: 'No luck today' }, { status: 400 }) : pass()
  await app.user.keyboard('gh')
  await screen.findByText('No luck today')
  expect(screen.queryByText('No matching actions')).toBeNull()
  app.network = null
  await app.tabTo(screen.getByRole('button', { name: 'Retry' }))
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(focused().getAttribute('role')).toBe('gridcell'))
})

test('Audit events are shown in the language that is switched to', async () => {
  await app.openAs('merchant')
  await app.user.keyboard('gh')
  await waitFor(() => expect(rows()[0]).toEqual(['Signed in', 'Done', '']))
  await run('bahasa indonesia')
  await waitFor(() => expect(rows().map(([what]) => what)).toContain('Masuk'))
  expect(rows().map(([what]) => what)).not.toContain('Signed in')
})

test('The buttons of the pager keep the focus on the last and the first page', async () => {
  await app.gateway.db.run(sql`delete from audit`)
  await app.openAs('merchant')
  await app.gateway.db.run(sql`
    insert into audit (merchant_no, id, at, actor_no, actor, address, action, target, detail)
    select merchant_no, id - n, at, actor_no, actor, address, action, target, detail
      from audit cross join generate_series(1, 50) n
     where id = (select max(id) from audit where action = 'login' and actor = 'merchant')`)
  await app.user.keyboard('gh')
  await waitFor(() => expect(focused().getAttribute('role')).toBe('gridcell'))
  const page = (n: number) => waitFor(() => expect(document.querySelector('footer.footer')?.textContent).toContain(`${n} / 2`))
  for (const [name, last] of [
    ['Next page', 2],
    ['Previous page', 1],
  ] as const) {
    const button = screen.getByRole('button', { name })
    await app.tabTo(button)
    await app.user.keyboard('{Enter}')
    await page(last)
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(focused()).toBe(button)
    // In vain.
    await app.user.keyboard('{Enter}')
    await page(last)
    expect(focused()).toBe(button)
  }
})

test('Staff look up an account and change its passcode status with a recorded reason', async () => {
  await app.openAs('staff')
  await run('Turn a merchant’s two-step verification on or off')
  await screen.findByRole('combobox', { name: /Merchant number/ })
  await app.user.keyboard(`M10000001{Enter}`)
  await screen.findByRole('combobox', { name: 'Turn a merchant’s two-step verification on or off: Passcode' })
  await app.user.keyboard('On{Enter}')
  await screen.findByRole('heading', { name: 'Toko Nusantara' })
  const on = await screen.findByRole<HTMLInputElement>('radio', { name: 'Turn on two-step verification' })
  await waitFor(() => expect(on.checked).toBe(true))
  await app.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('The number doesn’t match')
  await app.tabTo(named('reason'))
  await app.user.keyboard('asked by phone')
  await app.tabTo(named('merchantNo'))
  await app.user.keyboard('M10000001{Control>}{Enter}{/Control}')

  await screen.findByText('On, not set up yet')
  const row = await app.gateway.db.one(sql`
    select actor, detail from audit where action = 'passcodeOn' order by id desc limit 1`)
  expect(row).toEqual({ actor: 'staff', detail: { before: false, after: true, reason: 'asked by phone' } })
  await app.tabTo(named('who'))
  await app.user.clear(named('who'))
  await app.user.keyboard('nobody{Enter}')
  await screen.findByText('No account “nobody”')
})
