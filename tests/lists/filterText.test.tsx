import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { FEATURES } from '#contract/features.ts'
import { createFakeGateway } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

const LIST = '/api/transaction/payin'

async function openList(opening: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole(opening)
  await opened.shows(1, 'INV')
  const bar = () => screen.getByRole('search')
  const text = () => within(bar()).getByRole<HTMLInputElement>('combobox', { name: 'Filter text' })
  await waitFor(text)
  return {
    ...opened,
    bar,
    text,
    /** The last request of the list and the number of requests. */
    asked: () => opened.gateway.callsTo(LIST).at(-1)?.body,
    calls: () => opened.gateway.callsTo(LIST).length,
    offered: () => screen.queryAllByRole('option').map((option) => option.firstChild?.textContent),
    /** The active suggestion, as exposed to screen readers. */
    chosen: () => document.getElementById(text().getAttribute('aria-activedescendant') ?? '')?.firstChild?.textContent ?? null,
    fault: () => document.getElementById(text().getAttribute('aria-describedby') ?? '')?.textContent ?? null,
    marked: () => text().value.slice(text().selectionStart ?? 0, text().selectionEnd ?? 0),
    chips: () =>
      within(screen.getByRole('list', { name: 'Active filters' }))
        .getAllByRole('listitem')
        .map((chip) => chip.textContent),
  }
}

