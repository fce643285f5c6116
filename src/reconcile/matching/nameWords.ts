/** The shortest start of a word that stands for it. */
const SHORTEST_START = 4

/** The words of the names of orders, by numbers, so that a text is compared with many names at once. */
export function createNameWords() {
  const numbers = new Map<string, number>()
  const byStart = new Map<string, number[]>()

  function numberOf(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    const number = numbers.size
    numbers.set(word, number)
    for (let length = SHORTEST_START; length < word.length; length++) {
      const start = word.slice(0, length)
      const others = byStart.get(start)
      if (others === undefined) byStart.set(start, [number])
      else others.push(number)
    }
    return number
  }

  return {
    get size() {
      return numbers.size
    },
    add: (name: string | null): number[] => wordsOf(name ?? '').map(numberOf),
    /** The words of names that a text contains, each once. Banks cut long names, so the start of a word counts. */
    within(text: string): Set<number> {
      const found = new Set<number>()
      for (const word of wordsOf(text)) {
        const number = numbers.get(word)
        if (number !== undefined) found.add(number)
        for (const one of byStart.get(word) ?? []) found.add(one)
      }
      return found
    },
  }
}

function wordsOf(text: string): string[] {
  const plain = ASCII.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.toLowerCase().match(WORDS) ?? []
}

const ASCII = /^[ -~]*$/
const WORDS = /\p{L}{2,}/gu
