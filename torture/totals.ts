import { setTimeout } from 'node:timers/promises'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { type Signable, sign } from '#contract/signing.ts'
import { sha256 } from '../server/auth/credentials.ts'
import { wrongCounters } from '../server/ledger/checks.ts'
import { aggregateCounters } from '../server/orders/counters.ts'
import type { Dice } from '../tests/dice.ts'
import { fetchCall, openGateway, SECRET } from '../tests/gateway.ts'
import { signIn, signInAll } from './client.ts'
import { startGateway } from './gatewayProcess.ts'
import type { Result, Task } from './region.ts'
import { createShops, SHOPS } from './writes.ts'

const CHIEF = 'M00000009'
const MAKERS = 4
const ASKERS = 2
const LIMIT = 500

/**
 * Asks for totals, sums and rows of one, several and all merchants on two gateways while payins are made and paid and counters
 * are aggregated. Each reply must have every order that was acknowledged before it was asked for, and none that was sent
 * after it came.
 */
export async function tortureByTotals({ target, roll, isOver }: Task): Promise<Result> {
  return target.use(async (db) => {
    await createShops(db, 0n)
    const chief = await openGateway(db, { node: 998 })
    await chief.account(CHIEF, { kind: 'staff', permissionKeys: ['payin'] })
    await chief.close()
    const settings = { ...target.environment, SIMULATION: 'on' }
    const gateways = await Promise.all([startGateway(settings), startGateway(settings)])
    try {
      const found = await watchTotals(
        gateways.map(({ address }) => address),
        { roll, isOver, aggregate: () => aggregateCounters(db) },
      )
      const failures = [...found.failures, ...(await wrongCounters(db)).map((row) => `wrong counter: ${JSON.stringify(row)}`)]
      return { tried: found.asked, failures, figures: `${found.made} payins made, ${found.paid} of them paid` }
    } finally {
      await Promise.all(gateways.map(({ kill }) => kill()))
    }
  })
}

interface Figures {
  n: bigint
  amount: bigint
}

/** What was sent and what was acknowledged so far, for one merchant. */
interface Progress {
  sent: Record<Stage, Figures>
  acknowledged: Record<Stage, Figures>
}

type Stage = 'made' | 'paid'

const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))
const none = (): Record<Stage, Figures> => ({ made: { n: 0n, amount: 0n }, paid: { n: 0n, amount: 0n } })

interface Watch {
  roll: Dice
  isOver(asked: number): boolean
  /** Aggregates the counters meanwhile, as a worker does. */
  aggregate(): Promise<number>
}

