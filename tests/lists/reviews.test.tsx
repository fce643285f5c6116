import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createFakeGateway, type FakeGateway, orderOf, refusal } from './fakeGateway.ts'
import { MERCHANT, openConsole } from './openConsole.tsx'

const REVIEW = '/api/transaction/review'

type Opening = Parameters<typeof openConsole>[0]

/** Answers as a gateway that stores review marks. */
const storeMark =
  (gateway: FakeGateway) =>
  ({ body }: { body: Record<string, unknown> }) => {
    const n = Number(String(body.id).slice(-9))
    const review = body.review === 'NONE' ? null : (body.review as 'RECONCILED')
    gateway.change(n, { review, reviewNote: review === null ? null : ((body.note as string | undefined) ?? null) })
    return { status: 'ok', item: gateway.order(n) }
  }

/** Opens a list with a gateway that stores review marks. */
async function openList(opening: Opening = {}) {
  const { gateway = createFakeGateway(), ...rest } = opening
  gateway.answer(REVIEW, storeMark(gateway))
  const opened = await openConsole({ ...rest, gateway })
  await opened.shows(1, 'INV-2026')
  const asked = () =>
    gateway
      .callsTo(REVIEW)
      .map(({ body }) => [Number(String(body.id).slice(-6)), body.review, body.note].filter((one) => one !== undefined))
  const said = (text: RegExp | string) => screen.findAllByText(text)
  const marks = (...ns: number[]) => ns.map((n) => opened.cell(n, 'review'))
  return { ...opened, gateway, asked, said, marks }
}

