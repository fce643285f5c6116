import { createReconcileClient, type ReconcileClient } from './client.ts'

/** Starts the worker of a reconciliation; `close` of the client ends it. */
export const startReconcileWorker = (): ReconcileClient =>
  createReconcileClient(() => new Worker(new URL('./reconcileWorker.ts', import.meta.url), { type: 'module' }))
