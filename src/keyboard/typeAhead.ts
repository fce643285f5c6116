/** What is typed after the palette was asked for and before its field is on the page. */
export interface TypeAhead {
  /** Keeps a key, named as its event names it. */
  push(key: string): void
  /** Gives what was kept, once. */
  take(): TypedText
}

export interface TypedText {
  text: string
  /** Enter came after it. */
  isSubmitted: boolean
}

const NOTHING: TypedText = { text: '', isSubmitted: false }

export function createTypeAhead(): TypeAhead {
  let held = NOTHING
  return {
    push(key) {
      if (held.isSubmitted) return
      if (key === 'Enter') held = { ...held, isSubmitted: true }
      else if (key === 'Backspace') held = { ...held, text: held.text.slice(0, -1) }
      else if (key.length === 1) held = { ...held, text: held.text + key }
    },
    take() {
      const taken = held
      held = NOTHING
      return taken
    },
  }
}
