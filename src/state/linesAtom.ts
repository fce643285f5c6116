import { atom } from 'jotai'
import type { SearchableKind } from '#commands/rows/rowRef.ts'

/**
 * Pasted statement lines to search, empty when they are yet to be typed, and the kind of the open list; null once taken over.
 */
export const pastedLinesAtom = atom<{ readonly text: string; readonly kind: SearchableKind | null } | null>(null)
