import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SubMerchant } from '#contract/rows/merchants.ts'
import { createFakeGateway, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const UPDATE = '/api/account/update-sub'
const STATUSES = ['ACTIVE', 'SUSPENDED', 'ACTIVE', 'FROZEN', 'ACTIVE']
const no = (n: number) => `M1000000${n}`

/** Sub-merchants 1 to 5. The gateway updates all except the refused ones. */
async function openBranches({ refuse = [] as string[], permissions = ['user', 'normal', 'merchant_sub', 'sub_update'] } = {}) {
  const statuses = new Map(STATUSES.map((status, index) => [no(index + 1), status]))
  const gateway = createFakeGateway()
  const moves = (status = '') => (status === 'FROZEN' ? [] : ['ACTIVE', 'SUSPENDED'].filter((to) => to !== status))
  const branch = ([merchantNo, status]: [string, string]): Partial<SubMerchant> => ({
    merchantNo,
    merchantName: `Toko ${merchantNo.slice(-1)}`,
    status: status as SubMerchant['status'],
    moves: moves(status) as SubMerchant['moves'],
    available: '1000.00',
    createTime: '2026-11-20T08:00:00+07:00',
  })
  gateway.answer('/api/account/sub', () => ({
    status: 'ok',
    item: [...statuses].map(branch),
    paginator: { page: 1, limit: 10, offset: 0, totalCount: statuses.size },
  }))
  gateway.answer(UPDATE, ({ body }) => {
    const merchantNo = String(body.merchantNo)
    if (refuse.includes(merchantNo)) return refusal(409, 'ORDER_STATE_CONFLICT', 'Not now')
    statuses.set(merchantNo, String(body.status))
    return { status: 'ok', item: branch([merchantNo, String(body.status)]) }
  })
  const opened = await openConsole({ address: '/merchant/subMerchant', permissions, gateway })
  await opened.shows(1, no(1))
  const sent = () => gateway.callsTo(UPDATE).map(({ body }) => `${body.merchantNo} ${body.status}`)
  const button = async (panel: HTMLElement, name: string) => {
    within(panel).getByRole('button', { name }).focus()
    await opened.user.keyboard('{Enter}')
  }
  return { ...opened, sent, button, now: () => [...statuses.values()] }
}

test('d disables the selection, skips rows with a reason, and can be undone', async () => {
  const { press, sent, button, row, now } = await openBranches({ refuse: [no(5)] })
  await press('{Control>}a{/Control}d')
  const panel = await screen.findByRole('region', { name: 'Disable selected sub-merchants' })
  await within(panel).findByText(
    '3 sub-merchants will be disabled: signed out at once, unable to collect or pay · 1 skipped: already disabled · 1 skipped: frozen or closed, contact support',
  )
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await button(panel, 'Disable')
  await within(panel).findByText('2 done, 1 failed · Failed rows stay selected')
  const results = within(within(panel).getByRole('list', { name: 'Results' })).getAllByRole('listitem')
  expect(results.map(({ textContent }) => textContent)).toEqual([
    'M10000005Toko 5Not disabledNot now',
    'M10000001Toko 1Done',
    'M10000003Toko 3Done',
  ])
  expect([1, 2, 3, 4, 5].map((n) => row(n)?.getAttribute('aria-selected'))).toEqual([
    'false',
    'false',
    'false',
    'false',
    'true',
  ])
  await button(panel, 'Close')
  await press('u')
  await waitFor(() => expect(now()).toEqual(STATUSES))
  expect(sent().slice(3)).toEqual(['M10000001 ACTIVE', 'M10000003 ACTIVE'])
})

test('the same key enables disabled sub-merchants', async () => {
  const { press, button, now } = await openBranches()
  await press('jxd')
  const panel = await screen.findByRole('region', { name: 'Enable selected sub-merchants' })
  await within(panel).findByText('1 sub-merchant will be enabled')
  await button(panel, 'Enable')
  await within(panel).findByText('1 done, 0 failed')
  expect(now()[1]).toBe('ACTIVE')
})

test('d asks for confirmation for one sub-merchant and can be undone', async () => {
  const { press, sent } = await openBranches()
  await press('d')
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toContain('Disable sub-merchant M10000001?')
  await press('{Control>}{Enter}{/Control}')
  await screen.findAllByText('Toko 1 disabled')
  await waitFor(() => expect(document.activeElement?.closest('[role=grid]')).not.toBeNull())
  await press('u')
  await waitFor(() => expect(sent()).toEqual(['M10000001 SUSPENDED', 'M10000001 ACTIVE']))
})

test('a user without permission cannot switch sub-merchants', async () => {
  const { press, settle } = await openBranches({ permissions: ['user', 'normal', 'merchant_sub'] })
  await press('xd')
  await settle()
  expect(screen.queryByRole('region', { name: /selected sub-merchants/ })).toBeNull()
})
