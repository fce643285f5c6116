/** Buffers keys typed between opening the palette and mounting its input. */
export interface TypeAhead {
  /** Appends a key, given as `KeyboardEvent.key`. */
  push(key: string): void
  /** Returns the buffer and clears it. */
  take(): TypedText
}

export interface TypedText {
  text: string
  /** Whether Enter followed the text. */
  isSubmitted: boolean
}

const EMPTY: TypedText = { text: '', isSubmitted: false }

export function createTypeAhead(): TypeAhead {
  let typed = EMPTY
  return {
    push(key) {
      if (typed.isSubmitted) return
      if (key === 'Enter') typed = { ...typed, isSubmitted: true }
      else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) }
      else if (key.length === 1) typed = { ...typed, text: typed.text + key }
    },
    take() {
      const taken = typed
      typed = EMPTY
      return taken
    },
  }
}
