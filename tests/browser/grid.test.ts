import { setTimeout } from 'node:timers/promises'
import axe, { type AxeResults } from 'axe-core'
import { expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { type BrowserApp, nextFrame, test } from './app.ts'
import { framesWithoutFocus, watchFocus } from './focusWatch.ts'
import { findLayoutFaults, SIZES } from './layout.ts'

/** More columns than fit. */
const COLUMNS = [
  'createTime,merchantNo,merchantOrderNo,payAmount,status,notifyStatus,payChannel,review',
  'payMethod,platOrderNo,accountNumber,payerName,payFee,completeTime',
].join()
const EVERYTHING = { as: 'merchant', at: `/transaction/payin?dates=all&cols=${COLUMNS}` } as const

const gridOf = ({ page }: BrowserApp) => page.getByRole('grid')

const rowCount = async (app: BrowserApp): Promise<number> => Number(await gridOf(app).getAttribute('aria-rowcount'))

/** The indices of the rendered rows in document order. */
const drawn = (app: BrowserApp): Promise<number[]> =>
  gridOf(app).evaluate((grid) => Array.from(grid.querySelectorAll('[role="row"]'), (row) => Number(row.ariaRowIndex)))

const scrolledTo = (app: BrowserApp): Promise<number> => gridOf(app).evaluate(({ scrollTop }) => scrollTop)

/** What covers the corners of the focused element. */
const covering = ({ page }: BrowserApp): Promise<string[]> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    const { left, right, top, bottom } = focused.getBoundingClientRect()
    const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => ({ x, y })))
    return corners.flatMap(({ x, y }) => {
      const seen = document.elementFromPoint(x, y)
      if (seen !== null && focused.contains(seen)) return []
      return [`${seen?.outerHTML.slice(0, 200) ?? 'outside of the window'} at ${x}, ${y}`]
    })
  })

test('At any scroll position rows have their index in the whole result, and the header is row 1', async ({ open }) => {
  const app = await open(EVERYTHING)
  const count = await rowCount(app)
  expect(count).toBeGreaterThan(4_312)
  const height = await gridOf(app).evaluate(({ scrollHeight }) => scrollHeight)
  const places = [0, 1, ...Array.from({ length: 12 }, () => Math.random())]
  for (const place of places) {
    await gridOf(app).evaluate((grid, top) => grid.scrollTo({ top }), place * height)
    await nextFrame(app.page)
    const indices = await drawn(app)
    expect(indices[0], `at ${place}`).toBe(1)
    expect(indices, `at ${place}`).toEqual([...new Set(indices)].toSorted((one, other) => one - other))
    expect(indices.at(-1), `at ${place}`).toBeLessThanOrEqual(count)
    expect(indices.length, `at ${place}`).toBeGreaterThan(10)
    expect(await app.focus(), `at ${place}`).toBe('row 1')
  }
})

test('G goes to the last row of the result, 4312G to that row, and gg to the first', async ({ open }) => {
  const app = await open(EVERYTHING)
  const count = await rowCount(app)
  const leads = async (keys: string, row: number) => {
    await app.press(keys)
    await expect.poll(app.focus).toBe(`row ${row}`)
    await expect.poll(() => covering(app)).toEqual([])
    await app.page
      .locator(`[aria-rowindex="${row + 1}"]`)
      .getByText(/\d\.\d\d/)
      .first()
      .waitFor()
  }
  await leads('G', count - 1)
  await leads('4 3 1 2 G', 4_312)
  await leads('g g', 1)
  await leads('1 0 0 j', 101)
  await leads('Control+End', count - 1)
  await leads('Control+Home', 1)
})

test('Every repetition of a held key moves the cursor', async ({ open }) => {
  const app = await open(EVERYTHING)
  const { page } = app
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    document.addEventListener('focusin', ({ target }) => {
      seen.push((target as Element).closest('[role="row"]')?.getAttribute('aria-rowindex') ?? 'elsewhere')
    })
  })
  const moves = 60
  for (let pressed = 0; pressed < moves; pressed++) {
    await page.keyboard.down('j')
    await setTimeout(1000 / 30)
  }
  await page.keyboard.up('j')
  await expect.poll(app.focus).toBe(`row ${moves + 1}`)
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen).toEqual(Array.from({ length: moves }, (_, index) => String(index + 3)))
  expect(await covering(app)).toEqual([])
})

test('The focused cell is never covered by the header or the pinned columns', async ({ open }) => {
  const app = await open(EVERYTHING)
  await app.press('6 0 G')
  for (let row = 59; row > 20; row--) {
    await app.press('k')
    // A row that is not drawn yet gets the focus in the next frame.
    await expect.poll(app.focus).toBe(`row ${row}`)
    expect(await covering(app), `row ${row}`).toEqual([])
  }
  const width = Number(await gridOf(app).getAttribute('aria-colcount'))
  for (const key of ['l', 'h']) {
    for (let moved = 0; moved < width; moved++) {
      await app.press(key)
      expect(await covering(app), `${key} ${moved}`).toEqual([])
    }
  }
})

