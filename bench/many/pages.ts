import { setTimeout } from 'node:timers/promises'
import { Client } from 'undici'
import { calls } from '#contract/calls.ts'
import { OPTION_MEMBERS } from '#contract/options.ts'
import type { Database } from '../../server/db/database.ts'
import { type Sql, sql, statement } from '../../server/db/sql.ts'
import { inMerchants } from '../../server/orders/orderFilter.ts'
import { addDays, wibDay } from '../../server/wib.ts'
import { requestOf } from '../../tests/gateway.ts'
import { bareJump, bareKeyedPage, barePage } from '../bare.ts'
import { type Account, sellersOf, type User } from './accounts.ts'

export type PageKind = 'first page' | 'scrolling' | 'deep page' | 'status' | 'month' | 'number'

/** A page as a console asks for it, and a bare statement with the same rows and total. */
interface Page {
  kind: PageKind
  input: Record<string, unknown>
  bare: Sql
}

/** What users do with a list, out of a hundred pages. */
const SHARES: Record<PageKind, number> = { 'first page': 25, scrolling: 30, 'deep page': 15, status: 15, month: 10, number: 5 }
export const PAGE_KINDS = Object.keys(SHARES) as PageKind[]
const KINDS = PAGE_KINDS.flatMap((kind) => Array<PageKind>(SHARES[kind]).fill(kind))

/** Most users keep the page size of ten. */
const SIZES = [10, 10, 10, 50, 100]
const SCROLLED_PAGES = 20
const FILTERED_PAGES = 5
const LANDMARKS = 40
const PAUSE_MS = 1_000

const roll = (count: number): number => Math.floor(Math.random() * count)
const pick = <Thing>(things: readonly Thing[]): Thing => things[roll(things.length)]!

/** An order with its place in the list of all days. */
interface Landmark {
  offset: number
  id: string
  number: string
}

/** Asks for random pages of the accounts. */
export type PageSource = (account: Account) => Page

export async function openPages(db: Database, accounts: readonly Account[], now: number): Promise<PageSource> {
  const merchantNos = (await sellersOf(db)).map(({ merchantNo }) => merchantNo)
  const landmarks = new Map<Account, Landmark[]>()
  for (const account of accounts) landmarks.set(account, await landmarksOf(db, account))
  const today = wibDay(now)
  const week = [addDays(today, -6), today] as const
  return (account) => {
    const { scope } = account
    const kind = pick(KINDS)
    const limit = pick(SIZES)
    const landmark = pick(landmarks.get(account)!)
    const page = (filter: object, offset: number, bare: Sql): Page => ({
      kind,
      bare,
      input: { ...filter, offset: String(offset), limit: String(limit), page: String(offset / limit + 1) },
    })
    const filtered = (days: readonly [string, string], pages: number, status?: string) => {
      const offset = roll(pages) * limit
      const filter = { startDate: days[0], endDate: days[1], ...(status !== undefined && { status }) }
      return page(filter, offset, barePage(scope, offset, limit + 1, { days, ...(status !== undefined && { status }) }))
    }
    switch (kind) {
      case 'first page':
        return filtered(week, 1)
      case 'scrolling':
        return filtered(week, SCROLLED_PAGES)
      case 'status':
        return filtered(week, FILTERED_PAGES, pick(OPTION_MEMBERS.PayinOrderStatus))
      case 'month': {
        const first = addDays(today, -roll(60) - 30)
        return filtered([first, addDays(first, 29)], FILTERED_PAGES)
      }
      case 'number':
        // Number indexes start with the merchant.
        return page(
          { orderNo: landmark.number },
          0,
          bareJump(scope.merchantNos === 'all' ? { ...scope, merchantNos } : scope, landmark.number),
        )
      case 'deep page':
        return page({}, landmark.offset, bareKeyedPage(scope, landmark.id, limit + 1))
    }
  }
}

/** Orders of the whole list of the account, with offsets that are whole pages of every size. */
async function landmarksOf(db: Database, { scope }: Account): Promise<Landmark[]> {
  const all = await db.all<Landmark>(sql`
    select place::int as offset, id, number
      from (
             select row_number() over (order by o.id desc) - 1 as place, o.id, o.merchant_order_no as number
               from orders o
              where ${inMerchants('o', scope.merchantNos)} and o.kind = ${scope.kind}
           ) o
     where place % ${Math.max(...SIZES)} = 0
     order by random()
     limit ${LANDMARKS}`)
  return all
}

/** Milliseconds of each page by its kind. */
export type PageTimes = Record<PageKind, number[]>

/** Lets each user ask for about a page a second, for so many seconds; the first ones are not measured. */
export async function turnPages(
  users: readonly User[],
  pages: PageSource,
  { seconds, warmSeconds }: { seconds: number; warmSeconds: number },
  ask: (user: User, page: Page) => Promise<void>,
): Promise<PageTimes> {
  const times = Object.fromEntries(PAGE_KINDS.map((kind) => [kind, []])) as unknown as PageTimes
  const from = performance.now() + warmSeconds * 1_000
  const end = from + seconds * 1_000
  await Promise.all(
    users.map(async (user) => {
      for (let at = performance.now() + Math.random() * PAUSE_MS; at < end; at += PAUSE_MS * (0.5 + Math.random())) {
        await setTimeout(Math.max(0, at - performance.now()))
        const page = pages(user.account)
        const began = performance.now()
        await ask(user, page)
        if (began >= from) times[page.kind].push(performance.now() - began)
      }
    }),
  )
  return times
}

/** Asks the gateway, each user on a connection of its own, as browsers do. */
export function askGateway(address: string, users: readonly User[]) {
  const clients = new Map(users.map((user) => [user, new Client(address)]))
  return {
    async ask(user: User, { input }: Page): Promise<void> {
      const { method, url: path, headers, payload } = requestOf(calls[user.account.list], input, user.token)
      const reply = await clients.get(user)!.request({
        method: method as 'POST',
        path,
        headers: headers as Record<string, string>,
        body: payload as string,
      })
      const text = await reply.body.text()
      if (reply.statusCode !== 200) throw new Error(`A page was answered ${reply.statusCode} ${text}`)
    },
    close: () => Promise.all([...clients.values()].map((client) => client.close())),
  }
}

/** Runs the bare statement on the pool of the database, which is as large as that of a gateway. */
export const askDatabase =
  ({ pool }: Database) =>
  async (_: User, { bare }: Page): Promise<void> => {
    const { name, text, values } = statement(bare)
    await pool.query({ text, values, ...(name !== undefined && { name }) })
  }
