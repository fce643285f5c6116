import type { BulkAction } from '#commands/scope.ts'
import type { ListController } from '../listController.ts'

/** What is done to many rows at once is fetched when it is first asked for, or ahead of that. */
export const fetchBulk = () => import('./bulk.ts')

/** Begins what is to be done to the rows that are selected. */
export function bulkRunner(controller: ListController): (name: BulkAction) => Promise<void> {
  const idempotencyKeys = new Map<string, string>()
  return async (name) => {
    const { chosen } = controller.selection
    const { runBulk } = await fetchBulk()
    runBulk({ controller, name, chosen, idempotencyKeys })
  }
}
