import { atom } from 'jotai'
import type { UploadedReceipt } from '#commands/appScope.ts'
import type { Receipt } from '#contract/rows/orders.ts'

/** The open overlay; at most one. */
export type Overlay = 'shortcuts' | 'about' | 'notices' | 'log' | 'receipt' | 'handedIn' | 'subMerchant' | 'softphone'

export const overlayAtom = atom<Overlay | null>(null)

/** The payout receipt to show. */
export const receiptAtom = atom<Receipt | null>(null)

/** The uploaded recharge receipt to show. */
export const uploadedReceiptAtom = atom<UploadedReceipt | null>(null)
