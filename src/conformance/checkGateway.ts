import { kindsOf, type Permissions } from '#contract/authority.ts'
import type { AnyCall } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { PayOrder } from '#contract/rows/orders.ts'
import { encodeBody, placeFields, withQuery } from '../api/encode.ts'
import { createReplyReader } from '../api/readers/readReply.ts'
import { readJson, unwrapReply } from '../api/reply.ts'
import { callReaders, checkReply, type ReplyFindings } from './checkReply.ts'
import { type Loss, type PlannedCall, plannedCalls, type ReadingCallName, type Samples } from './readingCalls.ts'

/**
 * The outcome of a call. `absent`: the gateway does not serve it. `refused`: not to this account. `failed`: a server error or no
 * answer. `unreadable`: a success without content that the console understands. `untried`: there was nothing to ask with.
 */
export type CallOutcome = 'served' | 'absent' | 'refused' | 'failed' | 'unreadable' | 'untried'

/** A weakness of a list: no total, a second page like the first, or rows of other numbers than the one that was asked for. */
export type ListNote = 'noTotal' | 'samePage' | 'ignoresNumber'

export interface CallReport extends ReplyFindings {
  readonly name: ReadingCallName
  readonly method: string
  readonly path: string
  /** HTTP status; null without an answer. */
  readonly status: number | null
  readonly outcome: CallOutcome
  readonly notes: readonly ListNote[]
  readonly loss: Loss
}

export interface GatewayAccess {
  fetch: typeof fetch
  /** Before the path of a call: empty for the origin of the page. */
  address: string
  token: string
  /** The language tag for Accept-Language. */
  language: string
  permissions: Permissions
  days: Samples['days']
}

interface Answer {
  status: number | null
  /** The parsed body; null for anything but JSON. */
  read: { body: unknown } | null
}

const readerOf = (call: AnyCall) => createReplyReader(call, callReaders.get(call))

const NOTHING: ReplyFindings = { container: null, rows: null, missing: [], unread: [] }
const LIMIT_MS = 15_000
const NOT_SERVED: ReadonlySet<number | null> = new Set([404, 405, 410, 501])

/** The number of calls that a check makes for an account. */
export const checkLength = (permissions: Permissions): number => plannedCalls(kindsOf(permissions)).length

/** Makes every documented call that only reads, one after the other, and reports on each. */
export async function* checkGateway(access: GatewayAccess, signal?: AbortSignal): AsyncGenerator<CallReport> {
  const samples: Samples = { days: access.days, merchantNo: null, accountNumber: null, paidPayoutNo: null }
  for (const planned of plannedCalls(kindsOf(access.permissions))) {
    signal?.throwIfAborted()
    yield await report(planned, samples, (call, input) => ask(access, call, input, signal))
  }
}

type Ask = (call: AnyCall, input: object) => Promise<Answer>

async function report({ name, call, loss, input: inputOf }: PlannedCall, samples: Samples, ask: Ask): Promise<CallReport> {
  const { method, path } = call
  const about = { name, method, path, loss }
  const input = inputOf(samples)
  if (input === null) return { ...about, ...NOTHING, status: null, outcome: 'untried', notes: [] }
  const { status, read } = await ask(call, input)
  const refusal = refusalOf(status)
  if (refusal !== null) return { ...about, ...NOTHING, status, outcome: refusal, notes: [] }
  if (call.reply === 'file') return { ...about, ...NOTHING, status, outcome: 'served', notes: [] }
  const findings = read === null ? NOTHING : checkReply(call, input, read.body)
  const isUnderstood = findings.container !== null
  if (read !== null) remember(samples, call, input, read.body)
  return {
    ...about,
    ...findings,
    status,
    outcome: isUnderstood ? 'served' : 'unreadable',
    notes: isUnderstood && call.reply === 'rows' ? await notesOf(call, input, read?.body, ask) : [],
  }
}

function refusalOf(status: number | null): CallOutcome | null {
  if (status === null || status >= 500) return status === 501 ? 'absent' : 'failed'
  // The session is valid, so a 401 says that the gateway does not know the path.
  if (NOT_SERVED.has(status) || status === 401) return 'absent'
  return status >= 400 ? 'refused' : null
}

async function ask(
  { fetch, address, token, language }: GatewayAccess,
  call: AnyCall,
  input: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const { path, query, fields, encoding } = placeFields(call, input)
  const { headers: contentType, ...sent } = encodeBody(call.method, encoding, fields)
  const limit = AbortSignal.timeout(LIMIT_MS)
  try {
    const response = await fetch(address + withQuery(path, query), {
      method: call.method,
      headers: {
        'Accept-Language': language,
        'merchant-token': token,
        ...contentType,
      },
      ...sent,
      credentials: 'include',
      redirect: 'manual',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    })
    if (call.reply === 'file') {
      // Its size is unknown, and its content is not looked at.
      await response.body?.cancel()
      return { status: response.status, read: null }
    }
    return { status: response.status, read: readJson(await response.text()) }
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof Error) return { status: null, read: null }
    throw cause
  }
}

const rowsOf = (call: AnyCall, input: object, body: unknown) =>
  readerOf(call).page(input, unwrapReply(200, body)) ?? { rows: [], total: null }

/** Keeps values of the rows for later calls. */
function remember(samples: Samples, call: AnyCall, input: object, body: unknown): void {
  if (call === calls.agentMerchants) {
    const [first] = (readerOf(call).item(input, body) ?? []) as { merchantNo: string | null }[]
    samples.merchantNo = first?.merchantNo ?? null
  }
  if (call !== calls.payinList && call !== calls.payoutList) return
  const { rows } = rowsOf(call, input, body) as { rows: PayOrder[] }
  if (call === calls.payinList) samples.accountNumber = rows.find((row) => row.accountNumber !== null)?.accountNumber ?? null
  else samples.paidPayoutNo = rows.find(({ status }) => status === 'SUCCESS')?.merchantOrderNo ?? null
}

/** Asks a list for its second page and for one of its numbers. */
async function notesOf(call: AnyCall, input: object, body: unknown, ask: Ask): Promise<ListNote[]> {
  const { rows, total } = rowsOf(call, input, body) as {
    rows: { id: string; platOrderNo?: string | null }[]
    total: number | null
  }
  const notes: ListNote[] = total === null ? ['noTotal'] : []
  const rowsAfter = async (changes: object) => {
    const changed = { ...input, ...changes }
    const { read } = await ask(call, changed)
    return read === null ? [] : (rowsOf(call, changed, read.body).rows as typeof rows)
  }
  if (rows.length > 1) {
    const [second] = await rowsAfter({ page: '2', offset: '1', limit: '1' })
    if (second?.id === rows[0]!.id) notes.push('samePage')
  }
  const number = rows[0]?.platOrderNo ?? null
  if (number !== null && rows.length > 1) {
    const found = await rowsAfter({ platOrderNo: number })
    if (found.some(({ platOrderNo }) => platOrderNo !== number)) notes.push('ignoresNumber')
  }
  return notes
}
