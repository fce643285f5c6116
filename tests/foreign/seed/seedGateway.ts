import { setTimeout as delay } from 'node:timers/promises'
import { type Ask, type Handler, refuse, toResponse } from './answers.ts'
import { createData, type Row } from './data.ts'
import { moneyCalls, type Outcome } from './money.ts'
import { orderCalls } from './orders.ts'
import { createSessions } from './session.ts'
import { settingsCalls } from './settings.ts'
import { type Switches, USUAL } from './switches.ts'

/** A gateway of another provider, in memory: it knows the paths and fields that the specification names, and no others. */
export interface SeedGateway {
  fetch: typeof fetch
  switches: Switches
  /** How the next money calls end. */
  outcome: Outcome
  /** What was asked for, and with which fields. */
  asked: { call: string; fields: Row }[]
  /** Texts of the replies. */
  replies: string[]
  data: ReturnType<typeof createData>
  /** Ends all sessions. */
  endSessions(): void
}

const GUEST_CALLS = new Set(['POST /api/auth/login', 'POST /api/auth/login/otp'])

export function seedGateway(switches: Switches = USUAL, now = Date.now()): SeedGateway {
  const data = createData(switches, now)
  const sessions = createSessions(switches)
  const calls: Record<string, Handler> = {
    ...sessions.calls,
    ...orderCalls(data),
    ...moneyCalls(data, switches, () => gateway.outcome),
    ...settingsCalls(data, switches, now),
  }
  const patterns = Object.keys(calls)
    .filter((call) => call.endsWith('/{id}'))
    .map((call) => [call, call.slice(0, -'{id}'.length)] as const)

  function handlerOf(call: string): { handle: Handler; id: string } | null {
    const exact = calls[call]
    if (exact !== undefined) return { handle: exact, id: '' }
    const [pattern, start] =
      patterns.find(([, start]) => call.startsWith(start) && !call.slice(start.length).includes('/')) ?? []
    return pattern === undefined ? null : { handle: calls[pattern]!, id: decodeURIComponent(call.slice(start!.length)) }
  }

  function answerTo(call: string, ask: Ask) {
    const found = handlerOf(call)
    if (found === null) return refuse(switches.unknownPaths, 'NO_SUCH_PATH', 'No such path')
    if (!GUEST_CALLS.has(call) && !sessions.holds(ask.token)) return refuse(401, 'NO_SESSION', 'Sign in')
    return found.handle({ ...ask, id: found.id })
  }

  async function answer(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const request = new Request(typeof input === 'string' ? new URL(input, 'http://gateway.test') : input, init)
    const ask = await read(request)
    const call = `${ask.method} ${ask.path}`
    gateway.asked.push({ call, fields: { ...ask.query, ...ask.body } })
    if (switches.delay > 0) await delay(switches.delay)
    request.signal.throwIfAborted()
    const reply = toResponse(answerTo(call, ask), ask, switches)
    gateway.replies.push(await reply.clone().text())
    return reply
  }

  const gateway: SeedGateway = {
    fetch: answer,
    switches,
    outcome: 'success',
    asked: [],
    replies: [],
    data,
    endSessions: sessions.end,
  }
  return gateway
}

async function read(request: Request): Promise<Ask> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true
  return {
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === '' ? {} : isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
    token: request.headers.get('merchant-token'),
    id: '',
  }
}
