const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}{2,}/gu) ?? []

/** The share of the words of a name that a text contains, 0 to 1. Banks cut long names, so the start of a word counts. */
export function nameSimilarity(text: string, name: string | null): number {
  const wanted = wordsOf(name ?? '')
  if (wanted.length === 0) return 0
  const present = wordsOf(text)
  const isPresent = (word: string) => present.some((one) => one === word || (one.length >= 4 && word.startsWith(one)))
  return wanted.filter(isPresent).length / wanted.length
}
