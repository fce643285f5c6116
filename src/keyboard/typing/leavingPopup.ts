import { untilDone } from '../untilDone.ts'

/** A popup of the library that is closing keeps the focus until it is gone. */
const CLOSING = '[data-closed], [data-ending-style]'

/** Frames after which the keys go to whatever has the focus. */
const MAX_FRAMES = 180

/** Whether the focus is in a popup that is closing. Its keys are meant for what is behind it. */
export const isLeavingPopup = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(CLOSING)?.closest('[role="dialog"], [role="menu"], [role="listbox"]') != null

/** Resolves when the focus has left the closing popup. */
export function whenPopupIsLeft(page: Window): Promise<void> {
  const isLeft = () => {
    const { activeElement, body } = page.document
    return activeElement !== body && !isLeavingPopup(activeElement)
  }
  return untilDone(isLeft, MAX_FRAMES)
}
