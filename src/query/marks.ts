import type { Span } from './fault.ts'

/**
 * Splits a text into terms and the text between, in order. Each piece is split again into faulty parts, to be underlined, and
 * correct ones.
 */
export function highlightText(text: string, terms: readonly Span[], wrong: readonly Span[]) {
  const pieces: (Span & { isTerm: boolean })[] = []
  let at = 0
  for (const { start, end } of terms) {
    if (start > at) pieces.push({ start: at, end: start, isTerm: false })
    if (end > Math.max(start, at)) pieces.push({ start: Math.max(start, at), end, isTerm: true })
    at = Math.max(at, end)
  }
  if (at < text.length) pieces.push({ start: at, end: text.length, isTerm: false })
  return pieces.map((piece) => ({ ...piece, stretches: stretches(text, piece, wrong) }))
}

function stretches(text: string, { start, end }: Span, wrong: readonly Span[]) {
  const within = (place: number) => Math.min(Math.max(place, start), end)
  const cuts = [...new Set([start, end, ...wrong.flatMap((one) => [within(one.start), within(one.end)])])].sort((a, b) => a - b)
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] as number
    return {
      start: from,
      end: to,
      text: text.slice(from, to),
      isWrong: wrong.some((one) => one.start <= from && to <= one.end),
    }
  })
}
