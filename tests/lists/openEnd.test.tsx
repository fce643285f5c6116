import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderRows } from '../gridSize.ts'
import { createFakeGateway, orderOf } from './fakeGateway.ts'
import { openConsole } from './openConsole.tsx'

renderRows(20)

const ROW_HEIGHT = 32
const VIEWPORT_HEIGHT = 640
const PATH = '/api/transaction/payin'
const numberOf = (n: number) => `INV-2026-${String(n).padStart(6, '0')}`

/** A gateway that sends exactly the rows asked for, and no total. */
function gatewayWithoutTotals(total: number) {
  const gateway = createFakeGateway({ total })
  gateway.answer(PATH, ({ query, body }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const all = body.status === undefined ? gateway.total : 0
    const length = Math.max(0, Math.min(limit, all - offset))
    return { status: 'ok', item: Array.from({ length }, (_, n) => gateway.order(offset + n)) }
  })
  return gateway
}

async function openList(total: number) {
  const console = await openConsole({ gateway: gatewayWithoutTotals(total) })
  await console.shows(1, numberOf(0))
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  return { ...console, button, said: () => console.regions.polite.textContent }
}

test('j walks to the last row, which ends the result', async () => {
  const { press, focus, shows, grid } = await openList(37)
  for (const [row, keys] of [
    [8, '7j'],
    [15, '7j'],
    [22, '7j'],
    [29, '7j'],
    [36, '7j'],
    [37, 'j'],
  ] as const) {
    await press(keys)
    await shows(row, numberOf(row - 1))
  }
  await press('jj')
  expect(focus()).toBe('37 merchantOrderNo')
  await screen.findByText(/row 37 · total: 37$/)
  expect(grid().getAttribute('aria-rowcount')).toBe('38')
})

test('G goes to the last known row, says that there may be more, and reads on to the end', async () => {
  const gateway = gatewayWithoutTotals(137)
  const { press, focus, shows, regions, grid } = await openConsole({ gateway })
  await shows(1, numberOf(0))
  await screen.findByText(/row 1 · total: \d+\+$/)
  expect(grid().getAttribute('aria-rowcount')).toBe('-1')
  await press('G')
  expect(regions.polite.textContent).toMatch(/^There may be more rows after row \d+$/)
  expect(screen.getByText(/^There may be more rows after row \d+$/)).not.toBeNull()
  for (let rows = 0; rows < 137; rows = Number(focus().split(' ')[0])) {
    await press('G')
    await waitFor(() => expect(gateway.calls.at(-1)?.path).not.toBe(''))
  }
  expect(focus()).toBe('137 merchantOrderNo')
  await screen.findByText('Row 137 is the last one')
  expect(regions.polite.textContent).toBe('Row 137 is the last one')
  await screen.findByText(/row 137 · total: 137$/)
})

test('The pager goes on screen by screen, not beyond the last row, and keeps the focus there', async () => {
  const { user, button, shows } = await openList(40)
  for (const row of [20, 39, 40]) {
    await user.click(button('One screen down'))
    await shows(row, numberOf(row - 1))
  }
  await screen.findByText(/row 40 · total: 40$/)
  expect(screen.getByText(/of 40$/).textContent).toMatch(/^\d+–\d+ of 40$/)
  expect(button('One screen down').getAttribute('aria-disabled')).toBe('true')
  expect(button('Last row').getAttribute('aria-disabled')).toBe('true')
  // A button that is disabled itself would lose the focus.
  expect(document.activeElement).toBe(button('One screen down'))
  await user.keyboard('{Enter}')
  await shows(40, numberOf(39))
  expect(document.activeElement).toBe(button('One screen down'))
})

test('a row number beyond the known rows is reached, and one beyond the result leads to the last known row', async () => {
  const { press, focus, shows, said } = await openList(5000)
  await press('4312G')
  await shows(4312, numberOf(4311))
  expect(focus()).toBe('4312 merchantOrderNo')
  await press('9999G')
  await waitFor(() => expect(said()).toMatch(/^There may be more rows after row \d,\d+$/))
  await press('gg40j')
  await shows(41, numberOf(40))
  expect(focus()).toBe('41 merchantOrderNo')
})

test('the wheel and PageDown reach the last row', async () => {
  const { press, focus, grid, shows } = await openList(137)
  const total = () => Number(/total: (\d+)/.exec(screen.getByText(/^row 1 · total/).textContent ?? '')?.[1])
  for (let known = 0; known < 137; ) {
    known = total()
    grid().scrollTop = known * ROW_HEIGHT - VIEWPORT_HEIGHT
    fireEvent.scroll(grid())
    await waitFor(() => expect(total() > known || known === 137).toBe(true))
  }
  await shows(137, numberOf(136))
  await press('gg')
  for (let step = 0; step < 9; step++) await press('{PageDown}')
  expect(focus()).toBe('137 merchantOrderNo')
})

test('where the gateway ignores the filter by number, the rows are searched for it, up to a limit that is told', async () => {
  const asking = (number: string) => `/transaction/payin?orderNo=${number}`
  const { shows, regions } = await openConsole({ gateway: gatewayWithoutTotals(5000), address: asking(numberOf(437)) })
  await shows(1, numberOf(437))
  await screen.findByText(/row 1 · total: 1$/)
  window.location.hash = asking(numberOf(700))
  const limit = 'The gateway doesn’t filter by number; only the first 500 rows were searched'
  await screen.findByText('No data')
  await waitFor(() => expect(regions.polite.textContent).toBe(limit))
  window.location.hash = `/transaction/payin?open=${orderOf(700).id}`
  fireEvent.click(await screen.findByRole('button', { name: 'Open by itself' }))
  await screen.findByText('Record not found')
  await screen.findByText(limit)
})
