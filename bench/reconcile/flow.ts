import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { texts } from '#locales/reconcile/en.ts'
import { sql } from '../../server/db/sql.ts'
import { signIn } from '../consolePage.ts'
import type { Fixture } from '../fixture.ts'
import { hold } from '../keys.ts'
import { installProbe } from '../probe.ts'
import { quantile } from '../samples.ts'
import { withoutStream } from '../withoutStream.ts'

/** A whole reconciliation in the console. Milliseconds. */
export interface Flow {
  lines: number
  /** Of the statement's days. */
  orders: number
  /** From the choice of the file to its columns. */
  read: number
  /** From the confirmed columns to the last order, and to the rows. */
  fetched: number
  whole: number
  /** From the last order to the buckets. */
  buckets: number
  /** From a key to its paint in the rows, 95th percentile. */
  key: number
  longestTask: number
}

/** What the page showed, and since when. */
interface Steps {
  readonly steps: { readonly shown: string; readonly at: number }[]
  longestTask: number
}

declare global {
  var flow: Steps
}

/** Runs in the page before its own scripts: notes each change of what the page works on, and its longest task. */
function installSteps(): void {
  const flow: Steps = { steps: [], longestTask: 0 }
  globalThis.flow = flow
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) flow.longestTask = Math.max(flow.longestTask, duration)
  }).observe({ entryTypes: ['longtask'] })
  const shown = () => {
    const isReady = (selector: string) => document.querySelector(`${selector}[aria-busy=false]`) !== null
    if (isReady('[data-layer=form]')) return 'columns'
    if (isReady('[role=grid]') && location.hash.startsWith('#/reconcile')) return 'rows'
    const buckets = document.querySelector('[inert] table') === null ? '' : ' with buckets'
    return `${document.querySelector('progress')?.getAttribute('aria-label') ?? ''}${buckets}`
  }
  const look = () => {
    const now = shown()
    if (flow.steps.at(-1)?.shown !== now) flow.steps.push({ shown: now, at: performance.now() })
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const MOST_MS = 180_000

/** Reconciles a statement of the newest paid orders, by the keyboard but for the choice of the file. */
export async function measureFlow(browser: Browser, { db, address }: Fixture, most: number): Promise<Flow> {
  const file = join(tmpdir(), `paydesk-bench-${process.pid}.csv`)
  const lines = await writeStatement(db, most, file)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  for (const script of [installProbe, withoutStream, installSteps]) await context.addInitScript(script)
  const page = await context.newPage()
  await page.goto(`${address}/#/transaction/payin`)
  await page.evaluate(() => localStorage.setItem('currentLocaleKey', 'en'))
  await signIn(page)
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  const input = page.locator('input[type=file]')
  await input.waitFor({ state: 'attached' })
  await page.evaluate(() => {
    flow.longestTask = 0
  })
  const chosen = await page.evaluate(() => performance.now())
  await input.setInputFiles(file)
  const columns = await until(page, 'columns')
  await page.keyboard.press('Enter')
  const rows = await until(page, 'rows')
  const { steps, longestTask } = await page.evaluate(() => flow)
  const confirmed = steps.find(({ at }) => at > columns)!.at
  const fetched = steps.find(({ shown, at }) => at > confirmed && shown !== texts['reconcile.phase.fetching'])!.at
  const buckets = steps.find(({ shown, at }) => at >= fetched && /buckets$|^rows$/.test(shown))!.at
  // The session is stored meanwhile.
  await page.waitForTimeout(4_000)
  const { shown } = await hold(page, 'j', 90)
  const orders = await page.locator('tbody th').nth(1).textContent()
  await context.close()
  rmSync(file)
  return {
    lines,
    orders: Number(orders?.replace(/\D/g, '')),
    read: columns - chosen,
    fetched: fetched - confirmed,
    buckets: buckets - fetched,
    whole: rows - confirmed,
    key: quantile(shown, 0.95),
    longestTask: Math.max(longestTask, 0),
  }
}

/** When the page first showed a step. */
async function until(page: Page, step: string): Promise<number> {
  const shows = (wanted: string) => flow.steps.some(({ shown }) => shown === wanted)
  await page.waitForFunction(shows, step, { timeout: MOST_MS })
  return page.evaluate((wanted) => flow.steps.find(({ shown }) => shown === wanted)!.at, step)
}

/** A bank's file of the newest paid payins: every fiftieth has another amount, every hundredth an unknown number. */
export async function writeStatement(db: Fixture['db'], most: number, file: string): Promise<number> {
  const orders = await db.all<{ day: string; number: string; amount: string; name: string }>(sql`
    select to_char(complete_time at time zone 'Asia/Jakarta', 'DD/MM/YYYY') as day, merchant_order_no as number,
           (coalesce(paid_amount, amount) / 100.0)::numeric(20, 2)::text as amount, coalesce(payer_name, '') as name
      from orders
     where kind = 'PAYIN' and status in ('SUCCESS', 'REFUND', 'PARTIAL_REFUND')
     order by complete_time desc
     limit ${most}`)
  const lines = orders.map(({ day, number, amount, name }, n) => {
    const shown = n % 100 === 99 ? `NOBODY-${100_000 + n}` : number
    const sum = n % 50 === 0 ? `${amount}`.replace(/^\d/, (digit) => String((Number(digit) % 9) + 1)) : amount
    return `${day},"TRSF E-BANKING CR ${shown} ${name}",0000,"${sum}",CR`
  })
  writeFileSync(file, ['Tanggal,Keterangan,Cabang,Jumlah,D/K', ...lines].join('\r\n'))
  return lines.length
}
