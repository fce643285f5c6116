import { atom } from 'jotai'
import type { UploadedReceipt } from '#commands/appScope.ts'
import type { SearchableKind } from '#commands/rows/rowRef.ts'
import type { Receipt } from '#contract/rows/orders.ts'

/**
 * Pasted lines of a statement, and the kind of the list that was open; null once taken over.
 */
export const pastedLinesAtom = atom<{ readonly text: string; readonly kind: SearchableKind | null } | null>(null)

/** The sub-merchant of the open form; null for a new one. A new value opens a new form. */
export const subMerchantAtom = atom<{ merchantNo: string | null }>({ merchantNo: null })

/** The last number requested for the softphone, in domestic format. */
export const softphoneAtom = atom('')

/** The open overlay; at most one. */
export type Overlay = 'shortcuts' | 'about' | 'notices' | 'log' | 'receipt' | 'handedIn' | 'subMerchant' | 'softphone'

export const overlayAtom = atom<Overlay | null>(null)

/** Whether the palette has been fetched ahead of its first opening. */
export const isPaletteFetchedAtom = atom(false)

export const receiptAtom = atom<Receipt | null>(null)

/** The uploaded recharge receipt to show. */
export const uploadedReceiptAtom = atom<UploadedReceipt | null>(null)
