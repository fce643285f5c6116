import type { AccountKind, Permission } from './authority.ts'
import { PAGING } from './paging.ts'

/** How a reply is read: its `item`, its rows with a paginator, the whole body, a file, events that come one by one, or nothing at all. */
export type ReplyKind = 'item' | 'rows' | 'body' | 'file' | 'events' | 'nothing'

/** One call of the gateway: where each field of its one flat input travels, and who may make it. */
export interface Call<In extends object, Out> {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Fields in it stand as `:name`. */
  readonly path: string
  /** Encoding of the fields that are neither in the path nor in the query. */
  readonly body: 'form' | 'json' | 'none'
  /** Fields that travel in the query; `all` for those of a GET. */
  readonly query: readonly (keyof In & string)[] | 'all'
  readonly reply: ReplyKind
  /** Account kinds that may call; `signedIn` is any of them, `guest` needs no session at all. */
  readonly callers: readonly AccountKind[] | 'signedIn' | 'guest'
  /** Needed beside the kind: this key, or any one of these. */
  readonly permission: Permission | readonly Permission[] | null
  /** Whether it changes anything; an account that may only look is refused. */
  readonly mutates: boolean
  /** It moves money, or what decides how money moves: it may carry an `Idempotency-Key`, under which it is done at most once. */
  readonly idempotent: boolean
  /** Whether a 401 ends the session on the console's side. */
  readonly endsSession: boolean
  /** Types only: what goes in and what comes out. */
  readonly input?: In
  readonly output?: Out
}

// biome-ignore lint/suspicious/noExplicitAny: the input is contravariant, so `unknown` would accept no call at all
export type AnyCall = Call<any, unknown>

export type InputOf<C extends AnyCall> = C extends Call<infer In, unknown> ? In : never
// biome-ignore lint/suspicious/noExplicitAny: as above
export type OutputOf<C extends AnyCall> = C extends Call<any, infer Out> ? Out : never

/** The input of a call that asks for nothing in particular. */
export type EmptyInput = Record<string, never>

type CallSettings<In extends object> = Partial<
  Pick<Call<In, unknown>, 'body' | 'query' | 'reply' | 'callers' | 'permission' | 'mutates' | 'idempotent' | 'endsSession'>
>

/** A GET; its fields travel in the query. */
export const get = <In extends object, Out>(path: string, settings: CallSettings<In> = {}): Call<In, Out> => ({
  method: 'GET',
  path,
  ...defaults<In>('none', 'all', false),
  ...settings,
})

/** A POST; form-encoded unless it says otherwise. One that asks for rows changes nothing. */
export const post = <In extends object, Out>(path: string, settings: CallSettings<In> = {}): Call<In, Out> => ({
  method: 'POST',
  path,
  ...defaults<In>('form', [], settings.reply !== 'rows'),
  ...settings,
})

/** A POST that asks for a page of rows: what they are like stands in its JSON, and where in the result in its address. */
export const postForRows = <In extends Paged, Row>(
  path: string,
  settings: Omit<CallSettings<In>, 'body' | 'query' | 'reply'> = {},
): Call<In, Row[]> => post<In, Row[]>(path, { body: 'json', query: PAGING, reply: 'rows', ...settings })

type Paged = { [Field in (typeof PAGING)[number]]?: unknown }

/** A PUT; JSON. */
export const put = <In extends object, Out>(path: string, settings: CallSettings<In> = {}): Call<In, Out> => ({
  method: 'PUT',
  path,
  ...defaults<In>('json', [], true),
  ...settings,
})

const defaults = <In extends object>(body: Call<In, unknown>['body'], query: Call<In, unknown>['query'], mutates: boolean) => ({
  body,
  query,
  reply: 'item' as const,
  callers: 'signedIn' as const,
  permission: null,
  mutates,
  idempotent: false,
  endsSession: true,
})
