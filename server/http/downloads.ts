import type { ServerResponse } from 'node:http'
import { Refusal } from '../refusal.ts'

/** Downloads at a time, and the time in milliseconds after which a client that takes no data is disconnected. */
export const DOWNLOAD_LIMITS = { perAccount: 3, total: 12, stallMs: 30_000 }

export type Downloads = ReturnType<typeof createDownloads>

const RETRY_AFTER_SECONDS = 10

/** Counts the downloads in progress: each holds batches of rows until its client has read them. */
export function createDownloads(limits: Partial<typeof DOWNLOAD_LIMITS> = {}) {
  const { perAccount, total, stallMs } = { ...DOWNLOAD_LIMITS, ...limits }
  const running = new Map<ServerResponse, string>()
  return {
    /** Counts the response until its connection is done with it. Throws when there are too many. */
    admit(response: ServerResponse, merchantNo: string): void {
      const own = [...running.values()].filter((no) => no === merchantNo).length
      const tooMany = { retryAfter: RETRY_AFTER_SECONDS, reason: 'downloadsRunning' } as const
      if (own >= perAccount) throw new Refusal('TOO_MANY_REQUESTS', tooMany)
      if (running.size >= total) throw new Refusal('UNAVAILABLE', tooMany)
      running.set(response, merchantNo)
      response.once('close', () => running.delete(response))
      // The connection is also idle while the database works. Then nothing waits to be sent.
      response.setTimeout(stallMs, () => {
        if (response.writableLength > 0) response.destroy()
      })
    },
  }
}
