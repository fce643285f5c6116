import { atom } from 'jotai'

/** The open overlay; at most one. */
export type Overlay = 'shortcuts' | 'about' | 'notices' | 'log' | 'receipt' | 'handedIn' | 'subMerchant' | 'softphone'

export const overlayAtom = atom<Overlay | null>(null)
