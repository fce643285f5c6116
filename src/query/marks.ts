import type { Span } from './fault.ts'

/** A part of a text with uniform styling. */
export interface Stretch extends Span {
  readonly text: string
  readonly isWrong: boolean
}

/** A piece of a text, in order: a term or the text between terms, split into faulty and correct parts. */
export interface TextPiece extends Span {
  readonly isTerm: boolean
  readonly stretches: readonly Stretch[]
}

/** Splits a text into terms and the text between, with the faulty parts to be underlined. */
export function highlightText(text: string, terms: readonly Span[], wrong: readonly Span[]): TextPiece[] {
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

function stretches(text: string, { start, end }: Span, wrong: readonly Span[]): Stretch[] {
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
