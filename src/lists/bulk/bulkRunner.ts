import type { BulkAction } from '#commands/scope.ts'
import type { ListController } from '../listController.ts'

/** Loaded on first use or by prefetch. */
export const fetchBulk = () => import('./bulk.ts')

/** Returns a function that starts a bulk command over the selection. */
export function bulkRunner(controller: ListController): (name: BulkAction) => Promise<void> {
  const idempotencyKeys = new Map<string, string>()
  return async (name) => {
    const { chosen } = controller.selection
    const { runBulk } = await fetchBulk()
    runBulk({ controller, name, chosen, idempotencyKeys })
  }
}
