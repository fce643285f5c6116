import type { Browser, Page } from 'playwright-core'
import { commands } from '#commands/index.ts'
import { sql } from '../server/db/sql.ts'
import { en } from '../tests/texts.ts'
import { layPalette } from './barePalette.ts'
import { openConsolePage } from './consolePage.ts'
import type { Fixture } from './fixture.ts'
import { inTurn, press, together, type Watched, workAKey } from './keys.ts'
import { measureRanking } from './ranking.ts'
import { quantile } from './samples.ts'
import { figure, print, times, verdict } from './table.ts'

const FIRST_MS = 50
const AGAIN_MS = 33
const TYPE_MS = 33
/** Milliseconds of the page's thread. */
const WORK_MS = 6

const ROUNDS = 3
const OPENED = 8
const LOADS = 5
/** The rows that the palette renders for a text. */
const DRAWN = 13
/** Frames that the palette does not need would count as its work: two milliseconds a key. */
const NEEDED_FRAMES = { everyFrame: false }
const OPEN = 'ControlOrMeta+k'

/** Measures opening and typing, compared to a bare field and list in the same browser. */
export async function measurePalette(browser: Browser, fixture: Fixture): Promise<void> {
  const { page, empty, load, close } = await openConsolePage(browser, fixture)
  const titles = commands.map(({ title }) => en[title])
  await empty.evaluate(layPalette, { titles, drawn: DRAWN })
  const number = await oldestNumber(fixture)

  const first: Watched[] = []
  for (let time = 0; time < LOADS; time++) {
    await load()
    first.push(await openOnce(page))
  }
  const bothOf = async (measured: (on: Page) => Promise<Watched>): Promise<Both> => {
    const measure = (on: Page) => () => measured(on)
    const [ours, floor] = await inTurn(ROUNDS, measure(page), measure(empty))
    return { ours: together(ours), floor: together(floor) }
  }
  const opened = await bothOf(openOften)
  const words = await bothOf((on) => type(on, 'copy order number'))
  const digits = await bothOf((on) => type(on, number))

  print(
    `Palette: ${titles.length} commands. Milliseconds from key to paint, and of work a key`,
    ['', 'p95 of floor', 'work', 'p50', 'p95', 'work', 'floor p50', 'p95', 'work', 'p95 bound', 'work bound'],
    [
      row('first opened after a load', { ours: together(first), floor: opened.floor }, { p95: FIRST_MS }),
      row('opened again', opened, { p95: AGAIN_MS }),
      row('typing words', words, { p95: TYPE_MS, work: WORK_MS }),
      row('typing a number, rows come late', digits, { p95: TYPE_MS, work: WORK_MS }),
    ],
  )
  await close()
  await measureRanking()
}

interface Both {
  ours: Watched
  floor: Watched
}

function row(name: string, { ours, floor }: Both, bound: { p95: number; work?: number }): string[] {
  const figures = ({ shown }: Watched) => [quantile(shown, 0.5), quantile(shown, 0.95)] as const
  const [[p50, p95], [floorP50, floorP95]] = [figures(ours), figures(floor)]
  const [work, floorWork] = [workAKey(ours), workAKey(floor)]
  return [
    name,
    times(p95, floorP95),
    times(work, floorWork),
    ...[p50, p95, work, floorP50, floorP95, floorWork].map(figure),
    verdict(p95, bound.p95),
    bound.work === undefined ? '' : verdict(work, bound.work),
  ]
}

/** From the key press to the focused field. */
async function openOnce(page: Page): Promise<Watched> {
  const opened = await press(page, [OPEN], 200, NEEDED_FRAMES)
  await leave(page)
  return opened
}

async function openOften(page: Page): Promise<Watched> {
  const opened: Watched[] = []
  for (let time = 0; time < OPENED; time++) opened.push(await openOnce(page))
  return together(opened)
}

async function type(page: Page, text: string): Promise<Watched> {
  await page.bringToFront()
  await page.keyboard.press(OPEN)
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement)
  const typed = await press(page, [...text], 80, NEEDED_FRAMES)
  // With text in the field, Escape would only clear the text.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await leave(page)
  return typed
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !(document.activeElement instanceof HTMLInputElement))
}

/** An order number that is not in the open list. */
async function oldestNumber({ db }: Fixture): Promise<string> {
  const order = await db.one<{ number: string }>(sql`
    select merchant_order_no as number from orders where kind = 'PAYIN' order by id limit 1`)
  return order!.number
}
