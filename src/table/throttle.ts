/** Runs at once, and then at most once per interval, whose end `wait` reports. The last call is never dropped. */
export function throttle(run: () => void, wait: (over: () => void) => void): () => void {
  let isWaiting = false
  let isDue = false
  function call() {
    isDue = isWaiting
    if (isWaiting) return
    isWaiting = true
    wait(() => {
      isWaiting = false
      if (isDue) call()
    })
    run()
  }
  return call
}
