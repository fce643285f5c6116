import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AccountEntry, CheckedEntries } from '#contract/rows/ledger.ts'
import { renderRows } from '../gridSize.ts'
import { createFakeGateway, refusal } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

renderRows(20)

const PERMISSIONS = ['user', 'normal', 'account', 'account_detail', 'transaction', 'payin', 'payin_notify']
const TOTAL = 57
/** Each movement adds one thousand. */
const left = (seq: number) => `${seq * 1000}.00`

/** The movement with that sequence number. */
const entryOf = (seq: number, changes: Partial<AccountEntry> = {}): AccountEntry => ({
  id: `e${seq}`,
  seq: String(seq),
  createTime: '2026-11-21T08:15:30+07:00',
  type: 'PAYIN',
  platOrderNo: `26112108153${String(seq).padStart(8, '0')}`,
  merchantOrderNo: `INV-${seq}`,
  currency: 'IDR',
  payAmount: '1000.00',
  payFee: '0.00',
  beforeAvailable: left(seq - 1),
  afterAvailable: left(seq),
  beforeTotal: left(seq - 1),
  afterTotal: left(seq),
  beforePayinFreeze: '0.00',
  afterPayinFreeze: '0.00',
  beforePayoutFreeze: '0.00',
  afterPayoutFreeze: '0.00',
  remark: null,
  ...changes,
})

interface Ledger {
  /** Movements with falsified values. */
  changed?: Record<number, Partial<AccountEntry>>
  missing?: number[]
  /** The check result of the gateway; without it the gateway lacks the call. */
  check?: (after: string) => CheckedEntries
}

async function openDetail({ changed = {}, missing = [], check }: Ledger = {}, address = '/account/detail') {
  const gateway = createFakeGateway()
  const all = Array.from({ length: TOTAL }, (_, n) => TOTAL - n)
    .filter((seq) => !missing.includes(seq))
    .map((seq) => entryOf(seq, changed[seq]))
  gateway.answer('/api/account/detail', ({ query }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const wanted = query.get('type') === null ? all : all.filter(({ type }) => query.getAll('type').includes(type!))
    const number = query.get('orderNo')
    const found = number === null ? wanted : all.filter(({ platOrderNo }) => platOrderNo === number)
    return {
      status: 'ok',
      item: found.slice(offset, offset + limit),
      paginator: { page: 1, limit, offset, totalCount: found.length },
    }
  })
  gateway.answer('/api/account/detail/check', ({ query }) =>
    check === undefined ? refusal(404, 'NOT_FOUND', 'no such call') : { status: 'ok', item: check(query.get('after') ?? '0') },
  )
  gateway.answer('/api/account/info', () => ({ status: 'ok', item: { available: left(TOTAL), total: left(TOTAL) } }))
  const opened = await openConsole({ address, permissions: PERMISSIONS, gateway })
  const isMarked = (n: number) => opened.row(n)?.hasAttribute('data-noted') ?? null
  const said = () => document.querySelector('footer')?.textContent ?? ''
  return { ...opened, isMarked, said }
}

const whole =
  (breaks: CheckedEntries['breaks'] = []) =>
  (): CheckedEntries => ({
    upto: String(TOTAL),
    last: String(TOTAL),
    isEnd: true,
    breaks,
  })
const account = (seq: string, available: string) => ({
  seq,
  available,
  total: available,
  payinFreeze: '0.00',
  payoutFreeze: '0.00',
})

