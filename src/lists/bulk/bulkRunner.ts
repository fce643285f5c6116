import type { BulkName } from '#commands/scope.ts'
import type { Sheet } from '../sheet.ts'

/** What is done to many rows at once is fetched when it is first asked for, or ahead of that. */
export const fetchBulk = () => import('./bulk.ts')

/** Begins what is to be done to the rows that are selected. */
export function bulkRunner(sheet: Sheet): (name: BulkName) => Promise<void> {
  const unanswered = new Map<string, string>()
  return async (name) => {
    const { chosen } = sheet.selection
    const { runBulk } = await fetchBulk()
    runBulk({ sheet, name, chosen, unanswered })
  }
}
