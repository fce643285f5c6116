import { type FastifyLoggerOptions, LogController } from 'fastify'
import type { Config } from './config.ts'

/** The destination of log lines. Tests use it to read the log. */
export type LogStream = { write(line: string): void }

/** Structured lines without headers, bodies and query strings, which contain tokens, passwords and search terms. */
export const logOptions = (level: Config['logLevel'], stream?: LogStream): FastifyLoggerOptions & { stream?: LogStream } => ({
  level,
  serializers: {
    req: ({ method, url, ip }) => ({ method, path: pathOf(url), address: ip }),
    res: ({ statusCode }) => ({ statusCode }),
    err: errorFields,
  },
  ...(stream && { stream }),
})

/** Logs one line per request, after the response was sent. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(...[err, request, reply]: Parameters<LogController['requestCompleted']>): void {
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

type LoggedError = Error & Partial<Record<'code' | 'table' | 'column' | 'constraint', string>>

/** The logged fields of an error. The `detail` of a database error is left out, because it contains row values. */
const errorFields = ({ name, message, stack = '', code, table, column, constraint, cause }: LoggedError): ErrorFields => ({
  type: name,
  message,
  stack,
  code,
  table,
  column,
  constraint,
  ...(cause instanceof Error && { cause: errorFields(cause) }),
})

type ErrorFields = { type: string; message: string; stack: string; [more: string]: unknown }

const pathOf = (url: string): string => url.split('?')[0]!
