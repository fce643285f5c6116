/** Word -> how it is marked. A gateway gives one for contacts and one for messages. */
export type Dictionary = Readonly<Record<string, string>>

/** A piece of a text: marked, or as it was. */
export interface Piece {
  text: string
  style: string | null
}

/** Cuts a text at the words of a dictionary, whatever their case. Of words that begin alike the longest is meant. */
export function highlight(text: string, dictionary: Dictionary): Piece[] {
  const words = Object.keys(dictionary)
    .filter((word) => word !== '')
    .sort((one, other) => other.length - one.length)
  if (words.length === 0) return text === '' ? [] : [{ text, style: null }]
  const styles = new Map(words.map((word) => [word.toLowerCase(), dictionary[word] ?? null]))
  const anyWord = new RegExp(`(${words.map(RegExp.escape).join('|')})`, 'gi')
  // Cut at what a group caught, every second piece is one of the words.
  return text
    .split(anyWord)
    .map((piece, index) => ({ text: piece, style: index % 2 === 1 ? (styles.get(piece.toLowerCase()) ?? null) : null }))
    .filter((piece) => piece.text !== '')
}
