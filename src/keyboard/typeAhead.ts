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
  let typed = NOTHING
  return {
    push(key) {
      if (typed.isSubmitted) return
      if (key === 'Enter') typed = { ...typed, isSubmitted: true }
      else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) }
      else if (key.length === 1) typed = { ...typed, text: typed.text + key }
    },
    take() {
      const taken = typed
      typed = NOTHING
      return taken
    },
  }
}
