import { isElsewhere, ReconcileError } from '../reconcileError.ts'
import type { CallName, FromWorker, ReconcileCalls, ReconcileFailure, ReconcileProgress, ToWorker } from './protocol.ts'

/** The part of `Worker` that the client uses. */
export interface WorkerPort {
  postMessage(message: ToWorker, transfer?: Transferable[]): void
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
  terminate(): void
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ReconcileProgress) => void
  /** Parts of the input that are handed over without a copy. */
  readonly transfer?: Transferable[]
}

interface Pending {
  readonly resolve: (output: never) => void
  readonly reject: (error: ReconcileError) => void
  readonly onProgress: CallOptions['onProgress']
}

export type ReconcileClient = ReturnType<typeof createReconcileClient>

/**
 * Calls the worker that `start` starts. Calls are answered in order. A crash of the worker, or a script that did not load, rejects all of
 * them; the next call starts another worker, which holds no statement.
 */
export function createReconcileClient(start: () => WorkerPort) {
  const pending = new Map<number, Pending>()
  let lastId = 0
  let lost: (error: ReconcileError) => void = () => {}
  let worker: WorkerPort | null = begin()

  function begin(): WorkerPort {
    const port = start()
    port.onmessage = ({ data }) => {
      const one = pending.get(data.id)
      if ('progress' in data) return one?.onProgress?.(data.progress)
      pending.delete(data.id)
      if ('failure' in data) {
        const error = new ReconcileError(data.failure)
        one?.reject(error)
        if (isElsewhere(error)) lost(error)
      } else one?.resolve(data.output as never)
    }
    port.onerror = ({ message }) => {
      const failure = { code: 'fault', message } as const
      end()
      rejectAll(failure)
      lost(new ReconcileError(failure))
    }
    return port
  }

  function end() {
    if (worker === null) return
    worker.onmessage = null
    worker.onerror = null
    worker.terminate()
    worker = null
  }

  function rejectAll(failure: ReconcileFailure) {
    const all = [...pending.values()]
    pending.clear()
    for (const { reject } of all) reject(new ReconcileError(failure))
  }

  return {
    /** Rejects with a `ReconcileError`. */
    call<Name extends CallName>(
      call: Name,
      input: ReconcileCalls[Name]['input'],
      { signal, onProgress, transfer = [] }: CallOptions = {},
    ): Promise<ReconcileCalls[Name]['output']> {
      const id = ++lastId
      const { promise, resolve, reject } = Promise.withResolvers<ReconcileCalls[Name]['output']>()
      if (signal?.aborted) return Promise.reject(new ReconcileError({ code: 'cancelled' }))
      signal?.addEventListener('abort', () => pending.has(id) && worker?.postMessage({ id, cancel: true }), { once: true })
      pending.set(id, { resolve, reject, onProgress })
      worker ??= begin()
      worker.postMessage({ id, call, input }, transfer)
      return promise
    },
    /** Called when the session of the worker is of no use: the worker has crashed, or another tab has changed the session. */
    onLost(listener: (error: ReconcileError) => void) {
      lost = listener
    },
    /**
     * Ends the worker and starts another, which holds no statement. Open calls are rejected as cancelled: also one that looks at no
     * messages, such as the parsing of a workbook.
     */
    restart() {
      this.close()
      worker = begin()
    },
    /** Ends the worker; open calls are rejected as cancelled. */
    close() {
      end()
      rejectAll({ code: 'cancelled' })
    },
  }
}
