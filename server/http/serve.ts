import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AnyCall, InputOf, OutputOf } from '#contract/call.ts'
import type { ListSettings } from '../config.ts'
import { networkOf, plainAddress } from '../merchants/addresses.ts'
import { type Caller, tokenOf, type Visitor } from './caller.ts'
import { inputReader } from './input.ts'
import { callerLanguage } from './language.ts'
import { type Page, type PageRequest, readPageRequest, wrapPage } from './lists.ts'

declare module 'fastify' {
  interface FastifyInstance {
    lists: ListSettings
  }
}

/** A shape that checks at least what the row promises the handler. */
export type ShapeOf<Row extends AnyCall, Shape extends TSchema> = Shape & (Static<Shape> extends InputOf<Row> ? unknown : never)

type Answer<Result> = Result | Promise<Result>

/** A route from a row of the call table: for whoever the row names, with input of the shape, answered as the row says. */
export function serve<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (input: InputOf<Row>, caller: Caller) => Answer<OutputOf<Row>>,
): void {
  refuseMoney(row)
  const read = inputReader<InputOf<Row>>(row, shape)
  route(app, row, async (request, reply) => send(reply, row, await handler(read(request), callerOf(request))))
}

/** A row that anybody may call. */
export function servePublic<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (input: InputOf<Row>, visitor: Visitor) => Answer<OutputOf<Row>>,
  limits: RouteLimits = {},
): void {
  refuseMoney(row)
  const read = inputReader<InputOf<Row>>(row, shape)
  route(app, row, async (request, reply) => send(reply, row, await handler(read(request), visitorOf(request))), limits)
}

/** What moves money must not be done twice because it was asked for twice, and is served by what sees to that. */
function refuseMoney({ idempotent: money, path }: AnyCall): void {
  if (money) throw new Error(`${path} moves money: serve it with http/money.ts.`)
}

/** A row of a list: the handler is told which page, and gives rows with what it knows of the total. */
export function serveList<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (
    input: InputOf<Row>,
    caller: Caller,
    wish: PageRequest,
  ) => Promise<Page<OutputOf<Row> extends (infer Item)[] ? Item : never>>,
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  route(app, row, async (request) => {
    const input = read(request)
    const wish = readPageRequest(input, app.lists)
    return wrapPage(await handler(input, callerOf(request), wish), wish, app.lists)
  })
}

export interface FileDownload {
  name: string
  type: string
  headers?: Record<string, string>
  /** Opened when it is wanted; destroyed when the client goes away. */
  content: () => Readable
}

/** A row that downloads a file. HEAD answers its headers without reading any of it. */
export function serveFile<Row extends AnyCall, Shape extends TSchema>(
  app: FastifyInstance,
  row: Row,
  shape: ShapeOf<Row, Shape>,
  handler: (input: InputOf<Row>, caller: Caller) => Promise<FileDownload>,
): void {
  const read = inputReader<InputOf<Row>>(row, shape)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { name, type, headers = {}, content } = await handler(read(request), callerOf(request))
    reply.headers({ ...headers, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    return reply.send(request.method === 'HEAD' ? undefined : content())
  }
  app.route({ method: ['GET', 'HEAD'], exposeHeadRoute: false, url: row.path, config: { call: row }, handler: answer })
}

/** Limits of a route that differ from the general ones. */
export interface RouteLimits {
  /** Calls a minute and address. */
  perMinute?: number
  /** Bytes. */
  body?: number
}

export function route(
  app: FastifyInstance,
  row: AnyCall,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { perMinute, body }: RouteLimits = {},
): void {
  const options: RouteShorthandOptions = {
    config: {
      call: row,
      ...(perMinute !== undefined && {
        rateLimit: { max: perMinute, keyGenerator: (request: FastifyRequest) => networkOf(request.ip) },
      }),
    },
    ...(body !== undefined && { bodyLimit: body }),
  }
  // A row whose path ends in a slash answers without it as well.
  const urls = row.path.endsWith('/') ? [row.path, row.path.slice(0, -1)] : [row.path]
  for (const url of urls) app.route({ ...options, method: row.method, url, handler })
}

export function send(reply: FastifyReply, { reply: kind }: AnyCall, result: unknown): unknown {
  if (kind === 'nothing') return reply.code(204).send()
  return kind === 'item' ? { status: 'ok', item: result } : result
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  token: tokenOf(request),
  language: callerLanguage(request),
  address: plainAddress(request.ip),
})

export const callerOf = (request: FastifyRequest): Caller => ({ ...visitorOf(request), merchant: request.caller!.merchant })
