import { waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../server/db/sql.ts'
import { DAY } from '../../server/wib.ts'
import { firstRow, focusedRow, startApp, type TestApp } from '../app.tsx'
import { rows as options } from '../palette/paletteQueries.ts'

/** A caller knows only a part of an order. Twelve keys lead from any page to the order and send its callback again. */
const MOST_KEYS = 12

interface KnownOrder {
  id: string
  number: string
  /** Minor units. */
  amount: string
  hash: string | null
  /** Virtual account of a payin, otherwise the receiving account. */
  account: string | null
}

const timeout = { timeout: 120_000 }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 2000 })
})
afterAll(() => app.close())

/** A successful on-chain order other than these. */
async function findOnChainOrder(...others: KnownOrder[]): Promise<KnownOrder> {
  const found = await app.gateway.db.one<KnownOrder>(sql`
    select o.id::text, o.merchant_order_no as number, o.pay_order_no as hash
      from orders o
     where o.kind = 'USDT_PAYIN' and o.status = 'SUCCESS' and o.pay_order_no is not null
       and o.id <> all (${others.map(({ id }) => id)}::bigint[])
     order by o.id desc
     limit 1`)
  return found ?? fail('no on-chain order')
}

/** An order is searched by its amount in the last 90 days. */
const SEARCHED_MS = 89 * DAY

const HAS_OWN_AMOUNT = sql`
  not exists (select from orders p where p.kind = o.kind and p.amount = o.amount and p.id <> o.id)`

/** Successful orders with small, round amounts that are unique among orders of the kind. */
const findOrders = (kind: string, whose: Sql, amount = HAS_OWN_AMOUNT): Promise<KnownOrder[]> =>
  app.gateway.db.all<KnownOrder>(sql`
    select o.id::text, o.merchant_order_no as number, o.amount::text, o.pay_order_no as hash,
           coalesce(o.account_number, o.receive_account) as account
      from orders o join merchant m on m.merchant_no = o.merchant_no
     where o.kind = ${kind} and o.status = 'SUCCESS' and ${whose} and o.create_time > ${new Date(Date.now() - SEARCHED_MS)}
       and ${amount}
     order by length(o.amount::text), o.id desc
     limit 5`)

/** Names that the demo does not use, one a call. */
const rareNames = ['Wahyuningsih Adiwinata', 'Kusumawardhani Tirtonegoro']

/**
 * The newest successful order, with a payer whose name no other order has: a name of the demo may occur again among so many.
 * Excludes `others`: notifying one again would ask for confirmation.
 */
async function orderOfRarePayer(
  kind: string,
  merchantNo: string,
  ...others: KnownOrder[]
): Promise<KnownOrder & { name: string }> {
  const found = await app.gateway.db.one<KnownOrder & { name: string }>(sql`
    update orders o set payer_name = ${rareNames.pop() ?? null}
     where o.kind = ${kind} and o.merchant_no = ${merchantNo} and o.id = (
       select max(p.id) from orders p
        where p.kind = ${kind} and p.merchant_no = ${merchantNo} and p.status = 'SUCCESS'
          and p.id <> all (${others.map(({ id }) => id)}::bigint[]))
    returning o.id::text, o.merchant_order_no as number, o.payer_name as name`)
  return found ?? fail('no successful order')
}

/** The newest successful order with an account that is unique among orders of the kind. */
async function findByUniqueAccount(kind: string, ...others: KnownOrder[]): Promise<KnownOrder> {
  const found = await app.gateway.db.one<KnownOrder>(sql`
    select o.id::text, o.merchant_order_no as number, coalesce(o.account_number, o.receive_account) as account
      from orders o
     where o.kind = ${kind} and o.status = 'SUCCESS' and coalesce(o.account_number, o.receive_account) is not null
       and o.id <> all (${others.map(({ id }) => id)}::bigint[])
       and o.merchant_no in ('M10000001', (select merchant_no from merchant where kind = 'umerchant' order by merchant_no limit 1))
       and not exists (
         select from orders p
          where p.kind = o.kind and p.id <> o.id
            and coalesce(p.account_number, p.receive_account) = coalesce(o.account_number, o.receive_account))
     order by o.id desc
     limit 1`)
  return found ?? fail('no unique account')
}

