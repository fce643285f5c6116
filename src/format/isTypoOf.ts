/** Keys beside each other on a QWERTY keyboard, in one row or the next. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

const isNeighbor = (one: string, other: string): boolean => {
  const [row, otherRow] = [one, other].map((char) => ROWS.findIndex((keys) => keys.includes(char))) as [number, number]
  if (row < 0 || otherRow < 0 || Math.abs(row - otherRow) > 1) return false
  const by = ROWS[row]!.indexOf(one) - ROWS[otherRow]!.indexOf(other)
  // A row is set off by half a key from the one above it.
  if (row === otherRow) return Math.abs(by) === 1
  return row > otherRow ? by === 0 || by === -1 : by === 0 || by === 1
}

const VOWELS = 'aeiou'
const isSoundAlike = (one: string, other: string): boolean => VOWELS.includes(one) && VOWELS.includes(other)

/**
 * Whether the typed word has one mistake against a word, or against its beginning: two letters swapped, also across a third, one left out or doubled, a
 * neighbor key, another vowel. Both have at least four letters.
 */
export function isTypoOf(typed: string, word: string): boolean {
  const most = Math.min(typed.length, word.length)
  let at = 0
  while (at < most && typed[at] === word[at]) at++
  // A beginning is right as far as it goes.
  if (at === typed.length) return false
  const [char, wanted] = [typed[at]!, word[at] ?? '']
  const [next, wantedNext] = [typed[at + 1], word[at + 1]]
  const goesOn = (from: number, wordFrom: number) => {
    const rest = typed.slice(from)
    // A word that is not typed to its end needs enough letters to be told from others.
    return typed.length > 4 ? word.startsWith(rest, wordFrom) : word.slice(wordFrom) === rest
  }
  if (char === typed[at - 1] && goesOn(at + 1, at)) return true
  if (wanted === '') return false
  if (char === wantedNext && next === wanted && goesOn(at + 2, at + 2)) return true
  if (char === word[at + 2] && next === wantedNext && typed[at + 2] === wanted && goesOn(at + 3, at + 3)) return true
  if (goesOn(at, at + 1)) return true
  return (isNeighbor(char, wanted) || isSoundAlike(char, wanted)) && goesOn(at + 1, at + 1)
}
