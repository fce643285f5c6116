/** What is typed after the palette was asked for and before its field is on the page. */
export interface TypeAhead {
  /** Keeps a key, named as its event names it. */
  hold(key: string): void
  /** Gives what was kept, once. */
  take(): Held
}

export interface Held {
  text: string
  /** Enter came after it. */
  isEntered: boolean
}

const NOTHING: Held = { text: '', isEntered: false }

export function createTypeAhead(): TypeAhead {
  let held = NOTHING
  return {
    hold(key) {
      if (held.isEntered) return
      if (key === 'Enter') held = { ...held, isEntered: true }
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
