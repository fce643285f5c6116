import type { Payment } from '#contract/rows/orders.ts'
import { asBody, type Body } from '../asBody.ts'
import { type Kind, type Reader, text } from './values.ts'

/** The fields of a row and how each is read. A required field may turn out to be absent. */
type Fields<Row, Required extends keyof Row> = {
  readonly [Name in keyof Row]-?: Reader<Name extends Required ? Row[Name] | null : Row[Name]>
}

/** The identity of a row is not a field of its table. */
type Table<Row, Required extends keyof Row> = Fields<Omit<Row, 'id'>, Required & keyof Omit<Row, 'id'>>

/** A reader of records, with its table of fields. */
export interface RecordReader<Row> extends Reader<Row | null> {
  readonly kind: 'record'
  readonly fields: Readonly<Record<string, Reader<unknown>>>
  /** The row of a record without any field. */
  readonly empty: (place: string) => Row
}

/** The value of a field of the record itself, not of its prototype. */
const own = (body: Body, name: string): unknown => (Object.hasOwn(body, name) ? body[name] : undefined)

interface RecordOptions<Required> {
  /** Fields without which the record is worth nothing; it is dropped. */
  requires?: readonly Required[]
  /** The identity of a row; null where its place has to do. */
  identity?: (body: Body) => string | null
}

/** Reads a record by its fields, and nothing else. Null when it is none, or lacks a required field. */
export function record<Row extends object, Required extends keyof Row & string = never>(
  fields: Table<Row, Required>,
  { requires = [], identity }: RecordOptions<Required> = {},
): RecordReader<Row> {
  const table = fields as unknown as Readonly<Record<string, Reader<unknown>>>
  const names = Object.keys(table)
  function rowOf(body: Body, place: string): Row {
    const row: Record<string, unknown> = identity === undefined ? {} : { id: identity(body) ?? placeId(place) }
    for (const name of names) row[name] = table[name]!.read(own(body, name), place)
    return row as Row
  }
  return {
    kind: 'record',
    fields: table,
    empty: (place) => rowOf({}, place),
    read(value, place = '0') {
      const body = asBody(value)
      if (body === null) return null
      const row = rowOf(body, place)
      return requires.some((name) => row[name] === null) ? null : row
    },
  }
}

/** Not the form of an identity that a gateway sends. */
const placeId = (place: string): string => `#${place}`

/** Whether an identity is a place in one reply. In another reply, another row may have it. */
export const isPlaceId = (id: string): boolean => id.includes('#')

/** A reader of lists: what is not a row is left out, and rows with the same identity are told apart by their place. */
export const list = <Row>(of: Reader<Row | null>): Reader<Row[]> & { readonly of: Reader<Row | null> } => ({
  kind: 'list',
  of,
  read(value, place = '') {
    const found = Array.isArray(value) ? value : []
    const rows = found.flatMap((one, at) => of.read(one, place === '' ? String(at) : `${place}.${at}`) ?? [])
    return withOwnIdentities(rows)
  },
})

/** The rows, each with an identity that no other row has. */
export function withOwnIdentities<Row>(rows: Row[], from = 0): Row[] {
  const seen = new Set<string>()
  return rows.map((row, at) => {
    const { id } = row as { id?: unknown }
    if (typeof id !== 'string') return row
    if (!seen.has(id)) {
      seen.add(id)
      return row
    }
    return { ...row, id: `${id}${placeId(String(from + at))}` }
  })
}

/** A list, or null where a gateway sends none. */
export const listOrNull = <Row>(of: Reader<Row | null>): Reader<Row[] | null> & { readonly of: Reader<Row | null> } => ({
  kind: 'list',
  of,
  read: (value, place) => (Array.isArray(value) ? list(of).read(value, place) : null),
})

/** A record that is always there: one without fields where a gateway sends none. */
export const always = <Row>(of: RecordReader<Row>): Reader<Row> & Pick<RecordReader<Row>, 'fields'> => ({
  kind: 'record',
  fields: of.fields,
  read: (value, place = '0') => of.read(value, place) ?? of.empty(place),
})

/** A map from key to value; what cannot be read is left out. */
export const map = <Value>(of: Reader<Value | null>, kind: Kind = 'map'): Reader<Record<string, Value>> => ({
  kind,
  read: (value) =>
    Object.fromEntries(
      Object.entries(asBody(value) ?? {}).flatMap(([name, one]) => {
        const found = of.read(one, name)
        return found === null ? [] : [[name, found]]
      }),
    ),
})

/** A reader with a value for what a gateway does not say, where the specification has one. */
export const orElse = <T extends string | number | boolean | readonly unknown[]>(
  of: Reader<T | null>,
  value: T,
): Reader<T> => ({
  kind: of.kind,
  read: (sent, place) => of.read(sent, place) ?? value,
})

/** A value that is always the same, whatever the gateway says. */
export const fixed = <T>(kind: Kind, value: T): Reader<T> => ({ kind, read: () => value })

/** The first of these fields that is there. */
const firstText = (body: Body, names: readonly string[]): string | null => {
  for (const name of names) {
    const found = text.read(own(body, name))
    if (found !== null) return found
  }
  return null
}

/**
 * The identity of an order or movement: its id, else the platform's number, else the merchant's number with the merchant. Merchants
 * may use the same number, so neither of the two is enough.
 */
export function paymentIdentity(body: Body): string | null {
  const found = firstText(body, ['id', 'platOrderNo'])
  if (found !== null) return found
  const [merchantNo, merchantOrderNo] = [firstText(body, ['merchantNo']), firstText(body, ['merchantOrderNo'])]
  return merchantNo === null || merchantOrderNo === null ? null : pairId(merchantNo, merchantOrderNo)
}

const pairId = (merchantNo: string, merchantOrderNo: string): string => `${merchantNo}/${merchantOrderNo}`

/** Whether the gateway sent no identity of an order or movement, so that the console made one. */
export const hasMadeId = ({
  id,
  merchantNo,
  merchantOrderNo,
}: Pick<Payment, 'id' | 'merchantNo' | 'merchantOrderNo'>): boolean =>
  isPlaceId(id) || (merchantNo !== null && merchantOrderNo !== null && id === pairId(merchantNo, merchantOrderNo))

/** The identity from the first of these fields. */
export const identityBy =
  (...names: readonly string[]) =>
  (body: Body): string | null =>
    firstText(body, names)
