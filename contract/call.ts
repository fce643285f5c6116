import type { AccountKind, Permission } from './authority.ts'
import type { Feature } from './features.ts'

/** How a reply is read: its `item`, rows with a paginator, the whole body, a file, an event stream, or nothing. */
export type ReplyKind = 'item' | 'rows' | 'body' | 'file' | 'events' | 'nothing'

/**
 * Where a call is defined: in the specification, in the contract that completes it, or by a feature, which a gateway announces if it
 * serves it. `operations` is for monitoring; the console never calls it.
 */
export type Source = 'specification' | 'contract' | 'operations' | Feature

/** One call of the gateway: where each field of its flat input travels, and which accounts may make it. */
export interface Call<In extends object, Out> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Path parameters are `:name`. */
  readonly path: string
  /** Encoding of the fields that are neither in the path nor in the query. */
  readonly body: 'form' | 'json' | 'none'
  /** Fields sent in the query; `all` for a GET, and for a POST whose body is empty. */
  readonly query: readonly (keyof In & string)[] | 'all'
  readonly reply: ReplyKind
  /** Account kinds that may call; `signedIn` is any of them, `guest` needs no session. */
  readonly callers: readonly AccountKind[] | 'signedIn' | 'guest'
  /** Required in addition to the account kind: this permission, or any of these. */
  readonly permission: Permission | readonly Permission[] | null
  /** Whether it changes data; read-only accounts are refused. */
  readonly mutates: boolean
  /** Accepts an `Idempotency-Key` and takes effect at most once per key: it moves money, or must not be repeated otherwise. */
  readonly idempotent: boolean
  /** Whether a 401 ends the session on the console's side. */
  readonly endsSession: boolean
  readonly source: Source
  /** Whether its reply names the gateway's features. */
  readonly announces: boolean
  /** Types only, never set. */
  readonly input?: In
  readonly output?: Out
}

// biome-ignore lint/suspicious/noExplicitAny: the input is contravariant, so `unknown` would accept no call at all
export type AnyCall = Call<any, unknown>

export type InputOf<C extends AnyCall> = C extends Call<infer In, unknown> ? In : never
// biome-ignore lint/suspicious/noExplicitAny: as above
export type OutputOf<C extends AnyCall> = C extends Call<any, infer Out> ? Out : never

/** The path of the caller's own merchant: every gateway serves it to every session. */
export const MERCHANT_INFO = '/api/merchant/info'

/** A request header: no user asked for the call, so it does not keep the session alive. A gateway may ignore it. */
export const BACKGROUND_HEADER = 'paydesk-background'

/** The input of a call without fields. */
export type EmptyInput = Record<string, never>

type CallSettings<In extends object> = Partial<Omit<Call<In, unknown>, 'method' | 'path' | 'input' | 'output'>>

/** Query fields of a page of rows. */
const PAGING = ['offset', 'limit', 'page', 'sort', 'totals'] as const
type Paged = { [Field in (typeof PAGING)[number]]?: unknown }

/** The definition of calls with a method. What a call does not set is as usual. */
const method =
  (defaults: Pick<Call<object, unknown>, 'method' | 'body' | 'query' | 'mutates'>) =>
  <In extends object, Out>(path: string, settings: CallSettings<In> = {}): Call<In, Out> => ({
    path,
    reply: 'item',
    callers: 'signedIn',
    permission: null,
    idempotent: false,
    endsSession: true,
    source: 'specification',
    announces: false,
    ...defaults,
    ...settings,
  })

/** A call without a session. Its 401 ends none. */
export const GUEST_CALL = { callers: 'guest', endsSession: false } as const

/** A call that the specification names without its path, or does not name. */
export const BY_CONTRACT = { source: 'contract' } as const

/** A GET with its fields in the query. */
export const get = method({ method: 'GET', body: 'none', query: 'all', mutates: false })

/** A POST, form-encoded by default. */
export const post = method({ method: 'POST', body: 'form', query: [], mutates: true })

/** A POST that only reads: its input as JSON. */
export const postQuery = method({ method: 'POST', body: 'json', query: [], mutates: false })

/** A PUT with a JSON body. */
export const put = method({ method: 'PUT', body: 'json', query: [], mutates: true })

/** A POST for a page of rows: filter in the JSON body, paging in the query. */
export const postForRows = <In extends Paged, Row>(
  path: string,
  settings: Omit<CallSettings<In>, 'body' | 'query' | 'reply'> = {},
): Call<In, Row[]> => postQuery<In, Row[]>(path, { query: PAGING, reply: 'rows', ...settings })