describe('the filter text', () => {
  test('the filter text opens with a key, applies on Enter, and matches controls, chips and address', async () => {
    const { press, user, asked, text, bar, chips, query, focus } = await openList()
    await press('/')
    await waitFor(() => expect(document.activeElement).toBe(text()))
    await user.keyboard('status:failed,expired -channel:bca amount:>=1jt{Enter}')
    await waitFor(() =>
      expect(asked()).toMatchObject({
        status: ['FAILED', 'EXPIRED'],
        notPayChannel: ['VA_BCA'],
        minAmount: '1000000',
      }),
    )
    expect(Object.fromEntries(query())).toEqual({ status: 'FAILED,EXPIRED', notPayChannel: 'VA_BCA', minAmount: '1000000' })
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    expect(text().value).toBe('status:Failed,Expired -channel:"BCA Virtual Account" amount:>=1,000,000')
    await waitFor(() =>
      expect(chips()).toEqual(['StatusFailed, Expired', 'Channel≠ BCA Virtual Account', 'Amount≥ 1,000,000.00']),
    )
    expect(within(bar()).getByRole('combobox', { name: 'Status: Failed, Expired' })).not.toBeNull()
    expect(within(bar()).getByRole('combobox', { name: 'Channel: ≠ BCA Virtual Account' })).not.toBeNull()
    expect(within(bar()).getByRole('textbox', { name: 'Min Amount' })).toHaveProperty('value', '1000000')
  })

  test('the controls follow the typed text and the text follows the controls', async () => {
    const { press, user, text, bar, calls } = await openList({ address: '/transaction/payin?payerName=Budi' })
    const before = calls()
    expect(text().value).toBe('payer:Budi')
    const payer = within(bar()).getByRole<HTMLInputElement>('textbox', { name: 'Payer Name' })
    await press('/')
    expect(text().value).toBe('payer:Budi ')
    await user.keyboard('amount:5..10')
    expect(within(bar()).getByRole('textbox', { name: 'Max Amount' })).toHaveProperty('value', '10')
    await user.type(payer, ' Santoso')
    expect(text().value).toBe('amount:5..10 payer:"Budi Santoso"')
    expect(calls()).toBe(before)
  })

  test('an invalid text shows the error and its position, sends nothing, and keeps the applied filter', async () => {
    const { press, user, calls, text, fault, marked, row, focus, query, regions } = await openList({
      address: '/transaction/payin?status=FAILED',
    })
    const before = calls()
    await press('/')
    await user.keyboard('status:no')
    // A value still being typed shows no error.
    expect(fault()).toBeNull()
    await user.keyboard('{Backspace>9/}nope:1 amount:5{Enter}')
    await waitFor(() => expect(fault()).toBe('Character 15: No filter named “nope”'))
    expect(regions.assertive.textContent).toBe(fault())
    expect(text().getAttribute('aria-invalid')).toBe('true')
    expect([document.activeElement, marked()]).toEqual([text(), 'nope'])
    expect(calls()).toBe(before)
    expect(row(1)?.textContent).toContain('INV')
    await press('{Escape}{Escape}')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    expect(text().value).toBe('status:Failed nope:1 amount:5')
    expect(fault()).toContain('nope')
    expect(query().get('status')).toBe('FAILED')
    await press('/')
    text().setSelectionRange(14, 21)
    await user.keyboard('{Delete}{Enter}')
    await waitFor(() => expect(query().get('minAmount')).toBe('5'))
    expect(text().value).toBe('status:Failed amount:5')
  })

  test('Tab accepts a suggestion, arrows select one, Escape closes the list and then leaves the text', async () => {
    const { press, user, text, offered, chosen, asked, focus } = await openList()
    await press('/')
    await waitFor(() => expect(offered().slice(0, 2)).toEqual(['created', 'completed']))
    expect(text().getAttribute('aria-expanded')).toBe('true')
    expect(chosen()).toBeNull()
    await user.keyboard('stat')
    await waitFor(() => expect(offered()[0]).toBe('status'))
    await press('{Tab}')
    expect(text().value).toBe('status:')
    // A condition without a value is incomplete, so Enter accepts a suggestion.
    await waitFor(() => expect(chosen()).toBe('Created'))
    await press('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(chosen()).toBe('Pending')
    await press('{Enter}')
    expect(text().value).toBe('status:Pending')
    expect(offered()).toEqual([])
    await user.keyboard(',fai{Tab}')
    expect(text().value).toBe('status:Pending,Failed')
    await user.keyboard(' ')
    await waitFor(() => expect(offered()).not.toEqual([]))
    await press('{Escape}')
    await waitFor(() => expect(offered()).toEqual([]))
    expect(document.activeElement).toBe(text())
    await press('{Enter}')
    await waitFor(() => expect(asked()).toMatchObject({ status: ['PENDING', 'FAILED'] }))
    await press('/')
    await press('{Escape}{Escape}')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
  })

  test('an invalid text stays while a control is used, and nothing is applied before it is valid', async () => {
    const { press, user, calls, text, bar, fault, marked, asked, query } = await openList({
      address: '/transaction/payin?payerName=Budi',
    })
    const before = calls()
    const field = (name: string) => within(bar()).getByRole('textbox', { name })
    await press('/')
    await user.keyboard('amount:100..50{Enter}')
    await waitFor(() => expect(fault()).toBe('Character 19: Maximum is below minimum'))
    // The controls show only what is valid.
    expect(field('Min Amount')).toHaveProperty('value', '')
    await user.type(field('Merchant Order No'), 'INV-2026-000003')
    expect(text().value).toBe('payer:Budi amount:100..50 merchantOrder:INV-2026-000003')
    expect(fault()).toBe('Character 19: Maximum is below minimum')
    await user.keyboard('{Enter}')
    expect([document.activeElement, marked()]).toEqual([text(), '100..50'])
    expect(field('Merchant Order No')).toHaveProperty('value', 'INV-2026-000003')
    expect(Object.fromEntries(query())).toEqual({ payerName: 'Budi' })
    expect(calls()).toBe(before)
    await user.keyboard('50..100{Enter}')
    await waitFor(() =>
      expect(asked()).toEqual({ payerName: 'Budi', minAmount: '50', maxAmount: '100', merchantOrderNo: 'INV-2026-000003' }),
    )
  })

  test('days chosen beside an invalid text are applied with it once it is valid', async () => {
    const { press, user, calls, text, fault, marked, query } = await openList()
    const before = calls()
    await press('/')
    await user.keyboard('status:no ')
    await user.click(screen.getByRole('button', { name: /^Date Range/ }))
    await user.click(await screen.findByRole('button', { name: 'Yesterday' }))
    await waitFor(() => expect([document.activeElement, marked()]).toEqual([text(), 'no']))
    expect(text().value).toBe('status:no created:yesterday')
    expect(fault()).toBe('Character 8: “Status” has no value “no”')
    expect(calls()).toBe(before)
    await user.keyboard('failed{Escape}{Enter}')
    await waitFor(() => expect(Object.fromEntries(query())).toEqual({ status: 'FAILED', dates: 'yesterday' }))
  })

  test('a control replaces an invalid condition of its own', async () => {
    const { press, user, text, bar, fault, asked } = await openList()
    await press('/')
    await user.keyboard('payer:budi amount:100..50{Enter}')
    await waitFor(() => expect(fault()).not.toBeNull())
    await user.type(within(bar()).getByRole('textbox', { name: 'Max Amount' }), '1.5')
    expect([text().value, fault()]).toEqual(['amount:<=1.5 payer:budi', null])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(asked()).toMatchObject({ payerName: 'budi', maxAmount: '1.5' }))
    expect(asked()).not.toHaveProperty('minAmount')
  })

  test.each([
    ['created:2026-11-20..2026-11-10', 'The end date is before the start date'],
    ['created:2024-11-20..2026-11-10', 'Up to 366 days'],
  ])('Enter shows the error of %s, although the same text is suggested', async (typed, error) => {
    const { press, user, calls, text, offered, fault, marked } = await openList()
    const before = calls()
    await press('/')
    await user.keyboard(typed)
    await waitFor(() => expect(offered()).toEqual(['2026-11-10']))
    await press('{Enter}')
    await waitFor(() => expect(fault()).toBe(`Character 9: ${error}`))
    expect([text().value, marked()]).toEqual([typed, typed.slice('created:'.length)])
    expect(calls()).toBe(before)
  })

  test('recently used suggestions come first', async () => {
    const { press, user, offered } = await openList({ remembered: { filterWords: ['Expired'] } })
    await press('/')
    await user.keyboard('status:')
    await waitFor(() => expect(offered().slice(0, 2)).toEqual(['Expired', 'Created']))
  })

  test('Backspace selects the last condition and then deletes it', async () => {
    const { press, text, marked } = await openList({ address: '/transaction/payin?status=FAILED&minAmount=5' })
    await press('/{Backspace}')
    expect(marked()).toBe('amount:>=5 ')
    await press('{Backspace}')
    expect(text().value).toBe('status:Failed ')
  })

  test('the palette applies a filter text', async () => {
    const { press, user, asked, text, fault, focus, marked } = await openList()
    const type = async (filter: string) => {
      await press('{Control>}k{/Control}')
      await user.keyboard('filter by text')
      await screen.findByRole('option', { name: /^Filter by text/, selected: true })
      await press('{Enter}')
      await screen.findByRole('combobox', { name: /For example status:failed/ })
      await user.keyboard(`${filter}{Enter}`)
    }
    await type('is:open payer:budi')
    await waitFor(() => expect(asked()).toMatchObject({ status: ['CREATED', 'PENDING', 'CONFIRMING'], payerName: 'budi' }))
    expect(text().value).toBe('is:open payer:budi')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    await type('status:nothing')
    await waitFor(() => expect(fault()).toBe('Character 8: “Status” has no value “nothing”'))
    expect([text().value, marked(), document.activeElement]).toEqual(['status:nothing', 'nothing', text()])
  })

  test('the filter text uses the language of the console', async () => {
    const { press, user, bar } = await openList({ address: '/transaction/payin?notifyStatus=FAILED&dates=yesterday' })
    const [line] = within(bar()).getAllByRole<HTMLInputElement>('combobox')
    expect(line?.value).toBe('created:yesterday notify:"Not delivered"')
    await press('{Control>}k{/Control}')
    await user.keyboard('indonesia{Enter}')
    await waitFor(() => expect(line?.value).toBe('dibuat:kemarin callback:"Gagal dikirim"'))
    expect(line?.getAttribute('aria-label')).toBe('Teks filter')
  })

  test('relative days stay relative in the address', async () => {
    const { press, user, asked, query } = await openList()
    await press('/')
    await user.keyboard('created:yesterday{Enter}')
    await waitFor(() => expect(Object.fromEntries(query())).toEqual({ dates: 'yesterday' }))
    const { startDate, endDate } = asked() as { startDate: string; endDate: string }
    expect(startDate).toBe(endDate)
    expect(asked()).not.toHaveProperty('days')
  })
})