describe('a review mark', () => {
  test('e sets a mark and moves to the next unmarked order; undo removes it', async () => {
    const gateway = createFakeGateway()
    gateway.change(1, { review: 'RECONCILED' })
    const { press, asked, focus, marks, said } = await openList({ gateway })
    await press('e')
    await waitFor(() => expect(focus()).toBe('3 merchantOrderNo'))
    await press('e')
    await waitFor(() => expect(focus()).toBe('4 merchantOrderNo'))
    expect(asked()).toEqual([
      [0, 'RECONCILED'],
      [2, 'RECONCILED'],
    ])
    await waitFor(() => expect(marks(1, 2, 3, 4)).toEqual(['Reconciled', 'Reconciled', 'Reconciled', '']))
    await said('Marked as reconciled')
    await press('uu')
    await waitFor(() =>
      expect(asked().slice(2)).toEqual([
        [2, 'NONE'],
        [0, 'NONE'],
      ]),
    )
    await waitFor(() => expect(marks(1, 2, 3)).toEqual(['', 'Reconciled', '']))
  })

  test('undo leaves a mark alone that a colleague set since, and says so; redo leaves it alone, too', async () => {
    const { press, asked, gateway, said } = await openList()
    await press('e')
    await said('Marked as reconciled')
    gateway.change(0, { review: 'DISCREPANT', reviewNote: '500 short' })
    await press('u')
    await said('1 skipped: changed since')
    await press('{Control>}{Shift>}z{/Shift}{/Control}')
    await said(/^Redone/)
    expect(asked()).toEqual([[0, 'RECONCILED']])
  })

  test('undo asks again when the order could not be read', async () => {
    const { press, asked, gateway, said, marks } = await openList()
    await press('e')
    await said('Marked as reconciled')
    await waitFor(() => expect(marks(1)).toEqual(['Reconciled']))
    const list = '/api/transaction/payin'
    gateway.answer(list, () => refusal(500, 'INTERNAL', 'Not now'))
    await press('u')
    await said('Not now')
    expect(asked()).toEqual([[0, 'RECONCILED']])
    gateway.answer(list, null)
    await press('u')
    await waitFor(() => expect(asked()[1]).toEqual([0, 'NONE']))
  })

  test('marking a discrepancy asks for a note, and a dot repeats both for the next order', async () => {
    const { press, asked, marks, focus, user } = await openList()
    await press('d')
    await screen.findByRole('combobox', { name: /What doesn’t match/ })
    await user.keyboard('fee of 500{Enter}')
    await waitFor(() => expect(asked()).toEqual([[0, 'DISCREPANT', 'fee of 500']]))
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    await press('j.')
    await waitFor(() => expect(asked()[1]).toEqual([1, 'DISCREPANT', 'fee of 500']))
    await waitFor(() => expect(marks(1, 2, 3)).toEqual(['Discrepancy', 'Discrepancy', '']))
  })

  test('a mark can be set from the open row, which moves along', async () => {
    const { press, asked } = await openList()
    await press('{Enter}')
    const record = await screen.findByRole('region', { name: 'Record' })
    await within(record).findByRole('heading', { name: orderOf(0).merchantOrderNo! })
    await press('e')
    await within(await screen.findByRole('region', { name: 'Record' })).findByRole('heading', {
      name: orderOf(1).merchantOrderNo!,
    })
    expect(asked()).toEqual([[0, 'RECONCILED']])
  })

  test('a mark is set on the whole selection, and refused rows stay selected', async () => {
    const { press, gateway, row, asked, user } = await openList()
    gateway.change(1, { review: 'RECONCILED' })
    await press('r')
    await waitFor(() => expect(row(2)?.textContent).toContain('Reconciled'))
    const store = storeMark(gateway)
    gateway.answer(REVIEW, (call) => (call.body.id === orderOf(2).id ? refusal(404, 'ORDER_NOT_FOUND', 'Gone') : store(call)))
    await press('3Je')
    const panel = await screen.findByRole('region', { name: 'Mark selected orders as reconciled' })
    await within(panel).findByText(/^3 orders will be marked as reconciled, .* IDR in all · 1 skipped: already reconciled$/)
    within(panel).getByRole('button', { name: 'Mark' }).focus()
    await user.keyboard('{Enter}')
    await within(panel).findByText('2 done, 1 failed · Failed rows stay selected')
    expect(row(3)?.getAttribute('aria-selected')).toBe('true')
    within(panel).getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('{Enter}')
    await press('u')
    await waitFor(() =>
      expect(asked().slice(3)).toEqual([
        [0, 'NONE'],
        [3, 'NONE'],
      ]),
    )
  })

  test('an undo that fails halfway goes on there when it is repeated, and redo marks all of them again', async () => {
    const { press, gateway, asked, user } = await openList()
    const store = storeMark(gateway)
    await press('2Je')
    const panel = await screen.findByRole('region', { name: 'Mark selected orders as reconciled' })
    await within(panel).findByText(/^3 orders will be marked as reconciled/)
    within(panel).getByRole('button', { name: 'Mark' }).focus()
    await user.keyboard('{Enter}')
    await within(panel).findByText(/^3 done/)
    within(panel).getByRole('button', { name: 'Close' }).focus()
    await user.keyboard('{Enter}')
    gateway.answer(REVIEW, (call) => (call.body.id === orderOf(1).id ? refusal(409, 'CONFLICT', 'Not now') : store(call)))
    const undone = () => asked().slice(3)
    await press('u')
    await waitFor(() => expect(undone()).toHaveLength(2))
    await screen.findAllByText('Not now')
    gateway.answer(REVIEW, store)
    await press('u')
    const all = [0, 1, 2]
    await waitFor(() => expect(undone().slice(2)).toEqual([1, 2].map((n) => [n, 'NONE'])))
    await press('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(undone().slice(4)).toEqual(all.map((n) => [n, 'RECONCILED'])))
    expect(screen.queryAllByText(/changed since/)).toEqual([])
  })

  test('a read-only user cannot set marks', async () => {
    const permissions = MERCHANT.filter((key) => key !== 'payin_notify')
    const { press, asked, focus, settle } = await openList({ permissions })
    await press('ed')
    await settle()
    expect([asked(), focus()]).toEqual([[], '1 merchantOrderNo'])
    expect(screen.queryByRole('combobox', { name: /What doesn’t match/ })).toBeNull()
  })

  test('marks can be filtered by name and by flags', async () => {
    const { press, query } = await openList()
    await press('/')
    await waitFor(() => expect(document.activeElement?.closest('[role=search]')).not.toBeNull())
    await press('is:unreconciled{Enter}')
    await waitFor(() => expect(query().get('review')).toBe('NONE,DISCREPANT'))
  })
})

describe('rows that add up to a sum', () => {
  test('= selects the rows and shows their sum, and undo restores the selection', async () => {
    const { press, row, said, user } = await openList()
    // The sum of orders 0 and 4, and of orders 1 and 3.
    await press('=')
    await screen.findByRole('combobox', { name: /Target amount/ })
    await user.keyboard('51,676{Enter}')
    await said('2 of 57 rows add up to 51,676.00')
    const selected = [1, 2, 3, 4, 5].filter((n) => row(n)?.getAttribute('aria-selected') === 'true')
    expect(selected).toEqual([1, 5])
    await screen.findByRole('region', { name: 'Sum of the selection' })
    await press('u')
    await waitFor(() => expect(row(5)?.getAttribute('aria-selected')).toBe('false'))
  })

  test('the cursor goes to the first of the rows, and the list can show them alone', async () => {
    const { press, said, user, focus, numbers, row, query } = await openList()
    await press('12j')
    await press('=')
    await screen.findByRole('combobox', { name: /Target amount/ })
    await user.keyboard('51,676{Enter}')
    await said('2 of 57 rows add up to 51,676.00')
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    const bar = await screen.findByRole('region', { name: 'Selected rows' })
    await user.click(within(bar).getByRole('button', { name: 'Show only these' }))
    await waitFor(() => expect(numbers()).toEqual(['INV-2026-000000', 'INV-2026-000004']))
    expect([1, 2].map((n) => row(n)?.getAttribute('aria-selected'))).toEqual(['true', 'true'])
    expect(query().get('platOrderNo')?.split(',')).toHaveLength(2)
    await press('u')
    await waitFor(() => expect(numbers().length).toBeGreaterThan(2))
  })

  test('> and < select the next and previous set with the sum, and go to its first row', async () => {
    const { press, row, said, user, focus } = await openList()
    // The sum of the paid orders 4 and 5, and of 0 and 9.
    await press('=')
    await screen.findByRole('combobox', { name: /Target amount/ })
    await user.keyboard('91,271{Enter}')
    // The status bar tells what was selected, the toast how many sets there are.
    await said('2 of 57 rows add up to 91,271.00')
    await said(/^\d+ sets of rows have this sum\. The one with the fewest rows is selected$/)
    const selected = () => [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((n) => row(n)?.getAttribute('aria-selected') === 'true')
    await waitFor(() => expect(selected()).toEqual([5, 6]))
    await waitFor(() => expect(focus()).toBe('5 merchantOrderNo'))
    await press('>')
    await waitFor(() => expect(selected()).toEqual([1, 10]))
    await waitFor(() => expect(focus()).toBe('1 merchantOrderNo'))
    await screen.findByText(/^2 of \d+$/)
    await press('<')
    await waitFor(() => expect(selected()).toEqual([5, 6]))
    await screen.findByText(/^1 of \d+$/)
  })

  test('a sum without matching rows is announced', async () => {
    const { press, said, user } = await openList()
    await press('=')
    await screen.findByRole('combobox', { name: /Target amount/ })
    await user.keyboard('0.01{Enter}')
    await said('No set of 57 rows adds up to 0.01. Every set was tried')
  })
})