/** Watches the totals of the gateways at the addresses, whose merchants are `SHOPS` and whose staff is `M00000009`. */
export async function watchTotals(addresses: readonly string[], { roll, isOver, aggregate }: Watch) {
  const failures: string[] = []
  const progress = new Map<string, Progress>(SHOPS.map((no) => [no, { sent: none(), acknowledged: none() }]))
  const tokens = await signInAll(addresses[0]!, SHOPS)
  const staff = await signIn(addresses[0]!, CHIEF)
  let asked = 0
  let numbers = 0
  let isOn = true
  const address = () => addresses[roll(addresses.length)]!

  async function ask<Body>(row: AnyCall, input: object, token?: string): Promise<Body | null> {
    const reply = await fetchCall(address(), row, input as Record<string, unknown>, { token })
    const text = await reply.text()
    if (reply.status === 200) return JSON.parse(text) as Body
    failures.push(`${row.path} was answered ${reply.status} ${text.slice(0, 200)}`)
    return null
  }

  /** Makes a step of an order, noted when it is sent and again when it is acknowledged. */
  async function step(merchantNo: string, stage: Stage, amount: bigint, work: () => Promise<unknown>): Promise<void> {
    const { sent, acknowledged } = progress.get(merchantNo)!
    const note = (figures: Figures) => {
      figures.n++
      figures.amount += amount
    }
    note(sent[stage])
    if ((await work()) !== null) note(acknowledged[stage])
  }

  async function make(): Promise<void> {
    while (isOn) {
      const merchantNo = SHOPS[roll(SHOPS.length)]!
      const merchantOrderNo = `T-${++numbers}`
      const payAmount = `${(roll(40) + 2) * 10_000}.00`
      const fields: Signable = { merchantNo, merchantOrderNo, payAmount, payChannel: 'VA_BCA' }
      const signed = () => sign(fields, SECRET, { hash: sha256, now: Date.now() })
      await step(merchantNo, 'made', minor(payAmount), () => ask(calls.openPayin, signed()))
      if (roll(2) === 0) continue
      const payment = { merchantOrderNo, outcome: 'success' }
      await step(merchantNo, 'paid', minor(payAmount), () => ask(calls.simulatePayin, payment, tokens.get(merchantNo)))
    }
  }

  const sumOf = (merchantNos: readonly string[], which: keyof Progress, stage: Stage): Figures =>
    merchantNos
      .map((no) => progress.get(no)![which][stage])
      .reduce((all, { n, amount }) => ({ n: all.n + n, amount: all.amount + amount }), { n: 0n, amount: 0n })

  /** Asks as one merchant, as staff for some merchants, or for all, and compares the reply with what was known before and after. */
  async function compare(): Promise<void> {
    const some = [[SHOPS[roll(SHOPS.length)]!], SHOPS.slice(0, 2 + roll(2)), SHOPS][roll(3)]!
    const token = some.length === 1 ? tokens.get(some[0]!) : staff
    const filter = some.length === 1 || some.length === SHOPS.length ? {} : { merchantNo: some }
    const stages = (roll(2) === 0 ? ['made', 'paid'] : ['paid']) satisfies Stage[]
    const before = new Map(stages.map((stage) => [stage, sumOf(some, 'acknowledged', stage)]))
    const within = (what: string, stage: Stage, name: keyof Figures, value: bigint) => {
      const [least, most] = [before.get(stage)![name], sumOf(some, 'sent', stage)[name]]
      if (value < least || value > most)
        failures.push(`${what} of ${some.length} merchants is ${value}, of ${least} to ${most} ${stage}`)
    }
    if (stages.length === 2) {
      const reply = await ask<{ item: Record<string, string | number> }>(calls.payinCount, filter, token)
      if (reply === null) return
      const { totalPayinCount, totalPayinAmount, successPayinCount, successPayinAmount } = reply.item
      within('the total', 'made', 'n', BigInt(totalPayinCount!))
      within('the sum', 'made', 'amount', minor(String(totalPayinAmount)))
      within('the total', 'paid', 'n', BigInt(successPayinCount!))
      within('the sum', 'paid', 'amount', minor(String(successPayinAmount)))
      return
    }
    const input = { ...filter, status: 'SUCCESS', limit: String(LIMIT) }
    const reply = await ask<{ item: { payAmount: string }[]; paginator: { totalCount: number } }>(calls.payinList, input, token)
    if (reply === null) return
    const { item: rows, paginator } = reply
    within('the total of the list', 'paid', 'n', BigInt(paginator.totalCount))
    if (paginator.totalCount >= LIMIT) return
    within('the number of rows', 'paid', 'n', BigInt(rows.length))
    within(
      'the sum of the rows',
      'paid',
      'amount',
      rows.reduce((all, { payAmount }) => all + minor(payAmount), 0n),
    )
  }

  async function watch(): Promise<void> {
    while (!isOver(asked) && failures.length === 0) {
      asked++
      await compare()
    }
    isOn = false
  }

  async function fold(): Promise<void> {
    while (isOn) {
      await aggregate()
      await setTimeout(roll(50))
    }
  }

  const many = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work)
  await Promise.all([...many(MAKERS, make), ...many(ASKERS, watch), fold()])
  const { made, paid } = { made: sumOf(SHOPS, 'sent', 'made').n, paid: sumOf(SHOPS, 'sent', 'paid').n }
  return { asked, failures, made, paid }
}
