import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'
import type { Dispatcher } from 'undici'
import { departureOf } from '../http/departure.ts'

type Done = (error: Error | null, answer?: Dispatcher.ResponseData) => void

/**
 * Ends a request to the gateway when its client leaves before the first byte of the reply. The proxy passes no signal to its
 * requests, so the signal travels in the asynchronous context. After the first byte, the proxy ends the request by itself.
 */
export function watchDepartures(dispatcher: Dispatcher) {
  const signals = new AsyncLocalStorage<AbortSignal>()
  return {
    /** Sends the requests of the proxy. */
    requester: {
      request(options: Dispatcher.RequestOptions, done: Done): void {
        const signal = signals.getStore() ?? null
        dispatcher.request({ ...options, signal }, (error, answer) => {
          // There is no client to reply to, and it is no failure of the gateway.
          if (error === null || signal?.aborted !== true) done(error, answer)
        })
      },
    },
    /** Makes a call to the gateway that ends with the connection of the client. */
    run: <Outcome>(reply: FastifyReply, call: () => Outcome): Outcome => signals.run(departureOf(reply), call),
  }
}
