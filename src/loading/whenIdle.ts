/** Once the page has nothing better to do; Safari cannot tell when that is. Gives back how to call it off. */
export function whenIdle(work: () => unknown): () => void {
  if (typeof requestIdleCallback === 'function') {
    const asked = requestIdleCallback(() => void work())
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, 200)
  return () => clearTimeout(timer)
}

/** One after the other, each once the page has nothing better to do. The first that fails ends it: it will be asked for again. */
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
