import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { type GridPlan, layGrid } from './bareGrid.ts'
import { openConsolePage } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { planOf } from './gridPlan.ts'
import { atIntervals, hold, inTurn, press, together, type Watched, watch, workAKey } from './keys.ts'
import { pretendRows } from './manyRows.ts'
import { type Peer, peers } from './peers/peers.ts'
import { dropped, quantile } from './samples.ts'
import { figure, note, percent, print, times, verdict } from './table.ts'

const KEY_MS = 33
const OF_FLOOR = 1.3
const FIRST_ROWS_MS = 100

const ROUNDS = 3
const TURNS = 60
const LOADS = 7

const TO_TOP = 'ControlOrMeta+Home'
const TO_END = 'ControlOrMeta+End'

/** Moves supported by both the console and the bare grid. */
const moves: { name: string; move: Move }[] = [
  { name: 'ArrowDown or j held', move: (page, round) => hold(page, round % 2 === 0 ? 'ArrowDown' : 'j', 90) },
  { name: 'PageDown held', move: (page) => hold(page, 'PageDown', 45) },
  { name: 'PageDown', move: (page) => press(page, Array(10).fill('PageDown'), 150) },
  { name: 'last row, first row', move: (page) => press(page, Array(5).fill([TO_END, TO_TOP]).flat(), 200) },
]

const scrolls: { name: string; scroll(page: Page): Promise<Watched> }[] = [
  { name: 'wheel', scroll: (page) => turnWheel(page) },
  { name: 'bar dragged', scroll: (page) => dragBar(page) },
]

/** A row count too large to create on a gateway within a minute. */
const MANY = 10_000_000

/**
 * Measures keys, wheel and scrollbar over all rows and over ten million rows in a real browser, compared to the bare grid and
 * to other grids.
 */
