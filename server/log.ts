import { type FastifyLoggerOptions, type FastifyRequest, LogController } from 'fastify'
import type { Config } from './config.ts'

/** Where log lines go, for tests that read them. */
export type LogStream = { write(line: string): void }

/** Structured lines without headers, bodies or query strings: those hold tokens, passwords and what people searched for. */
export const logOptions = (level: Config['logLevel'], stream?: LogStream): FastifyLoggerOptions & { stream?: LogStream } => ({
  level,
  serializers: {
    req: ({ method, url, ip }) => ({ method, path: pathOf(url), address: ip }),
    res: ({ statusCode }) => ({ statusCode }),
    err: errorLine,
  },
  ...(stream && { stream }),
})

/** One line a call, when it was answered. */
export class CallLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    err: Error | null | undefined,
    request: FastifyRequest,
    reply: Parameters<LogController['requestCompleted']>[2],
  ): void {
    const { method, url, caller, log } = request
    const line = {
      method,
      path: pathOf(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      merchantNo: caller?.merchant.merchantNo,
    }
    if (err) log.error({ ...line, err }, 'not answered')
    else log.info(line, 'answered')
  }
}

interface Failure extends Error {
  code?: string
  table?: string
  column?: string
  constraint?: string
}

/** What is told of an error: no details of the database's, which are whole rows and all that was sent. */
function errorLine({ name, message, stack, code, table, column, constraint, cause }: Failure): ErrorLine {
  const known = { type: name, message, stack: stack ?? '', ...(code !== undefined && { code }) }
  const where = { ...(table !== undefined && { table }), ...(column !== undefined && { column }) }
  const broken = { ...where, ...(constraint !== undefined && { constraint }) }
  return { ...known, ...broken, ...(cause instanceof Error && { cause: errorLine(cause) }) }
}

type ErrorLine = { type: string; message: string; stack: string; [more: string]: unknown }

const pathOf = (url: string): string => url.split('?')[0]!
