/** A popup of the library that is closing keeps the focus until it is gone. */
const CLOSING = '[data-closed], [data-ending-style]'

/** Milliseconds after which the keys go to whatever has the focus. */
const MAX_WAIT_MS = 1_500

/** Whether the focus is in a popup that is closing. Its keys are meant for what is behind it. */
export const isLeavingPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(CLOSING)?.closest('[role="dialog"], [role="menu"], [role="listbox"]') != null

/** Resolves when the focus has left the closing popup. */
export function whenPopupIsLeft(page: Window): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const since = page.performance.now()
  const look = () => {
    const { activeElement, body } = page.document
    const isLeft = activeElement !== body && !isLeavingPopup(activeElement)
    if (isLeft || page.performance.now() - since > MAX_WAIT_MS) resolve()
    else page.requestAnimationFrame(look)
  }
  look()
  return promise
}
