import { atom } from 'jotai'
import type { SearchableKind } from '#commands/scope.ts'

/** Lines that were pasted and are to be looked for, none where they are still to be typed, and the list that was open; null once they are taken. */
export const pastedLinesAtom = atom<{ readonly text: string; readonly kind: SearchableKind | null } | null>(null)
