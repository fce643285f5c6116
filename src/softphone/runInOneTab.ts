/**
 * Runs something in only one of the tabs that request it: the first gets the lock, and no other takes over. Returns the
 * function that ends it. Without the Web Locks API every tab runs it.
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
    // A page without access to locks cannot show notifications either.
    locks.request(name, { ifAvailable: true }, mine).catch(() => {})
  }
  return () => {
    isOver = true
    end?.()
    over.resolve()
  }
}