describe('ledger checks by the gateway', () => {
  test('the chain is verified in the background and the status bar says so', async () => {
    const { said, isMarked } = await openDetail({ check: whole() })
    await waitFor(() => expect(said()).toContain('Chain verified to seq 57 of 57'))
    expect(said()).not.toContain('mismatch')
    expect(isMarked(1)).toBe(false)
  })

  test('a broken row is marked, and its detail shows the found and the expected value', async () => {
    const { press, isMarked, row, said } = await openDetail({ check: whole(), changed: { 50: { beforeAvailable: '1.00' } } })
    await waitFor(() => expect(isMarked(8)).toBe(true))
    expect([7, 9].map(isMarked)).toEqual([false, false])
    expect(within(row(8) as HTMLElement).getByRole('rowheader').textContent).toContain('doesn’t match the previous entry')
    await waitFor(() => expect(said()).toContain('1 mismatch'))
    await press('8G{Enter}')
    const told = await screen.findByRole('region', { name: 'This movement doesn’t match the previous one' })
    const lines = within(told)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
    // The value neither continues the previous movement nor matches the sum of its parts.
    expect(lines).toContain('Available Before1.0049,000.00')
    expect(lines).toContain('Total Before49,000.001.00')
  })

  test('} and { move to broken rows that are not loaded yet', async () => {
    const far = { id: 'e9', seq: '9', platOrderNo: entryOf(9).platOrderNo!, previous: account('8', '8000.01'), account: null }
    const { press, focus, row, said, isMarked } = await openDetail({
      check: whole([far]),
      changed: { 55: { beforePayinFreeze: '5.00' } },
    })
    await waitFor(() => expect(said()).toContain('2 mismatches'))
    await press('}')
    await waitFor(() => expect(focus()).toBe('3 platOrderNo'))
    await press('}')
    await waitFor(() => expect(focus()).toBe('49 platOrderNo'))
    await waitFor(() => expect(row(49)?.textContent).toContain('INV-9'))
    expect(isMarked(49)).toBe(true)
    await press('}')
    await waitFor(() => expect(said()).toContain('No more mismatches this way'))
    await press('{{')
    await waitFor(() => expect(focus()).toBe('3 platOrderNo'))
  })

  test('a broken row outside the filter opens on its own', async () => {
    const far = { id: 'e9', seq: '9', platOrderNo: entryOf(9).platOrderNo!, previous: account('8', '8000.01'), account: null }
    const { press, query, said } = await openDetail(
      { check: whole([far]), changed: { 57: { type: 'PAYIN_FEE' } } },
      '/account/detail?type=PAYIN_FEE',
    )
    await waitFor(() => expect(said()).toContain('1 mismatch'))
    await press('}')
    await waitFor(() => expect(query().get('orderNo')).toBe(far.platOrderNo))
    expect(query().get('open')).toBe('e9')
  })

  test('a reload continues the check where it stopped', async () => {
    const { press, said, gateway } = await openDetail({ check: whole() })
    await waitFor(() => expect(said()).toContain('57 of 57'))
    await press('r')
    await waitFor(() =>
      expect(gateway.callsTo('/api/account/detail/check').map(({ query }) => query.get('after'))).toEqual(['0', '57']),
    )
  })
})

describe('a gateway without ledger checks', () => {
  test('the loaded rows are compared with each other, and the status bar says so', async () => {
    const { said, isMarked } = await openDetail({ changed: { 52: { afterTotal: '7.00' } }, missing: [50] })
    await waitFor(() => expect(said()).toMatch(/Chain verified for the \d+ rows shown only/))
    // One total is wrong, the next movement does not continue it, and one movement is missing.
    await waitFor(() => expect([5, 6, 7].map(isMarked)).toEqual([true, true, true]))
    expect([4, 8].map(isMarked)).toEqual([false, false])
  })
})

describe('links of a movement', () => {
  test('a movement links to the order or movement behind it, in any list', async () => {
    const { press } = await openDetail({ check: whole() })
    await press('a')
    const menu = await screen.findByRole('menu')
    within(menu).getByText('Copy number')
    within(menu)
      .getByRole('menuitem', { name: /Open related order or record/ })
      .focus()
    await press('{Enter}')
    await waitFor(() => expect(window.location.hash).toContain('#/transaction/payin?'))
    expect(window.location.hash).toContain(`open=${entryOf(TOTAL).platOrderNo}`)
  })

  test('a movement of a list without permission has no link', async () => {
    const { press } = await openDetail({ check: whole(), changed: { 57: { type: 'WITHDRAW' } } })
    await press('a')
    const menu = await screen.findByRole('menu')
    expect(within(menu).queryByText('Open related order or record')).toBeNull()
  })
})
