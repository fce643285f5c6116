import { type Config, ConfigError } from './config.ts'

/** What to tell somebody whose gateway did not start: one line with what to do, where it is known. */
export function failureText(error: unknown, config: Config | undefined): string {
  const { code, message, stack, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (error instanceof ConfigError) return message
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Stop what uses it, or set PORT to another.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Set HOST to one it has, such as 127.0.0.1.`
    case 'EACCES':
      return port === undefined ? `${message}.` : `Port ${port} may not be used. Set PORT to one above 1023.`
  }
  if (LOCKED.test(message)) return message
  if (config?.backend.kind === 'postgres' && isConnection(code, message)) {
    const { host, pathname } = new URL(config.backend.url)
    return `PostgreSQL at ${host}${pathname} cannot be used: ${message || code}. Check DATABASE_URL.`
  }
  return stack ?? String(error)
}

const LOCKED = / (is in use|is being opened|was opened) by (another )?process/

const CONNECTION = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|28P01|28000|3D000|57P03)$/

const isConnection = (code: string | undefined, message: string): boolean =>
  CONNECTION.test(code ?? '') || message.startsWith('timeout exceeded') || message.startsWith('Connection terminated')
