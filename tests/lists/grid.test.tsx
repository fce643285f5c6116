import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { renderRows } from '../gridSize.ts'
import { createFakeGateway } from './fakeGateway.ts'
import { MERCHANT, openConsole } from './openConsole.tsx'

renderRows(20)

const FIRST = 'INV-2026-000000'

async function openList(opening: Parameters<typeof openConsole>[0] = {}) {
  const console = await openConsole(opening)
  await console.shows(1, FIRST)
  return console
}

describe('cursor movement', () => {
  test('a list opens with the focus in its first row', async () => {
    const { focus } = await openList()
    expect(focus()).toBe('1 merchantOrderNo')
  })

  test('keys move by rows and cells, with counts, and back from the header', async () => {
    const { press, focus } = await openList()
    const pressing = async (keys: string) => {
      await press(keys)
      return focus()
    }
    expect(await pressing('j')).toBe('2 merchantOrderNo')
    expect(await pressing('{ArrowDown}')).toBe('3 merchantOrderNo')
    expect(await pressing('12j')).toBe('15 merchantOrderNo')
    expect(await pressing('k')).toBe('14 merchantOrderNo')
    expect(await pressing('l')).toBe('14 payAmount')
    expect(await pressing('h')).toBe('14 merchantOrderNo')
    expect(await pressing('{End}')).toBe('14 actions')
    expect(await pressing('{Home}')).toBe('14 select')
    expect(await pressing('gg')).toBe('1 select')
    expect(await pressing('k')).toBe('0 select')
    expect(await pressing('j')).toBe('1 select')
  })

  test('the focus moves into a cell and back', async () => {
    const { press, focus } = await openList()
    await press('j{End}')
    const cell = focus()
    await press('{F2}')
    expect(document.activeElement?.tagName).toBe('BUTTON')
    await press('{Escape}')
    expect(focus()).toBe(cell)
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell')
  })

  test('keys move to the last row of the result, to a row number, and by screens', async () => {
    const { press, focus, shows } = await openList()
    await press('G')
    expect(focus()).toBe('57 merchantOrderNo')
    await shows(57, 'INV-2026-000056')
    // A row that is not drawn yet gets the focus in the next frame.
    const lands = (at: string) => waitFor(() => expect(focus()).toBe(at))
    await press('33G')
    await lands('33 merchantOrderNo')
    await press('{PageUp}')
    await lands('14 merchantOrderNo')
    await press('{PageDown}')
    await lands('33 merchantOrderNo')
  })

  test('keys move by pages of the gateway', async () => {
    const { press, focus, query } = await openList()
    await press(']')
    expect(focus()).toBe('11 merchantOrderNo')
    await press('[[') // user-event escapes a bracket by doubling it
    expect(focus()).toBe('1 merchantOrderNo')
    await press('3]')
    expect(focus()).toBe('31 merchantOrderNo')
    await waitFor(() => expect(query().get('page')).toBe('4'))
  })

  test('movement stops at both ends', async () => {
    const { press, focus } = await openList()
    await press('99999j')
    expect(focus()).toBe('57 merchantOrderNo')
    await press('j')
    expect(focus()).toBe('57 merchantOrderNo')
  })

  test('a page beyond the end leads to the last page with a notice', async () => {
    const { press, focus, shows } = await openList()
    await press('G')
    // The last page is the highest that answered with rows; the grid has taken the focus by then.
    await shows(57, 'INV-2026-000056')
    expect(focus()).toBe('57 merchantOrderNo')
    await press('3]')
    await screen.findByText('That page is empty. Showing page 6')
    expect(focus()).toBe('51 merchantOrderNo')
  })
})

