import { createFetch } from 'ofetch'
import { type AnyCall, BACKGROUND_HEADER, type Call, MERCHANT_INFO, type Source } from '#contract/call.ts'
import { FEATURES_HEADER, type Feature, parseFeatures } from '#contract/features.ts'
import type { SystemConfig } from '#contract/rows/system.ts'
import { asBody } from './asBody.ts'
import { type Encoding, encodeBody, placeFields, withQuery } from './encode.ts'
import { Aborted, ApiError, applyErrorPolicy, type ErrorEffects, type ErrorPolicy, isUnknownCall } from './errors.ts'
import type { EventHandlers } from './events.ts'
import type { Page } from './page.ts'
import type { ReplyReader, ReplyReaders } from './readers/readReply.ts'
import type { Download, Progress } from './readFile.ts'
import type { Reply } from './reply.ts'
import { readReply, streamIn } from './response.ts'

const CALL_LIMIT_MS = 30_000
const FILE_LIMIT_MS = 120_000
// Three times the longest silence of the gateway's stream.
const SILENCE_MS = 45_000

interface RequestOptions extends ErrorPolicy {
  method?: 'GET' | 'POST' | 'PUT'
  body?: Readonly<Record<string, unknown>>
  /** Encoding of the body; `form` by default. */
  encoding?: Encoding
  /** Milliseconds. */
  limit?: number
  signal?: AbortSignal
  /** The screen does without it: nothing is shown where the gateway does not serve it. */
  optional?: boolean
  /** The caller reads the `status` in the body, which may be an error in a success. */
  readsStatus?: boolean
  /** The code of a refusal that the caller handles: it is not shown. */
  handles?: string
  /** Its reply names the gateway's features. */
  announces?: boolean
  /** The path of a call whose 401 may also say that the gateway does not serve it; null ends the session at once. */
  doubted?: string | null
  /** Polled, so it does not keep the session alive. */
  background?: boolean
  /** The gateway processes requests with the same key at most once. */
  idempotencyKey?: string
}

type Asked = [url: string, options: RequestOptions, query: Record<string, unknown>]

/** Options of a single call that override its definition. */
export type CallOptions = Pick<
  RequestOptions,
  'redirects' | 'quiet' | 'optional' | 'handles' | 'limit' | 'signal' | 'logout' | 'doubted' | 'idempotencyKey' | 'background'
>

export type Api = ReturnType<typeof createApi>

interface ApiHost {
  fetch: typeof fetch
  /** The origin that serves this console. */
  origin: string
  /** Throws `Aborted` when another tab has replaced the session. */
  token(): string | null
  /** The language tag for Accept-Language. */
  language(): string
  features: { has(feature: Feature): boolean; announce(names: readonly string[]): void }
  systemConfig(): Pick<SystemConfig['systemConfig'], 'mapsHosts'> | null
  clock: { now(): number; compare(gateway: number, sent: number): void }
  newIdempotencyKey(): string
  /** The message of a failure that the gateway does not explain. */
  failureText(code: 'NETWORK_ERROR' | 'TIMEOUT' | 'NOT_SERVED'): string
  effects: ErrorEffects
}

