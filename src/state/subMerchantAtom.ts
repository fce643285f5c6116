import { atom } from 'jotai'

/** The sub-merchant of the open form; null for a new one. A new value opens a new form. */
export const subMerchantAtom = atom<{ merchantNo: string | null }>({ merchantNo: null })
