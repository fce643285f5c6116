import { atom } from 'jotai'
import type { Sheet } from './sheet.ts'

/** The list that is open, for what stands outside of its screen. */
export const sheetAtom = atom<Sheet | null>(null)
