/**
 * Does something in one of the tabs that would do it, for as long as it lasts there: the first that comes does it, and nobody takes
 * over. Gives back how to end it. Where the browser has no locks every tab does it.
 */
export function runInOneTab(locks: LockManager | undefined, name: string, begin: () => (() => void) | null): () => void {
  const over = Promise.withResolvers<void>()
  let isOver = false
  let end: (() => void) | null = null
  const start = () => {
    end = begin()
  }
  if (locks === undefined) start()
  else {
    const mine = (lock: Lock | null) => {
      if (lock === null || isOver) return
      start()
      return over.promise
    }
    // A page that may have no locks may show nothing outside of itself either.
    locks.request(name, { ifAvailable: true }, mine).catch(() => {})
  }
  return () => {
    isOver = true
    end?.()
    over.resolve()
  }
}
