/** Throttles to animation frames: the first call runs at once, further calls of the same frame run once in the next. */
export function rafThrottle(run: () => void): () => void {
  let isThrottled = false
  let isPending = false
  const onFrame = () => {
    isThrottled = false
    if (!isPending) return
    isPending = false
    call()
  }
  function call() {
    if (isThrottled) {
      isPending = true
      return
    }
    isThrottled = true
    requestAnimationFrame(onFrame)
    run()
  }
  return call
}