test('the value of a cell is excluded, and further values are added', async () => {
  const { press, asked, chips } = await openList()
  await press('2jll')
  await press('-')
  await waitFor(() => expect(asked()).toMatchObject({ notStatus: ['FAILED'] }))
  await waitFor(() => expect(chips()).toEqual(['Status≠ Failed']))
  await press('j-')
  await waitFor(() => expect(asked()).toMatchObject({ notStatus: ['FAILED', 'PENDING'] }))
})

test('several numbers in one control are sent together', async () => {
  const { press, user, bar, asked, chips } = await openList()
  await user.type(within(bar()).getByRole('textbox', { name: 'Platform Order No' }), '2611, 2612{Enter}')
  await waitFor(() => expect(asked()).toMatchObject({ platOrderNo: ['2611', '2612'] }))
  await waitFor(() => expect(chips()[0]).toBe('Platform Order No2611, 2612'))
  await press('{Escape}')
})

describe('alternatives', () => {
  test('are one condition of the request, a chip of their own, and gone with its key', async () => {
    const { press, user, asked, text, chips, query } = await openList()
    await press('/')
    await user.keyboard('(status:failed OR amount:>=1jt) -(payer:budi status:success){Enter}')
    const failedOrLarge = { any: [{ is: { status: ['FAILED'] } }, { is: { minAmount: '1000000' } }] }
    const notBudi = { not: { is: { payerName: 'budi', status: ['SUCCESS'] } } }
    await waitFor(() => expect(JSON.parse(String(asked()?.where))).toEqual({ all: [failedOrLarge, notBudi] }))
    expect(JSON.parse(query().get('where') ?? '')).toEqual({ all: [failedOrLarge, notBudi] })
    expect(text().value).toBe('(status:Failed OR amount:>=1,000,000) -(status:Success payer:budi)')
    await waitFor(() =>
      expect(chips()).toEqual(['EitherStatus: Failed or Amount: ≥ 1,000,000.00', 'ExceptStatus: Success · Payer Name: budi']),
    )
    await user.click(screen.getByRole('button', { name: 'Remove filter Either' }))
    await waitFor(() => expect(JSON.parse(String(asked()?.where))).toEqual(notBudi))
    expect(text().value).toBe('-(status:Success payer:budi)')
  })

  test('are left to the console in front of a gateway that does not know them, which it says', async () => {
    const features = FEATURES.filter((feature) => feature !== 'filter-trees')
    const gateway = createFakeGateway({ features, total: 800 })
    const { press, user, asked, row } = await openList({ gateway, remembered: { features } })
    await press('/')
    await user.keyboard('status:success OR payer:siti{Enter}')
    await waitFor(() => expect(gateway.callsTo(LIST).at(-1)?.query.get('limit')).toBe('100'))
    const note = 'Either: filtered by this console among the first 500 rows only, because the gateway can’t'
    await waitFor(() => expect(screen.getByText(note)).not.toBeNull())
    expect(asked()).not.toHaveProperty('where')
    expect(gateway.callsTo(LIST).filter(({ query }) => query.get('limit') === '100')).toHaveLength(5)
    // Of the orders, every first and fifth has succeeded, and every fourth from the second is paid by Siti.
    await waitFor(() => expect(row(1)?.textContent).toContain('INV-2026-000000'))
    expect(row(2)?.textContent).toContain('INV-2026-000001')
    expect(row(3)?.textContent).toContain('INV-2026-000004')
    expect(screen.queryByText(/The gateway does not filter by number/)).toBeNull()
  })
})

test('a misspelled name is told with what may be meant, which Enter takes', async () => {
  const { press, user, text, fault, chosen, asked } = await openList()
  await press('/')
  await user.keyboard('statsu:faild{Enter}')
  await waitFor(() => expect(fault()).toBe('Character 1: No filter named “statsu”. Did you mean “status”?'))
  expect(chosen()).toBe('status')
  await user.keyboard('{Enter}')
  expect(text().value).toBe('status:faild')
  await user.keyboard('{End}')
  expect(chosen()).toBe('Failed')
  await user.keyboard('{Enter}')
  expect(text().value).toBe('status:Failed')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked()).toMatchObject({ status: ['FAILED'] }))
})

test('words of other languages are understood in the filter text', async () => {
  const { press, user, asked } = await openList()
  await press('/')
  await user.keyboard('状态：失败 pembayar:budi method:va{Enter}')
  await waitFor(() => expect(asked()).toMatchObject({ status: ['FAILED'], payerName: 'budi', payMethod: ['VIRTUAL_ACCOUNT'] }))
})