export async function measureGrid(browser: Browser, fixture: Fixture): Promise<void> {
  const { page, empty, load, close } = await openConsolePage(browser, fixture)
  const delays: number[] = []
  for (let time = 0; time < LOADS; time++) {
    await load()
    delays.push(await page.evaluate(firstRowsAfterAnswer))
  }
  await measureMoves(page, empty)
  await pretendRows(page, MANY)
  await load()
  await measureMoves(page, empty)
  await measureHeap(page)
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

/** Runs the same moves on the console and the bare grid alternately, and on each other grid. */
async function measureMoves(page: Page, empty: Page): Promise<void> {
  const { plan, total } = await planOf(page)
  await empty.bringToFront()
  await empty.evaluate(layGrid, plan)
  const here = peers.filter((peer) => peer.isHere() && (peer.isLazy || total === plan.rows))
  const rivals: Rival[] = []
  for (const peer of here) rivals.push(await measurePeer(peer, empty, { ...plan, rows: total }))

  const keys: string[][] = []
  for (const [nth, { name, move }] of moves.entries()) {
    const [ours, floor] = await inTurn(ROUNDS, fromTop(page, move), fromTop(empty, move))
    keys.push(
      keyRow(name, together(ours), together(floor)),
      ...rivals.map(({ name, pressed }) => rivalRow(name, pressed[nth]!)),
    )
  }
  print(
    `Grid: ${total.toLocaleString('en')} rows of ${plan.columns.length} columns, the floor ${plan.rows.toLocaleString('en')}. Milliseconds from key to paint, until the row has its data, and of work a key`,
    [
      '',
      ...['p50', 'p95', 'p99', 'frames lost', 'data p95', 'work'],
      ...['floor p50', 'p95', 'p99', 'lost', 'work'],
      ...['p95 of floor', 'work', 'bound', 'of floor'],
    ],
    keys,
  )
  if (!peers.every((peer) => peer.isHere())) note('\nNot all peers are beside it: npm ci --prefix bench/peers installs them.')

  const scrolled: string[][] = []
  for (const [nth, { name, scroll }] of scrolls.entries()) {
    const [ours, floor] = await inTurn(
      ROUNDS,
      () => scroll(page),
      () => scroll(empty),
    )
    const [mine, least] = [together(ours), together(floor)]
    scrolled.push(scrollRow(name, mine, least), ...rivals.map(({ name, scrolled }) => scrollRow(name, scrolled[nth]!, least)))
  }
  print(
    'Scrolled: milliseconds the page works a frame',
    ['', 'work', 'frames lost', 'longest', 'floor work', 'lost', 'longest', 'of floor'],
    scrolled,
  )
}

type Move = (page: Page, round: number) => Promise<Watched>

const fromTop = (page: Page, move: Move) => async (round: number) => {
  await page.bringToFront()
  await page.keyboard.press(TO_TOP)
  await setTimeout(200)
  return move(page, round)
}

/** The result of another grid, or its fault when it leaves a key without effect. */
interface Rival {
  name: string
  pressed: (Watched | Error)[]
  scrolled: Watched[]
}

async function measurePeer({ name, lay }: Peer, beside: Page, plan: GridPlan): Promise<Rival> {
  const laid = async () => {
    const page = await beside.context().newPage()
    await page.bringToFront()
    await lay(page, plan)
    return page
  }
  const typed = await laid()
  const pressed: (Watched | Error)[] = []
  for (const { move } of moves) {
    // The page is still busy with the last move.
    const last = pressed.at(-1)
    pressed.push(last instanceof TooLong ? last : await inTime(fromTop(typed, move)(0)).catch((fault: Error) => fault))
  }
  await typed.close()
  const turned = await laid()
  const scrolled: Watched[] = []
  for (const { scroll } of scrolls) scrolled.push(await scroll(turned))
  await turned.close()
  return { name: `  ${name}`, pressed, scrolled }
}

/** The time limit for all keys of a move. Milliseconds. */
const MOST_MS = 20_000
class TooLong extends Error {}

const inTime = (move: Promise<Watched>): Promise<Watched> =>
  Promise.race([
    move,
    setTimeout(MOST_MS).then(() => {
      throw new TooLong(`has not done with the keys after ${MOST_MS / 1_000} s`)
    }),
  ])

function rivalRow(name: string, watched: Watched | Error): string[] {
  if (watched instanceof Error) return [name, watched.message.split('\n')[0] ?? '']
  const { shown, filled, frames } = watched
  return [
    name,
    ...[0.5, 0.95, 0.99].map((share) => figure(quantile(shown, share))),
    percent(dropped(frames)),
    figure(quantile(filled, 0.95)),
    figure(workAKey(watched)),
  ]
}

const scrollRow = (name: string, ours: Watched, floor: Watched): string[] => [
  name,
  figure(workAFrame(ours)),
  percent(dropped(ours.frames)),
  figure(Math.max(...ours.frames)),
  figure(workAFrame(floor)),
  percent(dropped(floor.frames)),
  figure(Math.max(...floor.frames)),
  times(workAFrame(ours), workAFrame(floor)),
]

const MB = 1_048_576
const HEAP_MB = 60

/** Measures the memory retained after scrolling through all rows, beyond that of the first rows. */
async function measureHeap(page: Page): Promise<void> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / MB
  }
  const before = await used()
  for (let time = 0; time < 10; time++) await dragBar(page)
  const after = await used()
  await session.detach()
  print(
    'Memory: MB in use after ten drags through all rows',
    ['', 'before', 'after', 'bound'],
    [['heap', figure(before), figure(after), verdict(after, HEAP_MB)]],
  )
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
  await page.bringToFront()
  const grid = (await page.locator('[role=grid], [role=treegrid]').first().boundingBox())!
  await page.mouse.move(grid.x + grid.width / 2, grid.y + grid.height / 2)
  return watch(page, () => atIntervals(TURNS, () => page.mouse.wheel(0, 100)))
}

const DRAG_FRAMES = 90

/** Drags the scrollbar from top to end: another position in each frame. */
const dragBar = (page: Page): Promise<Watched> =>
  watch(page, () =>
    page.evaluate(async (frames) => {
      const bars = [...document.querySelectorAll<HTMLElement>('[data-scroller], .ag-body-viewport, [role=grid]')]
      const bar = bars.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)!
      for (let frame = 0; frame <= frames; frame++) {
        bar.scrollTop = ((bar.scrollHeight - bar.clientHeight) * frame) / frames
        await new Promise(requestAnimationFrame)
      }
    }, DRAG_FRAMES),
  )

const workAFrame = ({ worked, frames }: Watched): number => worked / frames.length

/** Runs in the page: milliseconds from the arrival of the first rows to their paint. */
async function firstRowsAfterAnswer(): Promise<number> {
  const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/api/transaction/payin?'))
  return (await probe.firstRow) - (answer as PerformanceResourceTiming).responseEnd
}
