import { createFetch, type FetchResponse } from 'ofetch'
import type { AnyCall, Call } from '#contract/call.ts'
import type { SystemConfig } from '#contract/rows/system.ts'
import { formBody, placeFields, withQuery } from './encode.ts'
import { Aborted, ApiError, errorOf } from './errors.ts'
import type { EventHandlers } from './events.ts'
import { applyErrorPolicy, type ErrorEffects } from './policy.ts'
import { type Page, type Reply, readJson, toPage, unwrapReply } from './reply.ts'

const CALL_LIMIT_MS = 30_000
const FILE_LIMIT_MS = 120_000
// Three times as long as the gateway is ever silent.
const SILENCE_MS = 45_000

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT'
  body?: Readonly<Record<string, unknown>>
  /** Encoding of the body; a form unless it says otherwise. */
  encoding?: 'form' | 'json'
  logout?: boolean
  redirects?: boolean
  /** What fails is not shown: background polls, the courtesy call at sign-out, what its caller says in its own place. */
  quiet?: boolean
  /** What it does moves money. */
  money?: boolean
  /** Milliseconds. */
  limit?: number
  signal?: AbortSignal
  /** A name under which the gateway does this at most once, however often it is asked. */
  idempotencyKey?: string
}

/** How one call may be made differently from what its row says. */
export type CallOptions = Pick<RequestOptions, 'redirects' | 'quiet' | 'limit' | 'signal' | 'logout' | 'idempotencyKey'>

/** A file as it arrived. */
export interface Download {
  blob: Blob
  /** From Content-Disposition. */
  name: string | null
}

/** Rows that have arrived so far and rows in all, where the gateway says how many. */
export type Progress = (done: number, all: number | null) => void

export interface Api {
  /** Any address, the way every call is made. The third argument goes into the query. */
  request(url: string, options?: RequestOptions, query?: Readonly<Record<string, unknown>>): Promise<Reply>
  call<In extends object, Out>(call: Call<In, Out>, input: In, options?: CallOptions): Promise<Out>
  rows<In extends object, Row>(call: Call<In, Row[]>, input: In, options?: CallOptions): Promise<Page<Row>>
  download<In extends object>(call: Call<In, Blob>, input: In, options?: CallOptions, progress?: Progress): Promise<Download>
  /** Listens to a stream of events until it ends, or is no longer wanted. What fails is shown to nobody. */
  listen<In extends object>(call: Call<In, unknown>, input: In, heard: EventHandlers, signal: AbortSignal): Promise<void>
  /** The gateway's clock, by its last answer; a wrong clock here must not spoil a signature. Milliseconds. */
  serverNow(): number
  /** A new name for something that is to be done once. */
  newIdempotencyKey(): string
}

export interface ApiHost {
  fetch: typeof fetch
  /** Where this console is served from. */
  origin: string
  token(): string | null
  /** Language tag for Accept-Language. */
  language(): string
  systemConfig(): SystemConfig['systemConfig'] | null
  now(): number
  /** A text that nobody else makes. */
  newKey(): string
  /** Text for a call that got no answer. */
  noAnswer(code: 'NETWORK_ERROR' | 'TIMEOUT'): string
  effects: ErrorEffects
}

