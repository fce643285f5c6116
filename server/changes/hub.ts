import { Readable } from 'node:stream'
import type { LiveKind } from '#contract/rows.ts'
import { findActiveTokens, tokenHash } from '../auth/sessions.ts'
import type { Gateway } from '../gateway.ts'
import { maySignIn } from '../merchants/merchantStatus.ts'
import { type MerchantRow, merchantByNo, scopeOf } from '../merchants/merchants.ts'
import { SECOND } from '../wib.ts'
import { type KindMark, readKindMarks } from './changeQueries.ts'
import { numberChanges } from './changes.ts'
import { visibleKinds } from './visibleKinds.ts'

/** As many consoles of one session may listen; a browser lets a page have six connections. */
const MOST_OF_A_SESSION = 4
const LOOK_EVERY_MS = SECOND
// Proxies cut what is silent for a minute, and so does who looks after rights that were taken away meanwhile.
const BEAT_EVERY = 15
/** Who does not read what he asked for is let go. */
const MOST_UNREAD = 64 * 1024

interface Listener {
  stream: Readable
  token: string
  merchantNo: string
  scope: readonly string[] | 'all'
  kinds: ReadonlySet<LiveKind>
}

/** Tells consoles that something happened. */
export interface Hub {
  /** A stream of events for the session; null when it has enough of them. */
  listen(token: string, merchant: MerchantRow): Promise<Readable | null>
  close(): void
}

/**
 * One look a second at the marks of all merchants whose consoles listen here, for all of them together. Marks move after
 * the commit, whichever gateway made the change, so an event never comes too early, and who missed one asks from his mark.
 */
export function openHub({ db, clock, config }: Gateway, failed: (error: Error) => void): Hub {
  const listeners = new Set<Listener>()
  let marks = new Map<string, KindMark>()
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let closed = false

  const watched = (): readonly string[] | 'all' => {
    const scopes = [...listeners].map(({ scope }) => scope)
    return scopes.includes('all') ? 'all' : [...new Set(scopes.flat())]
  }

  const readMarks = async () =>
    new Map((await readKindMarks(db, watched())).map((mark): [string, KindMark] => [mark.merchantNo, mark]))

  async function look(): Promise<void> {
    await letGo()
    await numberChanges(db, watched())
    const now = await readMarks()
    const moved = [...now.values()].flatMap((mark) => movedKinds(marks.get(mark.merchantNo), mark))
    marks = now
    for (const listener of listeners) tell(listener, moved)
    if (++looks % BEAT_EVERY === 0) for (const { stream } of listeners) stream.push(': \n\n')
  }

  /** Ends the streams of sessions that are over, and of who may no longer look; whose view has changed looks with the new one. */
  async function letGo(): Promise<void> {
    const alive = await findActiveTokens(
      db,
      [...listeners].map(({ token }) => token),
      { now: clock.now(), idleMinutes: config.sessionIdleMinutes },
    )
    for (const listener of listeners) {
      if (!alive.has(tokenHash(listener.token)) || listener.stream.readableLength > MOST_UNREAD) end(listener)
      else if (looks % BEAT_EVERY === 0) await see(listener)
    }
  }

  async function see(listener: Listener): Promise<void> {
    const merchant = await merchantByNo(db, listener.merchantNo)
    if (merchant === undefined || !maySignIn(merchant)) return end(listener)
    Object.assign(listener, await viewOf(merchant))
  }

  const viewOf = async (merchant: MerchantRow) => ({
    scope: await scopeOf(db, merchant),
    kinds: visibleKinds(merchant),
  })

  function end(listener: Listener): void {
    listeners.delete(listener)
    listener.stream.push(null)
  }

  /** Looks again a moment after the last look, for as long as somebody listens. What goes wrong is tried again. */
  function schedule(): void {
    timer = setTimeout(async () => {
      await look().catch(failed)
      timer = undefined
      if (listeners.size > 0 && !closed) schedule()
    }, LOOK_EVERY_MS)
  }

  return {
    async listen(token, merchant) {
      const view = await viewOf(merchant)
      // What moves from here on is told, be it before the first look.
      for (const mark of await readKindMarks(db, view.scope)) if (!marks.has(mark.merchantNo)) marks.set(mark.merchantNo, mark)
      if ([...listeners].filter((one) => one.token === token).length >= MOST_OF_A_SESSION) return null
      const stream = new Readable({ read() {} })
      const listener: Listener = { stream, token, merchantNo: merchant.merchantNo, ...view }
      if (closed) stream.push(null)
      else listeners.add(listener)
      stream.once('close', () => listeners.delete(listener))
      // So that whoever asked knows at once that he is heard.
      stream.push(': \n\n')
      if (listeners.size > 0 && timer === undefined) schedule()
      return stream
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const listener of listeners) end(listener)
    },
  }
}

const KINDS: readonly LiveKind[] = ['payin', 'payout', 'record', 'notice']

interface Moved {
  merchantNo: string
  kind: LiveKind
}

const movedKinds = (before: KindMark | undefined, now: KindMark): Moved[] =>
  KINDS.filter((kind) => now[kind] !== (before?.[kind] ?? '0')).map((kind) => ({ merchantNo: now.merchantNo, kind }))

/** One event a look and kind. Notices are an account's own. */
function tell({ stream, merchantNo, scope, kinds }: Listener, moved: readonly Moved[]): void {
  const seen = moved.filter(
    (one) =>
      kinds.has(one.kind) &&
      (one.kind === 'notice' ? one.merchantNo === merchantNo : scope === 'all' || scope.includes(one.merchantNo)),
  )
  for (const kind of new Set(seen.map(({ kind }) => kind))) stream.push(`data: ${kind}\n\n`)
}
