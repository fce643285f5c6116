import type { AnyCall } from '#contract/call.ts'
import { asBody } from '../asBody.ts'
import { contentOf, rowsIn } from '../containers.ts'
import { type Page, toPage } from '../page.ts'
import type { Reply } from '../reply.ts'
import { type CallReader, type CallReaders, noReader } from './firstReaders.ts'
import { type RecordReader, withOwnIdentities } from './records.ts'
import type { Reader } from './values.ts'

/** Fields that an envelope has too, so that they do not tell the thing from its envelope. */
const SHARED_WITH_ENVELOPES = new Set(['status', 'time', 'message'])

function readItem(reader: Reader<unknown>, data: unknown): unknown {
  if (reader.kind === 'list') {
    const { rows } = rowsIn(data)
    return rows && reader.read(rows)
  }
  const { fields } = reader as Partial<RecordReader<unknown>>
  const names = Object.keys(fields ?? {}).filter((name) => !SHARED_WITH_ENVELOPES.has(name))
  return reader.read(contentOf(data, (body) => names.some((name) => Object.hasOwn(body, name))))
}

/** The reply was cut off, or comes from a server in between: it says nothing about what was done. */
const isEmpty = (data: unknown): boolean => Object.keys(asBody(data) ?? { data }).length === 0

const offsetOf = (input: object): number => Number((input as { offset?: unknown }).offset ?? 0) || 0

/** Turns the replies to a call, of any gateway, into rows of the contract. */
export interface ReplyReader {
  /** The thing that a reply is about; undefined when it cannot be read. */
  item(input: object, data: unknown): unknown
  /** A page of rows, each with an identity of its own; undefined for a reply without a list. */
  page(input: object, reply: Reply): Page<unknown> | undefined
}

export function createReplyReader(call: AnyCall, callReader: CallReader = noReader): ReplyReader {
  const { row, item, summary: sums } = callReader
  return {
    item(input, data) {
      if (call.idempotent && isEmpty(data)) return undefined
      return item === null ? data : (readItem(item(input), data) ?? undefined)
    },
    page(input, reply) {
      const page = toPage<unknown>(reply)
      if (page === undefined) return undefined
      const { rows, summary } = page
      const from = offsetOf(input)
      const read = row === null ? rows : rows.flatMap((one, at) => row.read(one, String(from + at)) ?? [])
      return { ...page, rows: withOwnIdentities(read, from), summary: sums === null ? summary : sums.read(summary) }
    },
  }
}

/** Call -> reader of its replies. */
export type ReplyReaders = (call: AnyCall) => ReplyReader | Promise<ReplyReader>

/** Readers of the first calls at once, those of others when `fetchLater` has brought them. */
export const createReplyReaders =
  (first: CallReaders, fetchLater: () => Promise<CallReaders>): ReplyReaders =>
  (call) => {
    const reader = first.get(call)
    if (reader !== undefined) return createReplyReader(call, reader)
    return fetchLater().then((later) => createReplyReader(call, later.get(call)))
  }
