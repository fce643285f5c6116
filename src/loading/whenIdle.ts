/**
 * Runs `work` when the page is idle, or after a delay in Safari, which has no `requestIdleCallback`. Returns a cancel function.
 */
export function whenIdle(work: () => unknown): () => void {
  if (knowsIdle()) return onlyWhenIdle(work)
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}

/**
 * Runs the tasks one after the other, each when the page is idle. The first failure ends the sequence: the rest is
 * loaded on demand. Returns a cancel function.
 */
export function runInSequenceWhenIdle(tasks: readonly (() => Promise<unknown>)[]): () => void {
  const [task, ...rest] = tasks
  if (task === undefined) return () => {}
  let isCancelled = false
  let cancel = whenIdle(() =>
    task().then(
      () => {
        if (!isCancelled) cancel = runInSequenceWhenIdle(rest)
      },
      () => {},
    ),
  )
  return () => {
    isCancelled = true
    cancel()
  }
}

const knowsIdle = () => typeof requestIdleCallback === 'function'

/** Runs `work` when the page is idle, and never in a browser that cannot tell. Returns a cancel function. */
export function onlyWhenIdle(work: () => unknown): () => void {
  if (!knowsIdle()) return () => {}
  const asked = requestIdleCallback(() => void work())
  return () => cancelIdleCallback(asked)
}