describe('the focus', () => {
  const isOnACell = () => document.activeElement?.closest('[data-column]') !== null

  test('the focus survives reload, sort, hidden columns, density and a new result', async () => {
    const { press, focus, gateway, shows } = await openList()
    await press('5j')
    for (const keys of ['r', 'ss', 'zd', 'zd', 'llll', 'r']) {
      await press(keys)
      expect(isOnACell(), keys).toBe(true)
    }
    await press('gg5j')
    gateway.total = 3
    await press('r')
    await waitFor(() => expect(focus()).toMatch(/^3 /))
    gateway.total = 57
    await press('r')
    await shows(4, 'INV-2026-000003')
    expect(isOnACell()).toBe(true)
  })

  test('the focus stays with its row when rows are inserted above', async () => {
    const { press, focus, gateway, shows } = await openList()
    await press('3j')
    expect(focus()).toBe('4 merchantOrderNo')
    // Two newer orders shift every row down by two.
    gateway.answer('/api/transaction/payin', ({ query }) => {
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
      const item = Array.from({ length: limit }, (_, index) => gateway.order((offset + index + 1_000_000 - 2) % 1_000_000))
      return { status: 'ok', item, paginator: { totalCount: 59 } }
    })
    await press('r')
    await shows(3, FIRST)
    await waitFor(() => expect(focus()).toBe('6 merchantOrderNo'))
  })

  test('the focus moves to the header of an empty list, and the focused row stays rendered while scrolled away', async () => {
    const { press, focus, grid, row, shows } = await openList({ gateway: createFakeGateway({ total: 5000 }) })
    await press('7j')
    grid().scrollTop = 60_000
    fireEvent.scroll(grid())
    await shows(1890, 'INV-2026-001889')
    expect(focus()).toBe('8 merchantOrderNo')
    expect(row(8)).not.toBeNull()
    await press('j')
    expect(focus()).toBe('9 merchantOrderNo')
    await shows(9, 'INV-2026-000008')
  })
})

describe('screen reader attributes', () => {
  test('the grid has a role, a label and counts', async () => {
    const { grid } = await openList({ address: '/transaction/payin?status=SUCCESS' })
    expect(grid().getAttribute('aria-label')).toBe('Payin. Date Range: Last 7 days; Status: Success')
    expect(grid().getAttribute('aria-multiselectable')).toBe('true')
    expect(grid().getAttribute('aria-busy')).toBe('false')
    // 18 columns available to this user, plus the checkbox and action columns.
    expect(Number(grid().getAttribute('aria-colcount'))).toBe(20)
  })

  test('the row count is set, or marked as unknown', async () => {
    const counted = await openList()
    expect(counted.grid().getAttribute('aria-rowcount')).toBe('58')
  })

  test('an estimated row count is not exposed', async () => {
    const { grid } = await openList({ gateway: createFakeGateway({ total: 500, counts: false }) })
    expect(grid().getAttribute('aria-rowcount')).toBe('-1')
  })

  test('rows and cells have their indexes at any scroll position', async () => {
    const { grid, rows, settle } = await openList({ gateway: createFakeGateway({ total: 1_000_000 }) })
    for (const part of [0, 0.31, 0.03, 0.9999, 0.5, 1, 0.12]) {
      grid().scrollTop = part * 8_000_000
      fireEvent.scroll(grid())
      await settle()
      const indices = rows().map((one) => Number(one.getAttribute('aria-rowindex')))
      expect(indices.length).toBeLessThan(60)
      expect(indices).toEqual(indices.toSorted((one, other) => one - other))
      expect(new Set(indices).size).toBe(indices.length)
      expect(indices.every((index) => index >= 2 && index <= 1_000_001)).toBe(true)
      for (const one of rows()) {
        const places = Array.from(one.children, (cell) => Number(cell.getAttribute('aria-colindex')))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }
    }
  })

  test('the row header and the sort order are exposed', async () => {
    const { press, grid, row } = await openList()
    await press('{Home}l')
    await press('ss')
    await waitFor(() =>
      expect(within(grid()).getByRole('columnheader', { name: 'Created Time' }).getAttribute('aria-sort')).toBe('ascending'),
    )
    expect(grid().querySelectorAll('[aria-sort]')).toHaveLength(1)
    expect(within(row(1) as HTMLElement).getAllByRole('rowheader')).toHaveLength(1)
  })

  test('a command announces the cursor position', async () => {
    const { press, regions } = await openList()
    await press('2j;')
    expect(regions.polite.textContent).toBe('row 3, total: 57. No. 2611210815000000002, 25,838.00, Failed, Not delivered')
  })

  test('the grid is busy while a page loads', async () => {
    const gateway = createFakeGateway()
    const { press, grid, row, shows } = await openList({ gateway })
    const page = gateway.hold('/api/transaction/payin')
    await press('G')
    await waitFor(() => expect(grid().getAttribute('aria-busy')).toBe('true'))
    expect(row(57)?.textContent).toBe('Loading⋯')
    page.release()
    await shows(57, 'INV-2026-000056')
    await waitFor(() => expect(grid().getAttribute('aria-busy')).toBe('false'))
  })
})

