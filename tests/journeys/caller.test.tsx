import { waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sql, sql } from '../../server/db/sql.ts'
import { firstRow, focusedRow, startApp, type TestApp } from '../app.tsx'
import { rows as options } from '../palette/look.ts'

/** Somebody calls and has no more than a part of it: from anywhere to the order, and to his shop told again, in twelve keys. */
const MOST_KEYS = 12

interface Known {
  id: string
  number: string
  /** In minor units. */
  amount: string
  hash: string | null
  /** The virtual account of a payin, else where it was paid to. */
  account: string | null
}

const patience = { timeout: 120_000 }

let app: TestApp
beforeAll(async () => {
  app = await startApp({ orders: 2000 })
})
afterAll(() => app.close())

/** A successful order that has come over a chain, and is none of these. */
async function onChain(...others: Known[]): Promise<Known> {
  const found = await app.gateway.db.one<Known>(sql`
    select o.id::text, o.merchant_order_no as number, o.pay_order_no as hash
      from orders o
     where o.kind = 'USDT_PAYIN' and o.status = 'SUCCESS' and o.pay_order_no is not null
       and o.id <> all (${others.map(({ id }) => id)}::bigint[])
     order by o.id desc
     limit 1`)
  return found ?? fail('nothing has come over a chain')
}

/** Successful orders of round and small amounts that no other order of the kind has, one for each call. */
const some = (kind: string, whose: Sql): Promise<Known[]> =>
  app.gateway.db.all<Known>(sql`
    select o.id::text, o.merchant_order_no as number, o.amount::text, o.pay_order_no as hash,
           coalesce(o.account_number, o.receive_account) as account
      from orders o join merchant m on m.merchant_no = o.merchant_no
     where o.kind = ${kind} and o.status = 'SUCCESS' and ${whose}
       and not exists (select from orders p where p.kind = o.kind and p.amount = o.amount and p.id <> o.id)
     order by length(o.amount::text), o.id desc
     limit 5`)

/** The newest successful order of somebody whom no other order of the lists names; none of those that were told already, which would be asked about again. */
async function ofPerson(kind: string, merchantNo: string, ...others: Known[]): Promise<Known & { name: string }> {
  const found = await app.gateway.db.one<Known & { name: string }>(sql`
    select o.id::text, o.merchant_order_no as number, o.payer_name as name
      from orders o
     where o.kind = ${kind} and o.status = 'SUCCESS' and o.merchant_no = ${merchantNo} and o.payer_name is not null
       and o.id <> all (${others.map(({ id }) => id)}::bigint[])
       and not exists (
         select from orders p where p.kind = o.kind and lower(p.payer_name) like '%' || lower(o.payer_name) || '%' and p.id <> o.id)
     order by o.id desc
     limit 1`)
  return found ?? fail('everybody is named twice')
}

