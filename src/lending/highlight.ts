/** Word -> highlight style. The gateway has one for contacts and one for messages. */
export type Dictionary = Readonly<Record<string, string>>

/** A piece of text; `style` is null when it is not highlighted. */
export interface Piece {
  text: string
  style: string | null
}

/** Splits a text at the words of a dictionary, ignoring case. The longest word wins. */
export function highlight(text: string, dictionary: Dictionary): Piece[] {
  const words = Object.keys(dictionary)
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
  if (words.length === 0) return text === '' ? [] : [{ text, style: null }]
  const styles = new Map(words.map((word) => [word.toLowerCase(), dictionary[word] ?? null]))
  const anyWord = new RegExp(`(${words.map(escaped).join('|')})`, 'gi')
  // Splitting at a capture group makes every second piece a word.
  return text
    .split(anyWord)
    .map((piece, index) => ({ text: piece, style: index % 2 === 1 ? (styles.get(piece.toLowerCase()) ?? null) : null }))
    .filter((piece) => piece.text !== '')
}

// Not `RegExp.escape`: browsers of the build target lack it.
const escaped = (word: string): string => word.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
