import type { ListController } from '../listController.ts'

/** Milliseconds that the first answer may take before a list is rendered without rows. */
const MAX_WAIT_MS = 50

/**
 * Calls `show` once: with the first answer, or after a moment without one. Rendering placeholders and right after them the rows takes a
 * slow processor longer than most gateways take to answer. Returns a function that stops waiting.
 */
export function onFirstAnswer(paging: ListController['paging'], show: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
  const finish = () => {
    stop()
    show()
  }
  const timer = setTimeout(finish, MAX_WAIT_MS)
  const subscription = paging.subscribe((snapshot) => {
    if (snapshot.context.isAnswered || snapshot.matches('failed')) finish()
  })
  return stop
}