test('The cursor stays in view when a bar appears below the rows', async ({ open }) => {
  for (const readsAloud of [false, true]) {
    const app = await open({ ...EVERYTHING, readsAloud })
    const last = await gridOf(app).evaluate((grid) => {
      const { bottom } = grid.getBoundingClientRect()
      const seen = [...grid.querySelectorAll('[role=row]')].filter((row) => row.getBoundingClientRect().bottom <= bottom + 1)
      return seen.length - 1
    })
    await app.press(`${[...String(last)].join(' ')} G`)
    await expect.poll(app.focus).toBe(`row ${last}`)
    await app.press('x')
    await app.page.getByRole('region', { name: 'Selected rows' }).waitFor()
    await expect.poll(() => covering(app)).toEqual([])
    expect(await app.focus()).toBe(`row ${last}`)
  }
})

test('End shows the last cell of a row, and Home the first', async ({ open }) => {
  const { press, page } = await open(EVERYTHING)
  const isSeen = (column: string) =>
    page.locator(`[role=columnheader][data-column="${column}"]`).evaluate((head) => {
      const { left, right } = head.getBoundingClientRect()
      const grid = head.closest('[role=grid]')?.getBoundingClientRect()
      return grid !== undefined && left >= grid.left && right <= grid.right + 1
    })
  await press('End')
  await expect.poll(() => isSeen('completeTime')).toBe(true)
  await press('Home l')
  await expect.poll(() => isSeen('createTime')).toBe(true)
})

/** For each visible header, the misalignment of the cell in the first visible row; a missing cell is reported too. */
const misalignedCells = (app: BrowserApp): Promise<string[]> =>
  gridOf(app).evaluate((grid) => {
    const seen = grid.getBoundingClientRect()
    const row = [...grid.querySelectorAll('[role=row]')].find((one) => one.getBoundingClientRect().top > seen.top + 32)!
    return [...grid.querySelectorAll('[role=columnheader]')].flatMap((head) => {
      const { left, right } = head.getBoundingClientRect()
      if (right <= seen.left || left >= seen.left + grid.clientWidth) return []
      const name = head.getAttribute('data-column')
      const cell = row.querySelector(`[data-column="${name}"]`)?.getBoundingClientRect()
      if (cell === undefined) return [`no ${name}`]
      const off = Math.max(Math.abs(cell.left - left), Math.abs(cell.right - right))
      return off > 0.5 ? [`${name} by ${off}`] : []
    })
  })

test('Only columns near the viewport are rendered, aligned with their headers, and always the row header and the focused cell', async ({
  open,
}) => {
  const app = await open(EVERYTHING)
  const row = app.page.locator('[aria-rowindex="2"]')
  const heads = await app.page.getByRole('columnheader').count()
  const most = await gridOf(app).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(most).toBeGreaterThan(400)
  for (const part of [0, 0.1, 0.5, 1, 0.9, 0.3]) {
    await gridOf(app).evaluate((grid, left) => grid.scrollTo({ left }), part * most)
    await nextFrame(app.page)
    await expect.poll(() => misalignedCells(app), { message: `at ${part}` }).toEqual([])
    expect(await row.locator('> *').count(), `at ${part}`).toBeLessThan(heads)
    await row.getByRole('rowheader').waitFor({ state: 'attached' })
    expect(await app.focus(), `at ${part}`).toBe('row 1')
  }
  await app.press('z w z w z w l')
  await expect.poll(() => covering(app)).toEqual([])
  expect(await misalignedCells(app)).toEqual([])
})

test('After scrolling by wheel the next key moves from the focused row', async ({ open }) => {
  const app = await open(EVERYTHING)
  await app.press('j j')
  await gridOf(app).hover()
  await app.page.mouse.wheel(0, 6_000)
  await expect.poll(() => scrolledTo(app)).toBe(6_000)
  await expect.poll(async () => (await drawn(app)).at(-1)).toBeGreaterThan(6_000 / 32)
  expect(await app.focus()).toBe('row 3')
  expect(await covering(app)).not.toEqual([])
  expect((await drawn(app)).slice(0, 2)).toEqual([1, 4])
  await app.press('ArrowDown')
  await expect.poll(app.focus).toBe('row 4')
  await expect.poll(() => covering(app)).toEqual([])
})

