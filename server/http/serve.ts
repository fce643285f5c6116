import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import { signedContent } from '../auth/signatureHeader.ts'
import type { ListSettings } from '../config.ts'
import { networkOf, plainAddress } from '../merchants/addresses.ts'
import { type Caller, callerLanguage, tokenOf, type Visitor } from './caller.ts'
import { BODY_LIMIT, GUEST_BODY_LIMIT } from './createApp.ts'
import { departureOf } from './departure.ts'
import type { Downloads } from './downloads.ts'
import { inputReader } from './input.ts'
import { type Page, type PageRequest, readPageRequest, wrapPage } from './lists.ts'
import type { Searches } from './searches.ts'

declare module 'fastify' {
  interface FastifyInstance {
    lists: ListSettings
    downloads: Downloads
    searches: Searches
  }
}

/** A shape that guarantees the row's input type. */
export type ShapeOf<Row extends AnyCall, Shape extends TSchema> = Shape & (Static<Shape> extends InputOf<Row> ? unknown : never)

/** Serves rows of the call table: authorizes the caller, validates the input, and replies in the row's format. */
const serveFor =
  <Who>(identify: (request: FastifyRequest) => Who) =>
  <Row extends AnyCall, Shape extends TSchema>(
    app: FastifyInstance,
    row: Row,
    shape: ShapeOf<Row, Shape>,
    handler: (input: InputOf<Row>, who: Who) => OutputOf<Row> | Promise<OutputOf<Row>>,
    limits: RouteLimits = {},
  ): void => {
    // A repeated request must not take effect twice.
    if (row.idempotent) throw new Error(`${row.path} takes effect once per key: serve it with a helper of http/money.ts.`)
    route(app, row, shape, async (input, request, reply) => send(reply, row, await handler(input, identify(request))), limits)
  }

export const serve = serveFor((request) => callerOf(request))

export const servePublic = serveFor((request) => visitorOf(request))

/** Serves a call that searches lists, as one of a limited number. */
export function serveSearch<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (input: InputOf<Row>, caller: Caller) => Promise<OutputOf<Row>>,
): void {
  route(app, row, shape, async (input, request, reply) =>
    send(reply, row, await inTurn(app, request, reply, (caller) => handler(input, caller))),
  )
}

const inTurn = <Result>(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  search: (caller: Caller) => Promise<Result>,
): Promise<Result> => {
  const caller = callerOf(request)
  return app.searches.run(caller.merchant.merchantNo, departureOf(reply), () => search(caller))
}

/** Serves a list, as one of a limited number. The handler gets the requested page and returns its rows with the total, when known. */
export function serveList<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (
    input: InputOf<Row>,
    caller: Caller,
    page: PageRequest,
  ) => Promise<Page<OutputOf<Row> extends (infer Item)[] ? Item : never>>,
): void {
  route(app, row, shape, async (input, request, reply) => {
    const page = readPageRequest(input, app.lists)
    const rows = await inTurn(app, request, reply, (caller) => handler(input, caller, page))
    return wrapPage(rows, page, app.lists)
  })
}

export interface FileDownload {
  name: string
  type: string
  headers?: Record<string, string>
  /** Opens the stream. It is destroyed when the client disconnects. */
  content: () => Readable
}

/** Serves a file download, as one of a limited number. HEAD replies with the headers without opening the file. */
export function serveFile<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (input: InputOf<Row>, caller: Caller) => Promise<FileDownload>,
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = read(request)
    const caller = callerOf(request)
    app.downloads.admit(reply.raw, caller.merchant.merchantNo)
    const { name, type, headers = {}, content } = await handler(input, caller)
    reply.headers({ ...headers, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    return reply.send(request.method === 'HEAD' ? undefined : content())
  }
  app.route({ method: ['GET', 'HEAD'], exposeHeadRoute: false, url: row.path, config: { call: row, shape }, handler: handle })
}

export interface RouteLimits {
  perMinute?: number
  body?: number
}

export function route<Row extends AnyCall>(
  app: FastifyInstance,
  row: Row,
  shape: TSchema,
  handler: (input: InputOf<Row>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { perMinute, body = row.callers === 'guest' ? GUEST_BODY_LIMIT : BODY_LIMIT }: RouteLimits = {},
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  const rateLimit = perMinute && { max: perMinute, keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip) }
  // A path that ends in a slash is served without it, too.
  for (const url of new Set([row.path, row.path.replace(/\/$/, '')])) {
    app.route({
      method: row.method,
      url,
      config: { call: row, shape, ...(rateLimit && { rateLimit }) },
      bodyLimit: body,
      handler: async (request, reply) => handler(read(request), request, reply),
    })
  }
}

export function send(reply: FastifyReply, { reply: kind }: AnyCall, result: unknown): unknown {
  if (kind === 'nothing') return reply.code(204).send()
  return kind === 'item' ? { status: 'ok', item: result } : result
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  token: tokenOf(request),
  language: callerLanguage(request),
  address: plainAddress(request.ip),
  signed: signedContent(request),
})

export const callerOf = (request: FastifyRequest): Caller => ({ ...visitorOf(request), merchant: request.caller!.merchant })
