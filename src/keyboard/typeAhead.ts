const EMPTY = { text: '', isSubmitted: false }

export type TypeAhead = ReturnType<typeof createTypeAhead>

/** Buffers keys typed between opening the palette and mounting its input. */
export function createTypeAhead() {
  let typed = EMPTY
  return {
    /** Appends a key, given as `KeyboardEvent.key`. */
    push(key: string) {
      if (typed.isSubmitted) return
      if (key === 'Enter') typed = { ...typed, isSubmitted: true }
      else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) }
      else if (key.length === 1) typed = { ...typed, text: typed.text + key }
    },
    /** Returns the text, and whether Enter followed it, and clears the buffer. */
    take() {
      const taken = typed
      typed = EMPTY
      return taken
    },
  }
}