test('A plain table has the same keys, indices, focus and visibility, page by page', async ({ open }) => {
  const app = await open({ ...EVERYTHING, readsAloud: true })
  const { page } = app
  const count = await rowCount(app)
  expect(await gridOf(app).evaluate(({ tagName }) => tagName)).toBe('TABLE')
  const rows = [1, 50, 51, ...Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * (count - 1)))]
  for (const row of rows) {
    await app.press(`${[...String(row)].join(' ')} G`)
    await expect.poll(app.focus).toBe(`row ${row}`)
    await app.settled()
    const indices = await drawn(app)
    const first = Math.floor((row - 1) / 50) * 50 + 2
    expect(indices[0], `row ${row}`).toBe(1)
    expect(indices.slice(1), `row ${row}`).toEqual(
      Array.from({ length: Math.min(50, count + 1 - first) }, (_, index) => first + index),
    )
    expect(await covering(app), `row ${row}`).toEqual([])
  }
  await app.press('g g')
  for (let moved = 0; moved < 49; moved++) await app.press('j')
  await expect.poll(app.focus).toBe('row 50')
  await app.press('j')
  await expect.poll(app.focus).toBe('row 51')
  await page
    .locator('[aria-rowindex="52"]')
    .getByText(/\d\.\d\d/)
    .first()
    .waitFor()
  for (const key of ['l', 'h']) {
    for (let moved = 0; moved < 16; moved++) {
      await app.press(key)
      expect(await covering(app), `${key} ${moved}`).toEqual([])
    }
  }
  await page.evaluate(axe.source)
  const barred = await gridOf(app).evaluate(async (grid) => {
    const { violations }: AxeResults = await Object(window).axe.run(grid, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)
  })
  expect(barred).toEqual([])
})

test('Tab leaves the rows without scrolling and returns to the same cell; nothing moves the focus to the page', async ({
  open,
}) => {
  for (const readsAloud of [false, true]) {
    const app = await open({ ...EVERYTHING, readsAloud })
    await watchFocus(app)
    await app.press('7 j l l')
    await expect.poll(app.focus).toBe('row 8')
    const cell = () => app.page.evaluate(() => document.activeElement?.getAttribute('data-column'))
    const before = await cell()
    await app.press('Shift+Tab')
    await expect.poll(app.focus).not.toMatch(/^row/)
    await app.press('Tab')
    await expect.poll(app.focus).toBe('row 8')
    expect(await cell()).toBe(before)
    await app.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await app.press('ArrowDown')
    await expect.poll(app.focus).toBe('row 9')
    // Ignores the focus loss that the test itself caused.
    await framesWithoutFocus(app)
    await app.press('r')
    await app.settled()
    await app.page.setViewportSize({ width: 1024, height: 500 })
    await app.press('z d s s')
    await app.settled()
    await expect.poll(app.focus).toMatch(/^row/)
    expect(await framesWithoutFocus(app)).toEqual([])
  }
})

test('The edge of a header widens its column, and undo takes it back', async ({ open }) => {
  const { page, press } = await open({ as: 'merchant', at: '/transaction/payin?dates=all' })
  const head = page.getByRole('columnheader', { name: 'Amount' })
  const widthOf = async () => (await head.boundingBox())!.width
  const before = await widthOf()
  const edge = (await head.locator('> :last-child').boundingBox())!
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 3 })
  await page.mouse.up()
  await expect.poll(widthOf).toBeCloseTo(before + 60, -1)
  await page.getByRole('gridcell').nth(1).click()
  await press('u')
  await expect.poll(widthOf).toBe(before)
})

test('An open record cuts no cell: the rows show the columns that fit beside it, or none in a small window', async ({
  open,
}) => {
  const { page, press, settled } = await open({ as: 'merchant', at: '/transaction/payin?dates=all' })
  await press('Enter')
  const record = page.getByRole('region', { name: 'Record' })
  await record.waitFor()
  for (const width of [1440, 1279, 1024, 900]) {
    await page.setViewportSize({ width, height: 700 })
    await settled()
    const edge = (await record.boundingBox())!.x
    const cells = await page
      .getByRole('columnheader')
      .evaluateAll((all) => all.map((head) => [head.textContent, head.getBoundingClientRect().right] as const))
    expect(cells.length).toBeGreaterThanOrEqual(4)
    expect(
      cells.filter(([, right]) => right > edge),
      `${width} px`,
    ).toEqual([])
  }
  await page.setViewportSize({ width: 899, height: 700 })
  const [rows, pane] = [await page.getByRole('grid').boundingBox(), await record.boundingBox()]
  expect(pane!.x).toBeLessThanOrEqual(rows!.x)
})

test('Amounts of billions show whole in their columns', async ({ open }) => {
  const app = await open({ as: 'merchant', at: '/transaction/payin' })
  const { page, settled } = app
  const amounts = ['-204585000.00', '1885579758.50', '-1885579758.50', '100000000000.00']
  await page.route(`**${calls.accountDetail.path}*`, async (route) => {
    const reply = await route.fetch()
    let nth = 0
    const body = (await reply.text()).replace(/"(payAmount|\w+Available|\w+Total)":"[^"]*"/g, (_, field) => {
      nth += 1
      return `"${field}":"${amounts[nth % amounts.length]}"`
    })
    await route.fulfill({ response: reply, body })
  })
  await page.evaluate(() => location.assign('#/account/detail?dates=all'))
  await settled()
  expect(await gridOf(app).getByRole('gridcell', { name: '100,000,000,000.00' }).count()).toBeGreaterThan(0)
  expect(await findLayoutFaults(page, SIZES)).toEqual([])
})