/** The newest of those that have an account which no other order of the kind has. */
async function ofAccount(kind: string, ...others: Known[]): Promise<Known> {
  const found = await app.gateway.db.one<Known>(sql`
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
  return found ?? fail('every account is used twice')
}

/** As it stands on a statement: with commas, and its places only where there are any. */
function written(minor: string, scale: number): string {
  const whole = (minor.slice(0, -scale) || '0').replace(/\B(?=(\d{3})+$)/g, ',')
  const fraction = minor.slice(-scale).padStart(scale, '0').replace(/0+$/, '')
  return fraction === '' ? (whole.includes(',') ? whole : `${whole}.0`) : `${whole}.${fraction}`
}

/** A hand at the keyboard, and how many keys it has pressed; what is pasted is one. */
function hand() {
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

const isHere = ({ id, number }: Known): boolean =>
  new URLSearchParams(app.address().split('?')[1]).get('open') === id ||
  (focusedRow()?.row === 1 && focusedRow()?.number === number)

/** Finds an order by what the caller says of it, under the row of that name; answers with the hand that did. */
async function finds(order: Known, said: string, { as, isPasted = false }: { as: RegExp; isPasted?: boolean }) {
  const own = hand()
  await own.press('{Control>}k{/Control}')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  if (isPasted) await own.paste(said)
  else await own.press(...said)
  await waitFor(() => expect(options().filter((option) => as.test(option))).not.toEqual([]))
  // What is still looked for stands among them, and goes when there is none.
  await waitFor(() => expect(options().filter((option) => option.startsWith('Looking for'))).toEqual([]))
  // What words may mean is gone to first: Enter alone must not take a misspelt command for somebody's name.
  const isGone = document.querySelector('[role="option"][aria-selected="true"]') !== null
  const steps = options().findIndex((option) => as.test(option)) + (isGone ? 0 : 1)
  await own.press(...Array.from({ length: steps }, () => '{ArrowDown}'))
  await own.press('{Enter}')
  await waitFor(() => isHere(order) || fail(`“${said}” led to ${app.address()}, not to ${order.number}`))
  // Nobody presses on before he sees it.
  await waitFor(
    () =>
      document.activeElement?.closest('[data-layer=detail], [role=row]')?.textContent.includes(order.number) ||
      fail(`${order.number} is not shown`),
  )
  return own
}

/** As somebody spells it who is not from here. */
const accented = (name: string): string => name.toUpperCase().replace(/A/, 'Á')

const told = () => app.calls.filter((call) => /^POST .*\/notify$/.test(call)).length

/** The same, and his shop is told. */
async function findsAndTells(order: Known, said: string, how: Parameters<typeof finds>[2]) {
  const before = told()
  const own = await finds(order, said, how)
  await own.press('w')
  await waitFor(() => expect(told()).toBe(before + 1))
  expect(own.keys).toBeLessThanOrEqual(MOST_KEYS)
}

const numbered = ({ id, number }: Known) => ({ as: new RegExp(`${id}|${number}`) })

describe('who knows a part of an order finds it, and tells its shop', patience, () => {
  test('a merchant', async () => {
    const [tail, amount] = await some('PAYIN', sql`o.merchant_no = 'M10000001'`)
    await app.openAs('merchant', { address: '/account/daily' })
    await firstRow()
    await findsAndTells(tail!, tail!.id.slice(-8), numbered(tail!))
    await findsAndTells(amount!, written(amount!.amount, 2), { as: /^Orders of .*payin/i })
    const person = await ofPerson('PAYIN', 'M10000001', tail!, amount!)
    await findsAndTells(person, accented(person.name), { as: /^Orders of .*payin/i, isPasted: true })
    const virtual = await ofAccount('PAYIN', tail!, amount!, person)
    await findsAndTells(virtual, virtual.account!, { as: /^Orders of (account|mobile) .*payin/i, isPasted: true })
    const paid = await ofAccount('PAYOUT')
    await findsAndTells(paid, paid.account!, { as: /^Orders of (account|mobile) .*payout/i, isPasted: true })
  })

  test('a sub-merchant', async () => {
    const [tail, amount] = await some('PAYIN', sql`o.merchant_no = 'M10000002'`)
    await app.openAs('submerchant', { address: '/accountsub/detail-sub' })
    await firstRow()
    await findsAndTells(tail!, tail!.id.slice(-4), numbered(tail!))
    await findsAndTells(amount!, written(amount!.amount, 2), { as: /^Orders of .*payin/i })
  })

  test('a merchant paid in USDT', async () => {
    const [tail, amount] = await some('USDT_PAYIN', sql`true`)
    const hash = await onChain(tail!, amount!)
    await app.openAs('usdt')
    await findsAndTells(tail!, tail!.id.slice(-6), numbered(tail!))
    await findsAndTells(amount!, written(amount!.amount, 6), { as: /^Orders of .*payin/i })
    await findsAndTells(hash, hash.hash!, { ...numbered(hash), isPasted: true })
    const address = await ofAccount('USDT_PAYIN', tail!, amount!, hash)
    await findsAndTells(address, address.account!, { as: /^Orders of (account|mobile) .*payin/i, isPasted: true })
  })

  test('staff, of any merchant', async () => {
    const [tail, amount] = await some('PAYOUT', sql`m.merchant_no = 'M10000001'`)
    await app.openAs('staff')
    await findsAndTells(tail!, tail!.id.slice(-8), numbered(tail!))
    await findsAndTells(amount!, written(amount!.amount, 2), { as: /^Orders of .*payout/i })
  })
})

test('an agent finds the orders of his merchants, and touches nothing', patience, async () => {
  const [tail, amount] = await some('PAYIN', sql`m.agent_no is not null`)
  await app.openAs('agent')
  const first = await finds(tail!, tail!.id.slice(-8), numbered(tail!))
  const second = await finds(amount!, written(amount!.amount, 2), { as: /^Orders of .*payin/i })
  const person = await ofPerson('PAYIN', 'M10000001', tail!, amount!)
  const third = await finds(person, accented(person.name), { as: /^Orders of .*payin/i, isPasted: true })
  const virtual = await ofAccount('PAYIN', tail!, amount!, person)
  const fourth = await finds(virtual, virtual.account!, { as: /^Orders of (account|mobile) .*payin/i, isPasted: true })
  for (const { keys } of [first, second, third, fourth]) expect(keys).toBeLessThanOrEqual(MOST_KEYS)
  await second.press('w', 'e', 'd')
  expect(app.calls.filter((call) => /notify|review/.test(call))).toEqual([])
})

test('a clerk who may only look finds it, and touches nothing', patience, async () => {
  const [tail] = await some('PAYIN', sql`o.merchant_no = 'M10000007'`)
  await app.openAs('restricted')
  const own = await finds(tail!, tail!.id.slice(-8), numbered(tail!))
  expect(own.keys).toBeLessThanOrEqual(MOST_KEYS)
  await own.press('w', 'e', 'd')
  expect(app.calls.filter((call) => /notify$|review/.test(call))).toEqual([])
})
