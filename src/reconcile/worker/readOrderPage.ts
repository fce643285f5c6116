import type { Direction } from '#contract/kinds.ts'
import type { Currency } from '#contract/money.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { toPage } from '../../api/page.ts'
import { order } from '../../api/readers/payments.ts'
import { isPlaceId, paymentIdentity, record, withOwnIdentities } from '../../api/readers/records.ts'
import type { Reader } from '../../api/readers/values.ts'
import { isErrorBody, readJson, unwrapReply } from '../../api/reply.ts'
import { isPlatformNumber } from '../columns/orderNumbers.ts'
import { COMPARED_FIELDS, type ComparedOrder, type ComparedRow, comparedOrder } from '../comparedOrder.ts'

/** The reply to the list call of orders, as it came. */
export interface OrderReply {
  readonly body: ArrayBuffer
  readonly direction: Direction
  readonly currency: Currency
  /** The marks of orders that the gateway does not keep, by the ids of their rows. */
  readonly marks: Readonly<Record<string, PayOrder['review']>>
}

export interface OrderPage {
  readonly orders: readonly ComparedOrder[]
  /** Null where the gateway does not count. */
  readonly total: number | null
  /** The second of the last number of the platform, and how many of the rows are of it; null for numbers of another form. */
  readonly last: { readonly second: string; readonly rows: number } | null
}

/** Reads a page of an order list. Null when it is not readable. */
export function readOrderPage({ body, direction, currency, marks }: OrderReply): OrderPage | null {
  const reply = readJson(new TextDecoder().decode(body))
  if (reply === null || isErrorBody(reply.body)) return null
  const page = toPage<unknown>(unwrapReply(200, reply.body))
  if (page === undefined) return null
  const { rows, total } = page
  const reader = readerOf(direction, currency)
  const read = rows.flatMap((row) => reader.read(row) ?? [])
  const orders = withOwnIdentities(
    read.map((row) => withIdentity(comparedOrder({ ...row, review: marks[row.id] ?? row.review }))),
  )
  return { orders, total, last: lastSecond(orders) }
}

/** An order without an identity is told apart by all that it has: a place in a reply is another one when the page is read again. */
const withIdentity = (order: ComparedOrder): ComparedOrder =>
  isPlaceId(order.id) ? { ...order, id: JSON.stringify(order) } : order

const readers = new Map<string, Reader<ComparedRow | null>>()

/** A reader of the fields that are compared: reading all of them takes three times as long. */
function readerOf(direction: Direction, currency: Currency): Reader<ComparedRow | null> {
  const name = `${direction} ${currency}`
  const known = readers.get(name)
  if (known !== undefined) return known
  const { fields } = order(direction, currency)
  const compared = Object.fromEntries(COMPARED_FIELDS.map((field) => [field, fields[field]!]))
  const reader = record<ComparedRow>(compared as never, { identity: paymentIdentity })
  readers.set(name, reader)
  return reader
}

/** Digits of a number of the platform that are its second. */
const SECOND_DIGITS = 12

function lastSecond(orders: readonly ComparedOrder[]): OrderPage['last'] {
  const number = orders.at(-1)?.platOrderNo ?? ''
  if (!isPlatformNumber(number)) return null
  const digits = number.slice(0, SECOND_DIGITS)
  return {
    second: digits.replace(/^(..)(..)(..)(..)(..)(..)$/, '20$1-$2-$3T$4:$5:$6'),
    rows: orders.filter(({ platOrderNo }) => platOrderNo?.startsWith(digits)).length,
  }
}
