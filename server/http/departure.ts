import type { FastifyReply } from 'fastify'

/** Aborted when the client leaves before it has its reply. */
export function departureOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.destroyed) left.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}
