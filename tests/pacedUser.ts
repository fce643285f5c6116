import { type UserEvent, userEvent } from '@testing-library/user-event'

/** Milliseconds between calls. Letters that follow each other within 40 ms count as typed text, and not as keys. */
const PAUSE_MS = 60

/** A user with pauses between calls of `keyboard`, by the time of the events: no test waits for them. The keys of one call are one burst. */
export function pacedUser(): UserEvent {
  const user = userEvent.setup()
  const { keyboard } = user
  let pauses = 0
  Object.defineProperty(KeyboardEvent.prototype, 'timeStamp', { configurable: true, get: () => performance.now() + pauses })
  return Object.assign(user, {
    keyboard(text: string) {
      pauses += PAUSE_MS
      return keyboard(text)
    },
  })
}
