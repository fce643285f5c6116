import { type DocumentedCall, documentedCall } from './documentedCalls.ts'
import { keepShape, parseShape, type Shape } from './shape.ts'

/** Where the rows of a list are. */
export type Container = 'item' | 'data.item' | 'data.list' | 'data'

/** A gateway in front of another one that lets only the documented calls and fields through. */
export interface ContractGateway {
  fetch: typeof fetch
  /** Requests outside of the documented calls: `GET /api/index/events`. They were answered 404. */
  undocumented: string[]
  /** Undocumented fields of requests, which were dropped: `POST /api/transaction/payin: callbackTo`. */
  undocumentedFields: string[]
  /** Texts of the replies since they were last cleared. */
  replies: string[]
}

const ERROR = parseShape('status error message fields* requestId')
/** Headers of replies that any gateway has. */
const HEADERS = ['content-type', 'content-disposition', 'cache-control', 'date', 'x-request-id', 'retry-after', 'allow']
const REQUEST_HEADERS = ['merchant-token', 'accept-language', 'content-type']

/** `send` reaches the gateway behind: within the process, or over HTTP. */
export function contractGateway(send: typeof fetch, { container = 'data.item' as Container } = {}): ContractGateway {
  const gateway: ContractGateway = { fetch: answer, undocumented: [], undocumentedFields: [], replies: [] }

  async function answer(input: string | URL | Request, { signal, ...init }: RequestInit = {}): Promise<Response> {
    // A request that is kept alive outlives its page.
    const ended = signal == null || init.keepalive === true ? {} : { signal }
    const request = new Request(absolute(input), { ...init, ...ended })
    const url = new URL(request.url)
    const asked = `${request.method} ${url.pathname}`
    const call = documentedCall(request.method, url.pathname)
    if (call === undefined) {
      gateway.undocumented.push(asked)
      return Response.json({ error: 'NOT_FOUND', message: 'There is no such call' }, { status: 404 })
    }
    const dropped = (field: string) => gateway.undocumentedFields.push(`${asked}: ${field}`)
    const body = documentedBody(await request.text(), request.headers.get('content-type') ?? '', call, dropped)
    const reply = await send(url.pathname + documentedFields(url.searchParams, call.query, dropped), {
      method: request.method,
      headers: pick(request.headers, REQUEST_HEADERS),
      ...(body === '' ? {} : { body }),
      ...ended,
    })
    return filtered(reply, call)
  }

  async function filtered(reply: Response, call: DocumentedCall): Promise<Response> {
    const head = { status: reply.status, statusText: reply.statusText, headers: pick(reply.headers, HEADERS) }
    if (reply.status === 204) return new Response(null, head)
    if (reply.ok && call.wrapping === 'file') return new Response(reply.body, head)
    const text = JSON.stringify(reply.ok ? documentedReply(await reply.json(), call) : keepShape(await reply.json(), ERROR))
    gateway.replies.push(text)
    return new Response(text, head)
  }

  function documentedReply(body: Record<string, unknown>, { wrapping, replies }: DocumentedCall): unknown {
    if (wrapping === 'body') return keepShape(body, replies)
    const { status, item, paginator, summary } = body
    const kept = keepShape(item, replies)
    if (wrapping === 'item') return { status, item: kept }
    const { totalCount } = paginator as { totalCount?: number }
    const sums = summary === undefined ? {} : { summary: keepShape(summary, replies) }
    const [outer = '', inner] = container.split('.')
    const total = totalCount === undefined ? {} : { totalCount }
    const list = inner === undefined ? { [outer]: kept, paginator } : { [outer]: { [inner]: kept, ...total } }
    return { status, ...list, ...sums }
  }

  return gateway
}

const absolute = (input: string | URL | Request): string | URL | Request =>
  typeof input === 'string' ? new URL(input, 'http://gateway.test') : input

const pick = (headers: Headers, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)!]] : [])))

type Dropped = (field: string) => void

function documentedFields(fields: URLSearchParams, shape: Shape, dropped: Dropped): string {
  const kept = new URLSearchParams()
  for (const [name, value] of fields) shape.has(name) ? kept.append(name, value) : dropped(name)
  return kept.size === 0 ? '' : `?${kept}`
}

function documentedBody(text: string, type: string, { body }: DocumentedCall, dropped: Dropped): string {
  if (text === '') return text
  if (type.startsWith('application/json')) return JSON.stringify(keepShape(JSON.parse(text), body, dropped))
  return documentedFields(new URLSearchParams(text), body, dropped).slice(1)
}