/** The one client of the gateway. Nobody else writes an address or reads a reply. */
export function createApi(host: ApiHost): Api {
  const ofetch = createFetch({ fetch: host.fetch })
  let skew = 0

  async function send(url: string, options: RequestOptions, query: Readonly<Record<string, unknown>>) {
    const { method = 'GET', body, encoding = 'form', limit = CALL_LIMIT_MS, signal, idempotencyKey: once } = options
    const sent = method === 'GET' ? undefined : encoding === 'json' ? JSON.stringify(body ?? {}) : formBody(body ?? {})
    const response = await ofetch.raw(withQuery(url, query), {
      method,
      headers: {
        ...headersFor(url, sent === undefined ? null : encoding),
        ...(once === undefined ? {} : { 'Idempotency-Key': once }),
      },
      ...(sent === undefined ? {} : { body: sent }),
      credentials: 'include',
      // Never by itself: a GET that is repeated behind the user's back hides trouble, a POST may move money twice.
      retry: false,
      timeout: limit,
      ...(signal === undefined ? {} : { signal }),
      ignoreResponseError: true,
      responseType: 'stream',
    })
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) skew = date - host.now()
    return response
  }

  function headersFor(url: string, encoding: 'form' | 'json' | null): Record<string, string> {
    const token = goesToGateway(url) ? host.token() : null
    return {
      'Accept-Language': host.language(),
      ...(token === null ? {} : { 'merchant-token': token }),
      ...(encoding === null ? {} : { 'Content-Type': CONTENT_TYPE[encoding] }),
    }
  }

  /** The token is for the gateway alone: not for a maps service, nor for any other host. */
  function goesToGateway(url: string): boolean {
    const { origin, host: name } = new URL(url, host.origin)
    return origin === host.origin && !(host.systemConfig()?.mapsHosts ?? []).includes(name)
  }

  /** Turns whatever went wrong into an error, does what the policy says, and throws it. */
  function fail(cause: unknown, options: RequestOptions): never {
    const error = asApiError(cause, options.signal)
    if (error instanceof ApiError) {
      const { logout = false, redirects = false, quiet = false, money = false } = options
      applyErrorPolicy(error, { logout, redirects, quiet, money }, host.effects)
    }
    throw error
  }

  function asApiError(cause: unknown, signal: AbortSignal | undefined): ApiError | Aborted {
    if (cause instanceof ApiError) return cause
    if (signal?.aborted === true) return new Aborted()
    const code = isTimeout(cause) ? 'TIMEOUT' : 'NETWORK_ERROR'
    return new ApiError(host.noAnswer(code), { status: 0, code })
  }

  async function request(url: string, options: RequestOptions = {}, query = {}): Promise<Reply> {
    try {
      const response = await send(url, options, query)
      return await readReply(response, url)
    } catch (cause) {
      return fail(cause, options)
    }
  }

  const optionsOf = (call: AnyCall, fields: Record<string, unknown>, options: CallOptions): RequestOptions => ({
    method: call.method,
    body: fields,
    encoding: call.body === 'json' ? 'json' : 'form',
    logout: call.endsSession,
    money: call.idempotent,
    ...options,
  })

  function make(call: AnyCall, input: object, options: CallOptions): Promise<Reply> {
    const { path, query, fields } = placeFields(call, input)
    return request(path, optionsOf(call, fields, options), query)
  }

  return {
    request,
    async call<In extends object, Out>(call: Call<In, Out>, input: In, options: CallOptions = {}) {
      return (await make(call, input, options)).data as Out
    },
    async rows<In extends object, Row>(call: Call<In, Row[]>, input: In, options: CallOptions = {}) {
      return toPage<Row>(await make(call, input, options))
    },
    async download(call, input, options = {}, progress = () => {}) {
      const { path, query, fields } = placeFields(call, input)
      const asked = optionsOf(call, fields, { limit: FILE_LIMIT_MS, ...options })
      try {
        return await readFile(await send(path, asked, query), path, progress)
      } catch (cause) {
        return fail(cause, asked)
      }
    },
    async listen(call, input, heard, signal) {
      const { path, query, fields } = placeFields(call, input)
      // It has no end, so that nothing limits how long it takes.
      const asked = optionsOf(call, fields, { limit: 0, quiet: true, signal })
      try {
        // A guest, who waits for this file, listens to nothing.
        const { readEvents } = await import('./events.ts')
        const response = await send(path, asked, query)
        if (!response.ok || !isEvents(response)) {
          await readReply(response, path)
          throw errorFrom(response, null)
        }
        await readEvents(streamOf(response), heard, { silence: SILENCE_MS, signal })
      } catch (cause) {
        fail(cause, asked)
      }
    },
    serverNow: () => host.now() + skew,
    newIdempotencyKey: host.newKey,
  }
}

const isEvents = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith('text/event-stream') === true

const CONTENT_TYPE = {
  form: 'application/x-www-form-urlencoded;charset=UTF-8',
  json: 'application/json;charset=UTF-8',
}

const isTimeout = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'TimeoutError' || isTimeout(cause.cause) || /timed?[ -]?out/i.test(cause.message))

const LOGIN = '/api/auth/login'

async function readReply(response: FetchResponse<unknown>, url: string): Promise<Reply> {
  const read = readJson(await textOf(response))
  if (!response.ok) throw errorFrom(response, read?.body)
  if (read !== null) return unwrapReply(response.status, read.body)
  // A page where an answer should be, after a redirect: somebody's login page. The session is gone.
  const status = response.redirected && !url.startsWith(LOGIN) ? 401 : response.status
  throw errorOf({ status, statusText: response.statusText, body: null, retryAfter: null, isRedirected: response.redirected })
}

const errorFrom = (response: Response, body: unknown): ApiError =>
  errorOf({
    status: response.status,
    statusText: response.statusText,
    body,
    retryAfter: response.headers.get('retry-after'),
    isRedirected: response.redirected,
  })

const streamOf = (response: FetchResponse<unknown>): ReadableStream<Uint8Array> =>
  (response._data as ReadableStream<Uint8Array> | null | undefined) ??
  new ReadableStream({ start: (controller) => controller.close() })

const textOf = (response: FetchResponse<unknown>): Promise<string> => new Response(streamOf(response) as BodyInit).text()

const NEW_LINE = 10

/** A file is only what says it is one: JSON is an error in disguise. Rows are counted by their line ends as they arrive. */
async function readFile(response: FetchResponse<unknown>, url: string, progress: Progress): Promise<Download> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || type.includes('json') || type.includes('html')) {
    await readReply(response, url)
    throw errorFrom(response, null)
  }
  const all = Number(response.headers.get('x-row-count') ?? Number.NaN)
  const chunks: Uint8Array[] = []
  let lines = 0
  // By its reader: not every browser can walk over a stream.
  const reader = streamOf(response).getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value)
    for (const byte of read.value) if (byte === NEW_LINE) lines++
    progress(Math.max(0, lines - 1), Number.isNaN(all) ? null : all)
  }
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null
  return { blob: new Blob(chunks as BlobPart[], { type }), name }
}
