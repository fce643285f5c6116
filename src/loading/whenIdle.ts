/**
 * Runs `work` when the page is idle, or after a delay in Safari, which has no `requestIdleCallback`. Returns a cancel function.
 */
export function whenIdle(work: () => unknown): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(() => void work())
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}

/**
 * Runs the tasks one after the other, each when the page is idle. The first failure ends the sequence: the rest is
 * loaded on demand. Returns a cancel function.
 */
export function runInSequenceWhenIdle(works: readonly (() => Promise<unknown>)[]): () => void {
  const left = [...works]
  let isOff = false
  let callOff = whenIdle(next)

  function next() {
    left
      .shift()?.()
      .then(
        () => {
          if (!isOff && left.length > 0) callOff = whenIdle(next)
        },
        () => {},
      )
  }

  return () => {
    isOff = true
    callOff()
  }
}