describe('sorting', () => {
  test("sorting cycles through ascending, descending and the gateway's order", async () => {
    const { press, query, gateway } = await openList()
    await press('{Home}l')
    for (const sort of ['createTime.asc', 'createTime.desc', null]) {
      await press('ss')
      expect(query().get('sort')).toBe(sort)
      await waitFor(() => expect(gateway.callsTo('/api/transaction/payin').at(-1)?.query.get('sort')).toBe(sort))
    }
  })

  test('a key that follows a sort by the header moves from there, before its answer as well', async () => {
    const { press, focus, gateway, query } = await openList()
    await press('{Home}lk')
    await waitFor(() => expect(focus()).toMatch(/^0 /))
    const held = gateway.hold('/api/transaction/payin')
    await press('{Enter}')
    await waitFor(() => expect(query().get('sort')).not.toBeNull())
    await press('jj')
    held.release()
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'))
    await waitFor(() => expect(focus()).toMatch(/^2 /))
  })

  test('Enter on a header sorts, for sortable columns only', async () => {
    const { press, query } = await openList()
    await press('{Home}lk{Enter}')
    expect(query().get('sort')).toBe('createTime.asc')
    await press('l{Enter}')
    expect(query().get('sort')).toBe('createTime.asc')
  })
})

describe('columns', () => {
  const heads = (grid: HTMLElement) =>
    within(grid)
      .getAllByRole('columnheader')
      .map((head) => head.textContent)
  const width = (grid: HTMLElement, column: string) => grid.style.getPropertyValue(`--width-${column}`)

  test('column widths follow the kind of the field or the length of the title; names have the room to spare', async () => {
    const { grid } = await openList()
    expect(['createTime', 'payerName', 'payAmount', 'status', 'merchantOrderNo'].map((one) => width(grid(), one))).toEqual([
      '200px',
      '190px',
      '120px',
      '111px',
      '205px',
    ])
  })

  test('keys change column widths, which are stored', async () => {
    const { press, grid } = await openList()
    await press('zwzwzn')
    expect(width(grid(), 'merchantOrderNo')).toBe('229px')
    expect(JSON.parse(localStorage.getItem('paydesk.columns.payin') ?? '')).toMatchObject({ sizes: { merchantOrderNo: 229 } })
  })

  /** Presses the edge of the column of amounts, moves the mouse to these places and releases it there. */
  async function dragEdge(grid: HTMLElement, places: number[], betweenPlaces = () => {}) {
    const edge = within(grid).getByRole('columnheader', { name: 'Amount' }).lastElementChild as HTMLElement
    fireEvent.mouseDown(edge, { clientX: 100 })
    for (const clientX of places) {
      fireEvent.mouseMove(document, { clientX })
      await act(() => new Promise(requestAnimationFrame))
      betweenPlaces()
    }
    fireEvent.mouseUp(document, { clientX: places.at(-1) ?? 100 })
  }

  test('one undo takes back a drag of an edge, however slow', async () => {
    const { press, grid } = await openList()
    const now = vi.spyOn(Date, 'now')
    onTestFinished(() => now.mockRestore())
    let late = 0
    now.mockImplementation(() => performance.timeOrigin + performance.now() + late)
    await dragEdge(grid(), [120, 140, 160], () => {
      late += 5_000
    })
    expect(width(grid(), 'payAmount')).toBe('180px')
    await dragEdge(grid(), [80])
    expect(width(grid(), 'payAmount')).toBe('160px')
    await press('u')
    expect(width(grid(), 'payAmount')).toBe('180px')
    await press('u')
    expect(width(grid(), 'payAmount')).toBe('120px')
  })

  test('keys that widen two columns take two undos', async () => {
    const { press, grid } = await openList()
    const before = [width(grid(), 'merchantOrderNo'), width(grid(), 'payAmount')]
    await press('zwzwlzw')
    expect([width(grid(), 'merchantOrderNo'), width(grid(), 'payAmount')]).not.toEqual(before)
    await press('u')
    expect(width(grid(), 'payAmount')).toBe(before[1])
    expect(width(grid(), 'merchantOrderNo')).not.toBe(before[0])
    await press('u')
    expect(width(grid(), 'merchantOrderNo')).toBe(before[0])
  })

  test('a click on an edge leaves the width to the window, and a double click gives it back', async () => {
    const { press, grid, user } = await openList()
    const edge = within(grid()).getByRole('columnheader', { name: 'Amount' }).lastElementChild as HTMLElement
    await dragEdge(grid(), [])
    expect(localStorage.getItem('paydesk.columns.payin')).toBeNull()
    await dragEdge(grid(), [160])
    await user.dblClick(edge)
    expect(width(grid(), 'payAmount')).toBe('120px')
    await press('u')
    expect(width(grid(), 'payAmount')).toBe('180px')
  })

  test('the dialog shows, hides and moves columns, and the focus returns', async () => {
    const { press, grid, focus } = await openList()
    await press('jzc')
    const dialog = await screen.findByRole('dialog', { name: 'Columns' })
    await waitFor(() => expect(within(dialog).getByRole('checkbox', { name: 'Created Time' })).toBe(document.activeElement))
    await press(' {ArrowDown}{Alt>}{ArrowDown}{/Alt}{Escape}')
    await waitFor(() => expect(focus()).toBe('2 merchantOrderNo'))
    expect(heads(grid()).slice(1, 4)).toEqual(['Amount', 'Merchant Order No', 'Status'])
  })

  test('stored columns are restored', async () => {
    const { grid } = await openList({
      remembered: { 'columns.payin': { sizes: { status: 300 }, order: ['status', 'createTime'], shown: { payMethod: false } } },
    })
    expect(width(grid(), 'status')).toBe('300px')
    expect(heads(grid())).not.toContain('Method')
    const titles = heads(grid())
    expect(titles.indexOf('Status')).toBeLessThan(titles.indexOf('Created Time'))
  })

  test('the merchant column is only for users with several merchants', async () => {
    const { grid } = await openList()
    expect(heads(grid())).not.toContain('Merchant No')
  })

  describe('a user with several merchants', () => {
    const CHOICES = '/api/transaction/merchant'
    const TWO = ['M10000001', 'M10000002'].map((merchantNo) => ({ merchantNo, merchantName: merchantNo }))
    const known = () => localStorage.getItem('paydesk.severalMerchants')

    test('has the merchant column once they are loaded', async () => {
      const gateway = createFakeGateway()
      gateway.answer(CHOICES, () => ({ status: 'ok', item: TWO }))
      const { grid } = await openList({ gateway })
      await waitFor(() => expect(heads(grid())).toContain('Merchant No'))
      expect(known()).toBe('true')
    })

    test('has it with the first rows the next time, before they are loaded', async () => {
      const gateway = createFakeGateway()
      gateway.hold(CHOICES)
      const { grid } = await openList({ gateway, remembered: { severalMerchants: true } })
      expect(heads(grid())).toContain('Merchant No')
    })

    test('loses it when only one is left', async () => {
      const { grid } = await openList({ remembered: { severalMerchants: true } })
      await waitFor(() => expect(heads(grid())).not.toContain('Merchant No'))
      expect(known()).toBeNull()
    })

    test('leaves no column to a sub-merchant', async () => {
      const permissions = MERCHANT.map((one) => (one === 'normal' ? 'sub' : one))
      const { grid } = await openList({
        address: '/transactionsub/payin-sub',
        permissions,
        remembered: { severalMerchants: true },
      })
      expect(heads(grid())).not.toContain('Merchant No')
    })
  })
})
