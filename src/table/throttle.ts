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

/** Subscribes with a listener that runs at most once per `ms` milliseconds, and not after the subscription has ended. */
export function subscribeThrottled(
  subscribe: (changed: () => void) => () => unknown,
  changed: () => void,
  ms: number,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = subscribe(
    throttle(changed, (over) => {
      timer = setTimeout(over, ms)
    }),
  )
  return () => {
    leave()
    clearTimeout(timer)
  }
}
