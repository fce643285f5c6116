import { atom } from 'jotai'
import type { UploadedReceipt } from '#commands/appScope.ts'
import type { Receipt } from '#contract/rows/orders.ts'

/** The slip that was asked for last. */
export const receiptAtom = atom<Receipt | null>(null)

/** The receipt of a recharge that was asked for last. */
export const handedInAtom = atom<UploadedReceipt | null>(null)
