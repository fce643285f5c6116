import { atom } from 'jotai'

/** What floats over the screen, one at a time. */
export type Overlay = 'shortcuts' | 'about' | 'notices' | 'log' | 'receipt' | 'handedIn' | 'subMerchant' | 'softphone'

export const overlayAtom = atom<Overlay | null>(null)