/** The only client of the gateway: it alone builds URLs and reads replies. */
export function createApi(host: ApiHost) {
  const { clock } = host
  const ofetch = createFetch({ fetch: host.fetch })
  let skew = 0
  /** Paths that the gateway answers with 401 although the session is valid. */
  const unserved = new Set<string>()
  let asking: Promise<boolean | null> | null = null
  let readers: ReplyReaders | null = null
  const loaded = Promise.withResolvers<ReplyReaders>()

  async function send(url: string, options: RequestOptions, query: Readonly<Record<string, unknown>>) {
    const { method = 'GET', body, encoding = 'form', signal, idempotencyKey: once } = options
    const { headers: contentType, ...sent } = encodeBody(method, encoding, body ?? {})
    const token = goesToGateway(url) ? host.token() : null
    const sentAt = clock.now()
    const response = await ofetch.raw(withQuery(url, query), {
      method,
      headers: {
        'Accept-Language': host.language(),
        ...(token === null ? {} : { 'merchant-token': token }),
        ...contentType,
        ...(once === undefined ? {} : { 'Idempotency-Key': once }),
        ...(options.background ? { [BACKGROUND_HEADER]: '1' } : {}),
      },
      ...sent,
      credentials: 'include',
      // No automatic retries: a repeated GET would hide trouble, a repeated POST could move money twice.
      retry: false,
      ...(signal === undefined ? {} : { signal }),
      ignoreResponseError: true,
      responseType: 'stream',
    })
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) {
      clock.compare(date, sentAt)
      skew = date - clock.now()
    }
    if (options.announces === true && response.ok) host.features.announce(parseFeatures(response.headers.get(FEATURES_HEADER)))
    return response
  }

  /** The token is sent to the gateway only, not to a maps service or any other host. */
  function goesToGateway(url: string): boolean {
    const { origin, host: name } = new URL(url, host.origin)
    return origin === host.origin && !(host.systemConfig()?.mapsHosts ?? []).includes(name)
  }

  const notServed = () => new ApiError(host.failureText('NOT_SERVED'), { status: 404, code: 'NOT_SERVED' })

  /** Asks for the caller's merchant, once for all calls that doubt. Null when no answer tells. */
  function isSessionOver(): Promise<boolean | null> {
    asking ??= read(MERCHANT_INFO, {})
      .then(
        () => false,
        (cause: unknown) => (cause instanceof ApiError && cause.status === 401 ? true : null),
      )
      .finally(() => {
        asking = null
      })
    return asking
  }

  /** A 401 that may also say that the gateway does not serve the path. */
  async function failDoubted(cause: ApiError, doubted: string, options: RequestOptions): Promise<never> {
    const isOver = await isSessionOver()
    if (isOver === null) throw cause
    if (!isOver) unserved.add(doubted)
    return fail(isOver ? cause : notServed(), { ...options, doubted: null })
  }

  /** Converts a failure to an error, applies the error policy, and throws it. */
  function fail(cause: unknown, options: RequestOptions): Promise<never> {
    const { doubted = null, logout } = options
    if (doubted !== null && logout === true && cause instanceof ApiError && cause.status === 401) {
      return failDoubted(cause, doubted, options)
    }
    const isAnswered = cause instanceof ApiError
    if (cause instanceof Aborted) throw cause
    if (!isAnswered && options.signal?.aborted === true) throw new Aborted()
    const code = isTimeout(cause) ? 'TIMEOUT' : 'NETWORK_ERROR'
    const error = isAnswered ? cause : new ApiError(host.failureText(code), { status: 0, code })
    const quiet =
      options.quiet === true || error.code === options.handles || (options.optional === true && isUnknownCall(error))
    applyErrorPolicy(error, { ...options, quiet }, host.effects)
    throw error
  }

  /** Does the work within the time limit of the options. */
  async function inTime<Result>(options: RequestOptions, work: (limited: RequestOptions) => Promise<Result>): Promise<Result> {
    const late = new AbortController()
    const { limit = CALL_LIMIT_MS, signal = late.signal } = options
    const timer = setTimeout(() => late.abort(Object.assign(new Error(), { name: 'TimeoutError' })), limit)
    try {
      // The limit of ofetch has no effect beside a signal.
      return await work({ ...options, signal: AbortSignal.any([signal, late.signal]) })
    } finally {
      clearTimeout(timer)
    }
  }

  /** The reply, without the error policy. The limit includes the body: a connection may fall silent at any time. */
  const read = (url: string, options: RequestOptions, query = {}): Promise<Reply> =>
    inTime(options, async (limited) => readReply(await send(url, limited, query), url, options.readsStatus))

  async function request(url: string, options: RequestOptions = {}, query = {}): Promise<Reply> {
    try {
      return await read(url, options, query)
    } catch (cause) {
      return fail(cause, options)
    }
  }

  const readerOf = async (call: AnyCall): Promise<ReplyReader> => (readers ?? (await loaded.promise))(call)

  /**
   * What a reader finds in the reply to a call; a reply without it is a failure. The request is sent while the reader loads, but no
   * change whose reply could not be read.
   */
  async function ask<Found>(call: AnyCall, asked: Asked, find: (reader: ReplyReader, reply: Reply) => unknown): Promise<Found> {
    const loading = readerOf(call)
    // Awaited once the reply is here.
    loading.catch(() => {})
    const reader = () => loading.catch((cause) => fail(cause, asked[1]))
    if (call.mutates) await reader()
    const reply = await request(...asked)
    const found = find(await reader(), reply)
    if (found !== undefined) return found as Found
    const { status, data } = reply
    // The message of a change may say that it was made.
    const { message, msg = message } = (call.mutates ? null : asBody(data)) ?? {}
    return fail(new ApiError(String(msg || `Server response ${status}`), { status, code: 'UNREADABLE' }), asked[1])
  }

  function requestOf(call: AnyCall, input: object, options: CallOptions): Asked {
    const { path, query, fields, encoding } = placeFields(call, input)
    if (isFeature(call.source) && !host.features.has(call.source))
      throw new ApiError('', { status: 404, code: 'NOT_ANNOUNCED' })
    if (unserved.has(call.path)) throw notServed()
    const { method, announces } = call
    const doubted = isCertain(call) ? null : call.path
    const outcome = { logout: call.endsSession, doubted, money: call.idempotent }
    const readsStatus = call.callers === 'guest'
    const defaults = { method, body: fields, encoding, announces, readsStatus, ...outcome } as const
    return [path, { ...defaults, ...options }, query]
  }

  return {
    /** Whether the gateway has announced a feature. */
    has: (feature: Feature) => host.features.has(feature),
    /** Requests any address, the way every call is made. `query` is merged into the URL. */
    request,
    async call<In extends object, Out>(call: Call<In, Out>, input: In, options: CallOptions = {}): Promise<Out> {
      const asked = requestOf(call, input, options)
      // The replies before sign-in are few, and read by the machines of the session.
      if (call.callers === 'guest') return (await request(...asked)).data as Out
      return ask(call, asked, (reader, { data }) => reader.item(input, data))
    },
    async rows<In extends object, Row>(call: Call<In, Row[]>, input: In, options: CallOptions = {}): Promise<Page<Row>> {
      return ask(call, requestOf(call, input, options), (reader, reply) => reader.page(input, reply))
    },
    /** The bytes of a reply, for a reader elsewhere: a long list takes longer to read than the page has between two frames. */
    async bytes<In extends object>(call: Call<In, unknown>, input: In, options: CallOptions = {}): Promise<ArrayBuffer> {
      const [path, asked, query] = requestOf(call, input, options)
      try {
        return await inTime(asked, async (limited) => {
          const response = await send(path, limited, query)
          await streamIn(response, path, (type) => !type.includes('html'))
          return response.arrayBuffer()
        })
      } catch (cause) {
        return fail(cause, asked)
      }
    },
    /** Hands over the readers of replies, which guests do without. Calls of a signed-in user wait for them. */
    readWith(loadedReaders: ReplyReaders) {
      readers = loadedReaders
      loaded.resolve(loadedReaders)
    },
    async download<In extends object>(
      call: Call<In, Blob>,
      input: In,
      options: CallOptions = {},
      progress: Progress = () => {},
    ): Promise<Download> {
      const [path, asked, query] = requestOf(call, input, { limit: FILE_LIMIT_MS, ...options })
      try {
        // The limit is for the first byte: a long file may take longer, as long as bytes arrive.
        const response = await inTime(asked, (limited) => send(path, limited, query))
        const content = await streamIn(response, path, (type) => !/json|html/.test(type))
        const { readFile } = await import('./readFile.ts')
        return await readFile(content, response.headers, progress)
      } catch (cause) {
        return fail(cause, asked)
      }
    },
    /** Listens to an event stream until it ends or is aborted. Errors are not shown. */
    async listen<In extends object>(call: Call<In, unknown>, input: In, heard: EventHandlers, signal: AbortSignal) {
      // A stream has no end, so it has no time limit.
      const [path, asked, query] = requestOf(call, input, { quiet: true, signal })
      try {
        // Loaded on demand: guests have no stream and should not wait for it.
        const { readEvents } = await import('./events.ts')
        const response = await send(path, asked, query)
        const content = await streamIn(response, path, (type) => type.startsWith('text/event-stream'))
        await readEvents(content, heard, { silence: SILENCE_MS, signal })
      } catch (cause) {
        await fail(cause, asked)
      }
    },
    /** The gateway's clock as of its last answer, so that a wrong local clock does not invalidate a signature. Milliseconds. */
    serverNow: () => clock.now() + skew,
    newIdempotencyKey: host.newIdempotencyKey,
  }
}

const DOCUMENTED: ReadonlySet<Source> = new Set<Source>(['specification', 'contract', 'operations'])

const isFeature = (source: Source): source is Feature => !DOCUMENTED.has(source)

/** Whether a 401 surely ends the session: every gateway serves the call, and only a user's act makes it. */
const isCertain = ({ path, source, mutates }: AnyCall): boolean =>
  path === MERCHANT_INFO || (source === 'specification' && mutates)

const isTimeout = (cause: unknown): boolean =>
  cause instanceof Error && (cause.name === 'TimeoutError' || isTimeout(cause.cause) || /timed?[ -]?out/i.test(cause.message))
