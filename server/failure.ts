import { type Config, ConfigError } from './config.ts'
import { DataFolderError } from './db/embedded/lock.ts'

export class ConsoleBuildError extends Error {}

/** The message for a failed start: one line with a remedy for known failures, the stack otherwise. */
export function failureText(error: unknown, config: Config | undefined): string {
  const { code, message, stack, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (error instanceof ConsoleBuildError) return `The console could not be built: ${message}`
  if (error instanceof ConfigError || error instanceof DataFolderError) return message
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the process that uses it, or set PORT to another port.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Set HOST to an address of this machine, such as 127.0.0.1.`
    case 'EACCES':
      return port === undefined ? `${message}.` : `No permission to use port ${port}. Set PORT to a port above 1023.`
  }
  if (config?.backend.kind === 'postgres' && isConnectionError(code, message)) {
    const { host, pathname } = new URL(config.backend.url)
    return `PostgreSQL at ${host}${pathname} is not available: ${message || code}. Check DATABASE_URL.`
  }
  return stack ?? String(error)
}

const CONNECTION_ERRORS = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28P01|28000|3D000|57P03)$/

const isConnectionError = (code: string | undefined, message: string): boolean =>
  CONNECTION_ERRORS.test(code ?? '') || message.startsWith('timeout exceeded') || message.startsWith('Connection terminated')
