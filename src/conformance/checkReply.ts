import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { asBody } from '../api/asBody.ts'
import { contentOf, rowsIn } from '../api/containers.ts'
import { createCallReaders } from '../api/readers/laterReaders.ts'
import type { RecordReader } from '../api/readers/records.ts'
import type { Reader } from '../api/readers/values.ts'

// Amounts are not looked at, so any currency will do.
export const callReaders = createCallReaders('IDR')

const CALLS_OF_ORDERS: readonly AnyCall[] = [
  calls.payinList,
  calls.usdtPayinList,
  calls.agentPayinList,
  calls.checkoutList,
  calls.payoutList,
  calls.usdtPayoutList,
  calls.agentPayoutList,
  calls.vaNumber,
]

/** Fields of our rows that the contract of a call does not name. */
const UNDOCUMENTED = new Map<AnyCall, readonly string[]>([
  ...CALLS_OF_ORDERS.map((call): [AnyCall, readonly string[]] => [call, ['remark']]),
  [calls.rechargeList, ['merchantName', 'payOrderNo']],
  [calls.withdrawList, ['merchantName', 'payOrderNo']],
  [calls.transferList, ['merchantName', 'payOrderNo']],
  [calls.offlineRecharge, ['record.merchantName', 'record.payOrderNo']],
  [calls.payoutReceipt, ['currency']],
  [calls.agentMerchants, ['payinNotifyAddress', 'payoutNotifyAddress']],
  [calls.dashboard, ['merchantCount']],
])

/** How a reply compares with what the console reads. */
export interface ReplyFindings {
  /** Where the content was found: `item`, `data.list`; empty for the body itself, null where there is none. */
  readonly container: string | null
  /** The number of rows; null for a reply that is not a list. */
  readonly rows: number | null
  /** Documented fields that no row has. */
  readonly missing: readonly string[]
  /** Fields with a value that cannot be read. */
  readonly unread: readonly string[]
}

/** Fields of features: no gateway has to know them. */
const EXTRA_FIELDS: ReadonlySet<string> = new Set([
  'seq',
  'kind',
  'moves',
  'review',
  'reviewNote',
  'assignedTo',
  'notes',
  'paidAmount',
  'lateSuccess',
  'simulated',
  'holdUntil',
  'attempt',
  'yesterdaySoFar',
  'lastUsedTime',
  'oldSecretUntil',
  'oldSecretUsedTime',
  'signatureHeaderRequired',
  'sandbox',
  'softphone',
  // Only in the reply about a single order.
  'history',
])

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The names of the containers around a part of a body. */
function pathTo(body: unknown, part: unknown): string | null {
  if (body === part) return ''
  for (const [name, inner] of Object.entries(asBody(body) ?? {})) {
    if (!['item', 'data', 'list'].includes(name)) continue
    const rest = pathTo(inner, part)
    if (rest !== null) return rest === '' ? name : `${name}.${rest}`
  }
  return null
}

type Nested = Reader<unknown> & { fields?: RecordReader<unknown>['fields']; of?: Reader<unknown> }

class Fields {
  readonly missing = new Set<string>()
  readonly unread = new Set<string>()

  /** Compares the values that some records have for a reader, under a name. */
  compare(reader: Nested, values: readonly unknown[], name: string): void {
    const present = values.filter((value) => !isAbsent(value))
    if (reader.kind === 'list' && reader.of !== undefined) {
      const lists = present.filter(Array.isArray)
      if (lists.length < present.length) this.unread.add(name)
      this.compareRecords(reader.of, lists.flat(), `${name}[]`)
    } else if (reader.fields !== undefined) this.compareRecords(reader, present, name)
    else if (present.some((value) => reader.read(value) === null)) this.unread.add(name)
  }

  /** Compares records with the fields of their reader. */
  compareRecords(reader: Nested, values: readonly unknown[], name: string): void {
    const { fields } = reader
    if (fields === undefined || values.length === 0) return
    const bodies = values.map(asBody).filter((body) => body !== null)
    if (bodies.length < values.length) this.unread.add(name)
    for (const [field, of] of Object.entries(fields)) {
      if (EXTRA_FIELDS.has(field)) continue
      const path = name === '' ? field : `${name}.${field}`
      const having = bodies.filter((body) => Object.hasOwn(body, field))
      if (having.length === 0 && bodies.length > 0) this.missing.add(path)
      this.compare(
        of,
        having.map((body) => body[field]),
        path,
      )
    }
  }

  findings(call: AnyCall) {
    const undocumented = UNDOCUMENTED.get(call) ?? []
    return { missing: [...this.missing].filter((field) => !undocumented.includes(field)), unread: [...this.unread] }
  }
}

/** Compares the JSON body of a successful reply with what the console reads of it. */
export function checkReply(call: AnyCall, input: object, body: unknown): ReplyFindings {
  const { row = null, item = null } = callReaders.get(call) ?? {}
  const reader = (row ?? item?.(input) ?? null) as Nested | null
  if (reader === null) return { container: '', rows: null, missing: [], unread: [] }
  const fields = new Fields()
  if (row !== null || reader.kind === 'list') {
    const { rows } = rowsIn(body)
    if (rows === null) return { container: null, rows: null, missing: [], unread: [] }
    fields.compareRecords(row ?? reader.of ?? reader, rows, '')
    return { container: pathTo(body, rows), rows: rows.length, ...fields.findings(call) }
  }
  const names = Object.keys(reader.fields ?? {})
  const content = contentOf(body, (one) => names.some((name) => name !== 'status' && Object.hasOwn(one, name)))
  fields.compareRecords(reader, content === null ? [] : [content], '')
  return { container: content === null ? null : pathTo(body, content), rows: null, ...fields.findings(call) }
}
