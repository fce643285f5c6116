/** Runs at once, and what is asked for again within the same frame runs once, with the next. */
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
