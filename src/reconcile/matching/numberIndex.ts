import { isPlatformNumber, numberKey } from '../columns/orderNumbers.ts'
import type { ComparedOrder } from '../comparedOrder.ts'
import type { OrderSide } from './orderSide.ts'

/** Orders by one kind of number. Most numbers have one order. */
type Orders = Map<string, number | number[]>

export interface NumberHits {
  /** Indexes of orders, each once. */
  readonly orders: readonly number[]
  /** How many numbers of the line have orders: two numbers of two orders are a line for both, one number of two orders is ambiguous. */
  readonly numbers: number
  readonly by: 'number' | 'account'
}

const NONE: NumberHits = { orders: [], numbers: 0, by: 'number' }

/** Bank and virtual accounts have at least as many digits. */
const SHORTEST_ACCOUNT = 8
/** Orders whose numbers show what numbers look like. */
const SHAPED = 5_000

/** The numbers of orders, indexed while the orders arrive. */
export function createOrderNumbers() {
  const index: Orders = new Map()
  let count = 0
  return {
    index: index as Readonly<Pick<Orders, 'get' | 'has'>>,
    /** Adds the next order. */
    add(order: ComparedOrder): void {
      for (const number of numbersOf(order)) add(index, numberKey(number), count)
      count++
    },
  }
}

export type OrderNumbers = ReturnType<typeof createOrderNumbers>

/** Of the platform, the merchant and the channel. */
export const numbersOf = ({ platOrderNo, merchantOrderNo, payOrderNo }: ComparedOrder): string[] =>
  [platOrderNo, merchantOrderNo, payOrderNo].filter((number) => number !== null && number !== '') as string[]

export interface NumberIndexOptions {
  /** The numbers of these orders. */
  readonly numbers: OrderNumbers
  /** Takes every text for a number of an order, as where no orders of days were read that show what numbers look like. */
  readonly isAnyNumber: boolean
}

export type NumberIndex = ReturnType<typeof createNumberIndex>

/** Finds orders by the numbers of a line: those of the platform, the merchant and the channel, then accounts. */
export function createNumberIndex(
  sides: readonly OrderSide[],
  { numbers: { index: numbers }, isAnyNumber }: NumberIndexOptions,
) {
  let accounts: Orders | null = null
  let shapes: Set<string> | null = null

  // Both are made when first needed: where every line has a number of an order, they never are.
  function shapesOfNumbers(): ReadonlySet<string> {
    if (shapes !== null) return shapes
    shapes = new Set()
    const step = Math.ceil(sides.length / SHAPED)
    for (let at = 0; at < sides.length; at += step)
      for (const number of numbersOf(sides[at]!.order)) shapes.add(shapeOf(number))
    return shapes
  }

  function accountIndex(): Orders {
    if (accounts !== null) return accounts
    accounts = new Map()
    for (const [at, { order, isInDays }] of sides.entries())
      if (isInDays && order.account !== null && order.account.length >= SHORTEST_ACCOUNT)
        add(accounts, numberKey(order.account), at)
    return accounts
  }

  function lookUp(index: Pick<Orders, 'get'>, texts: readonly string[], by: NumberHits['by']): NumberHits {
    let found: number[] | null = null
    let count = 0
    for (const text of texts) {
      const hit = index.get(numberKey(text))
      if (hit === undefined) continue
      const known: number[] = found ?? []
      const before = known.length
      if (typeof hit !== 'number') for (const one of hit) addOnce(known, one)
      else addOnce(known, hit)
      if (known.length > before) count++
      found = known
    }
    return found === null ? NONE : { orders: found, numbers: count, by }
  }

  return {
    find(texts: readonly string[]): NumberHits {
      const hits = lookUp(numbers, texts, 'number')
      return hits.orders.length > 0 ? hits : lookUp(accountIndex(), texts, 'account')
    },
    /** The texts that look like numbers of orders and belong to none. */
    unknown: (texts: readonly string[]): string[] =>
      texts.filter(
        (text) =>
          (isAnyNumber || isPlatformNumber(text) || shapesOfNumbers().has(shapeOf(text))) &&
          !numbers.has(numberKey(text)) &&
          !accountIndex().has(numberKey(text)),
      ),
  }
}

function addOnce(list: number[], one: number): void {
  if (!list.includes(one)) list.push(one)
}

function add(index: Orders, key: string, at: number): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, at)
  else if (typeof known !== 'number') {
    if (!known.includes(at)) known.push(at)
  } else if (known !== at) index.set(key, [known, at])
}

/** `INV-2026-0001` as `A3-4-4`: numbers of one origin share it. */
const shapeOf = (text: string): string =>
  text.replace(/\p{L}+|\d+/gu, (part) => (/\d/.test(part) ? String(part.length) : `A${part.length}`))
