import { hasModifier } from '../hasModifier.ts'

export type QueuedKey = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'> &
  Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>>

/**
 * Dispatches the key again to the focused element. A browser takes no default action for an event made by a script, so the ones
 * of fields, buttons, links and Tab follow here.
 */
export function replayKey(queued: QueuedKey, page: Document) {
  const { activeElement } = page
  if (!(activeElement instanceof HTMLElement)) return
  const event = new KeyboardEvent('keydown', { ...queued, bubbles: true, cancelable: true })
  if (!activeElement.dispatchEvent(event) || hasModifier(event)) return
  const { key } = queued
  if (key === 'Tab') return moveFocus(page, queued.shiftKey)
  const field = isTextField(activeElement) ? activeElement : null
  if (field !== null && key.length === 1) insertText(key, field)
  else if (field !== null && key === 'Backspace') deleteText(field)
  else if (field instanceof HTMLTextAreaElement && key === 'Enter') insertText('\n', field)
  else if (activeElement instanceof HTMLInputElement && key === 'Enter') activeElement.form?.requestSubmit()
  else if (isPressedBy(key, activeElement)) activeElement.click()
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (element: HTMLElement): element is TextField =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !SWITCHES.includes(element.type))

/** Kinds of inputs that Space presses. */
const SWITCHES: readonly string[] = ['checkbox', 'radio', 'button', 'submit', 'reset']

const isPressedBy = (key: string, element: HTMLElement): boolean =>
  key === 'Enter'
    ? element instanceof HTMLButtonElement || element instanceof HTMLAnchorElement
    : key === ' ' && (element instanceof HTMLButtonElement || element instanceof HTMLInputElement)

/** Inserts text and dispatches the `input` event that typing would. */
function insertText(text: string, field: TextField) {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end')
  field.dispatchEvent(new InputEvent('input', { data: text, inputType: 'insertText', bubbles: true }))
}

/** Deletes the selected text, or the character before the caret. */
function deleteText(field: TextField) {
  const end = field.selectionEnd ?? field.value.length
  const start = field.selectionStart === end ? Math.max(end - 1, 0) : (field.selectionStart ?? end)
  field.setRangeText('', start, end, 'end')
  field.dispatchEvent(new InputEvent('input', { inputType: 'deleteContentBackward', bubbles: true }))
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

/** Moves the focus to the next element of the tab order, or to the previous one. */
function moveFocus(page: Document, backwards: boolean) {
  const from = page.activeElement as HTMLElement
  const stops = Array.from(page.querySelectorAll<HTMLElement>(FOCUSABLE)).filter(
    (element) =>
      element === from ||
      (element.tabIndex >= 0 &&
        !element.matches(':disabled, [inert] *') &&
        !isPassedByTab(element, from) &&
        element.checkVisibility({ visibilityProperty: true })),
  )
  stops.at((stops.indexOf(from) + (backwards ? -1 : 1)) % stops.length)?.focus()
}

/** Tab stops at one radio button of a group: at the checked one, or at any if none is checked. */
function isPassedByTab(element: HTMLElement, from: HTMLElement): boolean {
  if (!isRadio(element) || element.checked) return false
  const group = Array.from(element.ownerDocument.getElementsByName(element.name)).filter(isRadio)
  return group.some((other) => other.form === element.form && (other.checked || other === from))
}

const isRadio = (element: HTMLElement): element is HTMLInputElement => (element as HTMLInputElement).type === 'radio'