/** An amount as a bank statement shows it: with thousands separators, and without trailing zeros. */
function statementAmount(minor: string, scale: number): string {
  const whole = (minor.slice(0, -scale) || '0').replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = minor.slice(-scale).padStart(scale, '0').replace(/0+$/, '')
  return fraction === '' ? (whole.includes(',') ? whole : `${whole}.0`) : `${whole}.${fraction}`
}

/** Presses keys and counts them. A paste counts as one key. */
function createKeyboard() {
  let keys = 0
  return {
    get keys() {
      return keys
    },
    async press(...pressed: string[]) {
      keys += pressed.length
      for (const key of pressed) await app.user.keyboard(key)
    },
    async paste(text: string) {
      keys += 1
      await app.user.paste(text)
    },
  }
}

const fail = (text: string): never => {
  throw new Error(text)
}

const isOpen = ({ id, number }: KnownOrder): boolean =>
  new URLSearchParams(app.address().split('?')[1]).get('open') === id ||
  (focusedRow()?.row === 1 && focusedRow()?.number === number)

/** Opens an order from the palette by what the caller knows, through the option that matches `as`. */
async function findOrder(order: KnownOrder, said: string, { as, isPasted = false }: { as: RegExp; isPasted?: boolean }) {
  const keyboard = createKeyboard()
  await keyboard.press('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  if (isPasted) await keyboard.paste(said)
  else await keyboard.press(...said)
  await waitFor(() => expect(options().filter((option) => as.test(option))).not.toEqual([]))
  // An option for a pending lookup is listed too, and disappears if the lookup finds nothing.
  await waitFor(() => expect(options().filter((option) => option.startsWith('Searching for'))).toEqual([]))
  // A search by words is not preselected: Enter must not take a misspelt command for a name. The first ArrowDown selects it.
  const isGone = document.querySelector('[role="option"][aria-selected="true"]') !== null
  const steps = options().findIndex((option) => as.test(option)) + (isGone ? 0 : 1)
  await keyboard.press(...Array.from({ length: steps }, () => '{ArrowDown}'))
  await keyboard.press('{Enter}')
  await waitFor(() => isOpen(order) || fail(`“${said}” led to ${app.address()}, not to ${order.number}`))
  // The next key is pressed only after the order is shown.
  await waitFor(
    () =>
      document.activeElement?.closest('[data-layer=detail], [role=row]')?.textContent.includes(order.number) ||
      fail(`${order.number} is not shown`),
  )
  return keyboard
}

/** The name in a foreign spelling: upper case, with an accent. */
const foreignSpelling = (name: string): string => name.toUpperCase().replace(/A/, 'Á')

const notifyCount = () => app.calls.filter((call) => /^POST .*\/notify$/.test(call)).length

/** Finds an order and sends its callback again. */
async function findAndNotify(order: KnownOrder, said: string, how: Parameters<typeof findOrder>[2]) {
  const before = notifyCount()
  const keyboard = await findOrder(order, said, how)
  await keyboard.press('w')
  await waitFor(() => expect(notifyCount()).toBe(before + 1))
  expect(keyboard.keys).toBeLessThanOrEqual(MOST_KEYS)
}

const byNumber = ({ id, number }: KnownOrder) => ({ as: new RegExp(`${id}|${number}`) })

describe('An order is found by a part of it, and its callback is resent, by', timeout, () => {
  test('a merchant', async () => {
    const [tail, amount] = await findOrders('PAYIN', sql`o.merchant_no = 'M10000001'`)
    await app.openAs('merchant', { address: '/account/daily' })
    await firstRow()
    await findAndNotify(tail!, tail!.id.slice(-8), byNumber(tail!))
    await findAndNotify(amount!, statementAmount(amount!.amount, 2), { as: /^Orders for .*payin/i })
    const person = await orderOfRarePayer('PAYIN', 'M10000001', tail!, amount!)
    await findAndNotify(person, foreignSpelling(person.name), { as: /^Orders matching .*payin/i, isPasted: true })
    const virtual = await findByUniqueAccount('PAYIN', tail!, amount!, person)
    await findAndNotify(virtual, virtual.account!, { as: /^Orders for (account|mobile) .*payin/i, isPasted: true })
    const paid = await findByUniqueAccount('PAYOUT')
    await findAndNotify(paid, paid.account!, { ...byNumber(paid), isPasted: true })
  })

  test('a sub-merchant', async () => {
    const [tail, amount] = await findOrders('PAYIN', sql`o.merchant_no = 'M10000002'`)
    await app.openAs('submerchant', { address: '/accountsub/detail-sub' })
    await firstRow()
    await findAndNotify(tail!, tail!.id.slice(-4), byNumber(tail!))
    await findAndNotify(amount!, statementAmount(amount!.amount, 2), { as: /^Orders for .*payin/i })
  })

  test('a merchant paid in USDT', async () => {
    const [tail, amount] = await findOrders('USDT_PAYIN', sql`true`)
    const hash = await findOnChainOrder(tail!, amount!)
    await app.openAs('usdt')
    await findAndNotify(tail!, tail!.id.slice(-6), byNumber(tail!))
    await findAndNotify(amount!, statementAmount(amount!.amount, 6), { as: /^Orders for .*payin/i })
    await findAndNotify(hash, hash.hash!, { ...byNumber(hash), isPasted: true })
    const address = await findByUniqueAccount('USDT_PAYIN', tail!, amount!, hash)
    await findAndNotify(address, address.account!, { as: /^Orders for (account|mobile) .*payin/i, isPasted: true })
  })

  test('staff, of any merchant', async () => {
    const [tail, amount] = await findOrders('PAYOUT', sql`m.merchant_no = 'M10000001'`)
    await app.openAs('staff')
    await findAndNotify(tail!, tail!.id.slice(-8), byNumber(tail!))
    await findAndNotify(amount!, statementAmount(amount!.amount, 2), { as: /^Orders for .*payout/i })
  })
})

test('An agent finds the orders of assigned merchants and changes nothing', timeout, async () => {
  const [tail, amount] = await findOrders('PAYIN', sql`m.agent_no is not null`)
  await app.openAs('agent')
  const first = await findOrder(tail!, tail!.id.slice(-8), byNumber(tail!))
  const second = await findOrder(amount!, statementAmount(amount!.amount, 2), { as: /^Orders for .*payin/i })
  const person = await orderOfRarePayer('PAYIN', 'M10000001', tail!, amount!)
  const third = await findOrder(person, foreignSpelling(person.name), { as: /^Orders matching .*payin/i, isPasted: true })
  const virtual = await findByUniqueAccount('PAYIN', tail!, amount!, person)
  const fourth = await findOrder(virtual, virtual.account!, { as: /^Orders for (account|mobile) .*payin/i, isPasted: true })
  for (const { keys } of [first, second, third, fourth]) expect(keys).toBeLessThanOrEqual(MOST_KEYS)
  await second.press('w', 'e', 'd')
  expect(app.calls.filter((call) => /notify|review/.test(call))).toEqual([])
})

test('A read-only account finds an order and changes nothing', timeout, async () => {
  // This merchant has few orders, perhaps none with an amount of its own.
  const [tail] = await findOrders('PAYIN', sql`o.merchant_no = 'M10000007'`, sql`true`)
  await app.openAs('restricted')
  const keyboard = await findOrder(tail!, tail!.id.slice(-8), byNumber(tail!))
  expect(keyboard.keys).toBeLessThanOrEqual(MOST_KEYS)
  await keyboard.press('w', 'e', 'd')
  expect(app.calls.filter((call) => /notify$|review/.test(call))).toEqual([])
})
