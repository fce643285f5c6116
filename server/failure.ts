import { type Config, ConfigError } from './config.ts'
import { DataFolderError } from './db/embedded/lock.ts'

export class ConsoleBuildError extends Error {}

/** What the database says about money disagrees. The message has a line for each fault. */
export class BooksError extends Error {}

/** The message for a failed start: one line with a remedy for known failures, the stack otherwise. */
export function failureText(error: unknown, config: Config | undefined): string {
  const { code, message, stack, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (error instanceof ConsoleBuildError) return `The console could not be built: ${message}`
  if (error instanceof ConfigError || error instanceof DataFolderError || error instanceof BooksError) return message
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the process that uses it, or set PORT to another port.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Set HOST to an address of this machine, such as 127.0.0.1.`
    case 'EACCES':
      return port === undefined ? `${message}.` : `No permission to use port ${port}. Set PORT to a port above 1023.`
  }
  if (config?.backend.kind === 'postgres') {
    const { host, pathname } = new URL(config.backend.url)
    const server = `PostgreSQL at ${host}${pathname}`
    if (isConnectionError(code, message)) return `${server} is not available: ${message || code}. Check DATABASE_URL.`
    const remedy = REMEDIES[code ?? '']
    if (remedy !== undefined) return `${server} refuses: ${message}. ${remedy}`
  }
  return stack ?? String(error)
}

/** By the codes of PostgreSQL. */
const REMEDIES: Readonly<Record<string, string>> = {
  '08P01': 'A pooler in between must work in session mode and pass on the settings of a connection.',
  25006: 'DATABASE_URL must name a server that can be written to, and no standby.',
  42501: 'The role must own the database, or have "create" on it and on its schema public.',
  53300: 'End other connections, or raise the limit of the server, the database or the role.',
}

const CONNECTION_ERRORS = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28P01|28000|3D000|57P03)$/

const isConnectionError = (code: string | undefined, message: string): boolean =>
  CONNECTION_ERRORS.test(code ?? '') || message.startsWith('timeout exceeded') || message.startsWith('Connection terminated')
