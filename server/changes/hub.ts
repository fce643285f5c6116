import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LiveKind } from '#contract/rows/changes.ts'
import { LIVE_LIST_NAMES, LIVE_LISTS } from '#contract/rows/liveLists.ts'
import { maySignIn } from '#contract/statuses.ts'
import { findActiveTokens, tokenHash } from '../auth/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { mayCall } from '../http/caller.ts'
import { callerOf } from '../http/serve.ts'
import { type MerchantRow, merchantsByNo, scopesOf, type VisibleMerchants } from '../merchants/merchants.ts'
import { Refusal } from '../refusal.ts'
import { SECOND } from '../wib.ts'
import { type Mark, numberChanges, readMarks } from './changes.ts'

/** Streams allowed per session. Browsers allow six connections per host (HTTP/1.1). */
const MAX_STREAMS_PER_SESSION = 4
const POLL_INTERVAL_MS = SECOND
// Polls between heartbeats. Proxies close connections that are idle for a minute. Permissions are refreshed at the same time.
const HEARTBEAT_POLLS = 15
/** Buffered bytes at which a client that does not read is disconnected. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** What an account may hear. */
interface View {
  scope: VisibleMerchants
  kinds: ReadonlySet<LiveKind>
}

interface Listener extends View {
  stream: Readable
  token: string
  merchantNo: string
}

/**
 * Notifies consoles of changes. Polls the marks of all watched merchants once a second, in one query for all listeners. Marks advance after the commit,
 * whichever gateway made the change, so an event never precedes its data. A client that missed events catches up by its mark.
 */
export function openHub({ db, clock, config }: Pick<Gateway, 'db' | 'clock' | 'config'>, onError: (error: Error) => void) {
  const listeners = new Set<Listener>()
  let marks = new Map<string, Mark>()
  let timer: NodeJS.Timeout | undefined
  let polls = 0
  let closed = false

  const watchedMerchants = (): readonly string[] | 'all' => {
    const scopes = [...listeners].map(({ scope }) => scope)
    return scopes.includes('all') ? 'all' : [...new Set(scopes.flat())]
  }

  async function poll(): Promise<void> {
    await closeExpired()
    await numberChanges(db, watchedMerchants())
    const now = await readMarks(db, watchedMerchants())
    const changes = now.flatMap((mark) => changedKinds(marks.get(mark.merchantNo), mark))
    marks = new Map(now.map((mark) => [mark.merchantNo, mark]))
    for (const listener of listeners) notify(listener, changes)
    if (++polls % HEARTBEAT_POLLS === 0) for (const { stream } of listeners) stream.push(': \n\n')
  }

  /** Ends streams of expired sessions and of accounts that may no longer sign in; refreshes the scope of the others. */
  async function closeExpired(): Promise<void> {
    const active = await findActiveTokens(
      db,
      [...listeners].map(({ token }) => token),
      { now: clock.now(), idleMinutes: config.sessionIdleMinutes },
    )
    for (const listener of listeners) {
      if (!active.has(tokenHash(listener.token)) || listener.stream.readableLength > MAX_BUFFERED_BYTES) end(listener)
    }
    if (polls % HEARTBEAT_POLLS === 0) await refreshViews()
  }

  /** Two statements for all listeners: events wait for it. */
  async function refreshViews(): Promise<void> {
    const all = [...listeners]
    const merchants = await merchantsByNo(db, [...new Set(all.map(({ merchantNo }) => merchantNo))])
    const views = await readViews(merchants.filter(maySignIn))
    for (const listener of all) {
      const view = views.get(listener.merchantNo)
      if (view === undefined) end(listener)
      else Object.assign(listener, view)
    }
  }

  /** What the accounts may hear, by their numbers. */
  async function readViews(merchants: readonly MerchantRow[]): Promise<ReadonlyMap<string, View>> {
    const scopes = await scopesOf(db, merchants)
    return new Map(
      merchants.map((merchant) => [
        merchant.merchantNo,
        { scope: scopes.get(merchant.merchantNo)!, kinds: visibleKinds(merchant) },
      ]),
    )
  }

  function end(listener: Listener): void {
    listeners.delete(listener)
    listener.stream.push(null)
  }

  /** Polls at an interval while there are listeners. Errors are reported and the poll is retried. */
  function schedulePoll(): void {
    timer = setTimeout(async () => {
      await poll().catch(onError)
      timer = undefined
      if (listeners.size > 0 && !closed) schedulePoll()
    }, POLL_INTERVAL_MS)
  }

  return {
    async listen(token: string, merchant: MerchantRow): Promise<Readable | null> {
      const view = (await readViews([merchant])).get(merchant.merchantNo)!
      // Baseline: changes after this point are reported, even before the first poll.
      for (const mark of await readMarks(db, view.scope)) if (!marks.has(mark.merchantNo)) marks.set(mark.merchantNo, mark)
      if ([...listeners].filter((one) => one.token === token).length >= MAX_STREAMS_PER_SESSION) return null
      const stream = new Readable({ read() {} })
      const listener: Listener = { stream, token, merchantNo: merchant.merchantNo, ...view }
      if (closed) stream.push(null)
      else listeners.add(listener)
      stream.once('close', () => listeners.delete(listener))
      // The first bytes tell the client that the stream is open.
      stream.push(': \n\n')
      if (listeners.size > 0 && timer === undefined) schedulePoll()
      return stream
    },
    close(): void {
      closed = true
      clearTimeout(timer)
      for (const listener of listeners) end(listener)
    },
  }
}

/** The kinds of change events the account receives: notices, and the kinds of the lists it may read. */
const visibleKinds = (merchant: MerchantRow): ReadonlySet<LiveKind> =>
  new Set(['notice', ...LIVE_LIST_NAMES.filter((list) => mayCall(merchant, calls[list])).map((list) => LIVE_LISTS[list])])

const KINDS: readonly LiveKind[] = ['payin', 'payout', 'record', 'notice']

const changedKinds = (before: Mark | undefined, now: Mark) =>
  KINDS.filter((kind) => now[kind] !== (before?.[kind] ?? '0')).map((kind) => ({ merchantNo: now.merchantNo, kind }))

/** Sends one event per poll and kind. Notices belong to a single account. */
function notify({ stream, merchantNo, scope, kinds }: Listener, changes: ReturnType<typeof changedKinds>): void {
  const visible = changes.filter(
    (one) =>
      kinds.has(one.kind) &&
      (one.kind === 'notice' ? one.merchantNo === merchantNo : scope === 'all' || scope.includes(one.merchantNo)),
  )
  for (const kind of new Set(visible.map(({ kind }) => kind))) stream.push(`data: ${kind}\n\n`)
}

const RETRY_AFTER_SECONDS = 30

/** The event stream that tells a console when to refresh. Not registered by `serve`: it is endless and has no HEAD. */
export function eventRoutes(app: FastifyInstance, gateway: Gateway): void {
  const hub = openHub(gateway, (err) => app.log.error({ err }, 'polling for changes failed'))
  app.addHook('preClose', async () => hub.close())
  const { method, path } = calls.events
  app.route({
    method,
    url: path,
    exposeHeadRoute: false,
    config: { call: calls.events },
    async handler(request, reply) {
      const { token, merchant } = callerOf(request)
      const stream = await hub.listen(token!, merchant)
      if (stream === null) throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: RETRY_AFTER_SECONDS })
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // Disables response buffering in proxies such as nginx.
        'x-accel-buffering': 'no',
        // The gateway waits for open connections when it stops, so the stream must not leave one behind.
        connection: 'close',
      })
      return reply.send(stream)
    },
  })
}
