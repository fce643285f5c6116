import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { type GridPlan, layGrid } from './bareGrid.ts'
import { openDesk } from './desk.ts'
import type { House } from './house.ts'
import { atIntervals, hold, inTurn, press, together, type Watched, watch, workAKey } from './keys.ts'
import { dropped, quantile } from './samples.ts'
import { figure, percent, print, times, verdict } from './table.ts'

const KEY_MS = 33
const OF_FLOOR = 1.3
const FIRST_ROWS_MS = 100

const ROUNDS = 3
const TURNS = 60
const LOADS = 7

const TO_TOP = 'ControlOrMeta+Home'
const TO_END = 'ControlOrMeta+End'

/** Moves that the console and the bare grid understand alike. */
const moves: { name: string; move(page: Page, round: number): Promise<Watched> }[] = [
  { name: 'ArrowDown or j held', move: (page, round) => hold(page, round % 2 === 0 ? 'ArrowDown' : 'j', 90) },
  { name: 'PageDown held', move: (page) => hold(page, 'PageDown', 45) },
  { name: 'PageDown', move: (page) => press(page, Array(10).fill('PageDown'), 150) },
  { name: 'last row, first row', move: (page) => press(page, Array(5).fill([TO_END, TO_TOP]).flat(), 200) },
]

/** Keys and wheel over everything there is, in a real browser, beside the bare grid in the same one. */
export async function measureGrid(browser: Browser, house: House): Promise<void> {
  const { page, empty, load, close } = await openDesk(browser, house)
  const plan = await page.evaluate(planOfGrid)
  await empty.evaluate(layGrid, plan)
  const rows = plan.rows.toLocaleString('en')

  const keys: string[][] = []
  for (const { name, move } of moves) {
    const fromTop = (on: Page) => async (round: number) => {
      await on.bringToFront()
      await on.keyboard.press(TO_TOP)
      await setTimeout(200)
      return move(on, round)
    }
    const [ours, floor] = await inTurn(ROUNDS, fromTop(page), fromTop(empty))
    keys.push(keyRow(name, together(ours), together(floor)))
  }
  print(
    `Grid: ${rows} rows of ${plan.columns.length} columns. Milliseconds from key to paint, until the row has its data, and of work a key`,
    [
      '',
      ...['p50', 'p95', 'p99', 'frames lost', 'data p95', 'work'],
      ...['floor p50', 'p95', 'p99', 'lost', 'work'],
      ...['p95 of floor', 'work', 'bound', 'of floor'],
    ],
    keys,
  )

  const wheel = await inTurn(
    ROUNDS,
    () => turnWheel(page),
    () => turnWheel(empty),
  )
  const [ours, floor] = [together(wheel[0]), together(wheel[1])]
  print(
    'Wheel: milliseconds the page works a frame',
    ['', 'work', 'frames lost', 'longest', 'floor work', 'lost', 'longest', 'of floor'],
    [
      [
        'wheel',
        figure(workAFrame(ours)),
        percent(dropped(ours.frames)),
        figure(Math.max(...ours.frames)),
        figure(workAFrame(floor)),
        percent(dropped(floor.frames)),
        figure(Math.max(...floor.frames)),
        times(workAFrame(ours), workAFrame(floor)),
      ],
    ],
  )

  const delays: number[] = []
  for (let time = 0; time < LOADS; time++) {
    await load()
    delays.push(await page.evaluate(firstRowsAfterAnswer))
  }
  print(
    'First rows: milliseconds from the answer to the paint',
    ['', 'least', 'p50', 'most', 'bound'],
    [
      [
        'page loaded',
        figure(Math.min(...delays)),
        figure(quantile(delays, 0.5)),
        figure(Math.max(...delays)),
        verdict(quantile(delays, 0.5), FIRST_ROWS_MS),
      ],
    ],
  )
  await close()
}

function keyRow(name: string, ours: Watched, floor: Watched): string[] {
  const p95 = quantile(ours.shown, 0.95)
  const floorP95 = quantile(floor.shown, 0.95)
  return [
    name,
    figure(quantile(ours.shown, 0.5)),
    figure(p95),
    figure(quantile(ours.shown, 0.99)),
    percent(dropped(ours.frames)),
    figure(quantile(ours.filled, 0.95)),
    figure(workAKey(ours)),
    figure(quantile(floor.shown, 0.5)),
    figure(floorP95),
    figure(quantile(floor.shown, 0.99)),
    percent(dropped(floor.frames)),
    figure(workAKey(floor)),
    times(p95, floorP95),
    times(workAKey(ours), workAKey(floor)),
    verdict(p95, KEY_MS),
    verdict(p95 / floorP95, OF_FLOOR),
  ]
}

async function turnWheel(page: Page): Promise<Watched> {
  const grid = (await page.locator('[role=grid]').boundingBox())!
  await page.mouse.move(grid.x + grid.width / 2, grid.y + grid.height / 2)
  return watch(page, () => atIntervals(TURNS, () => page.mouse.wheel(0, 100)))
}

const workAFrame = ({ worked, frames }: Watched): number => worked / frames.length

/** Runs in the page: how long its first rows were painted after they had come. */
async function firstRowsAfterAnswer(): Promise<number> {
  const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/transaction/payin?'))
  return (await probe.firstRow) - (answer as PerformanceResourceTiming).responseEnd
}

/** Runs in the page: what its grid is like. */
function planOfGrid(): GridPlan {
  const OVERSCAN = 4
  // Beyond this a browser stops laying out, and the bare grid does not do without.
  const MOST_PIXELS = 8_000_000
  const grid = document.querySelector<HTMLElement>('[role=grid]')!
  const drawn = [...grid.querySelectorAll<HTMLElement>('[role=row]')].slice(1)
  const rowHeight = drawn[0]!.offsetHeight
  const cells = (row: HTMLElement) => [...row.children] as HTMLElement[]
  return {
    rows: Math.min(Number(grid.getAttribute('aria-rowcount')) - 1, Math.floor(MOST_PIXELS / rowHeight)),
    height: grid.clientHeight,
    rowHeight,
    overscan: OVERSCAN,
    columns: cells(drawn[0]!).map((cell) => ({
      width: cell.offsetWidth,
      isRowHeader: cell.getAttribute('role') === 'rowheader',
    })),
    samples: drawn.map((row) => cells(row).map(({ textContent }) => textContent)),
  }
}
