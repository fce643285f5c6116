import type { AnyCall } from '#contract/call.ts'
import type { Currency } from '#contract/money.ts'
import { asBody } from '../asBody.ts'
import { contentOf, rowsIn } from '../containers.ts'
import { type Page, toPage } from '../page.ts'
import type { Reply } from '../reply.ts'
import { type RecordReader, withOwnIdentities } from './records.ts'
import { createCallReaders } from './table.ts'
import type { Reader } from './values.ts'

/** Fields that an envelope has too, so that they do not tell the thing from its envelope. */
const SHARED_WITH_ENVELOPES = new Set(['status', 'time', 'message'])

function readItem(reader: Reader<unknown>, data: unknown): unknown {
  if (reader.kind === 'list') return reader.read(rowsIn(data))
  const { fields } = reader as Partial<RecordReader<unknown>>
  const names = Object.keys(fields ?? {}).filter((name) => !SHARED_WITH_ENVELOPES.has(name))
  return reader.read(contentOf(data, (body) => names.some((name) => Object.hasOwn(body, name))))
}

/** The reply was cut off, or comes from a server in between: it says nothing about what was done. */
const isEmpty = (data: unknown): boolean => Object.keys(asBody(data) ?? { data }).length === 0

const offsetOf = (input: object): number => Number((input as { offset?: unknown }).offset ?? 0) || 0

/** Turns the replies of any gateway into rows of the contract, for an account in this currency. */
export function createReplyReaders(currency: Currency) {
  const callReaders = createCallReaders(currency)
  return {
    /** The thing that a reply is about; undefined when it cannot be read. */
    item(call: AnyCall, input: object, data: unknown): unknown {
      if (call.idempotent && isEmpty(data)) return undefined
      const reader = callReaders.get(call)?.item?.(input)
      return reader === undefined ? data : (readItem(reader, data) ?? undefined)
    },
    /** A page of rows, each with an identity of its own. */
    page(call: AnyCall, input: object, reply: Reply): Page<unknown> {
      const { rows, summary, ...page } = toPage<unknown>(reply)
      const { row = null, summary: sums = null } = callReaders.get(call) ?? {}
      const from = offsetOf(input)
      const read = row === null ? rows : rows.flatMap((one, at) => row.read(one, String(from + at)) ?? [])
      return { ...page, rows: withOwnIdentities(read, from), summary: sums === null ? summary : sums.read(summary) }
    },
  }
}

export type ReplyReaders = ReturnType<typeof createReplyReaders>
