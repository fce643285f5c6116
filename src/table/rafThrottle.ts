/** Throttles to animation frames: the first call runs at once, further calls of the same frame run once in the next. */
export function rafThrottle(run: () => void): () => void {
  let hasRun = false
  let isAsked = false
  const frame = () => {
    hasRun = false
    if (!isAsked) return
    isAsked = false
    ask()
  }
  function ask() {
    if (hasRun) {
      isAsked = true
      return
    }
    hasRun = true
    requestAnimationFrame(frame)
    run()
  }
  return ask
}
