import { atom } from 'jotai'
import type { Receipt } from '#contract/moneyRows.ts'

/** The slip that was asked for last. */
export const receiptAtom = atom<Receipt | null>(null)
