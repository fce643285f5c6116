import { atom } from 'jotai'

/** Whose form is open over the screen: of an existing sub-merchant, or of a new one. A new value is another form. */
export const subMerchantAtom = atom<{ merchantNo: string | null }>({ merchantNo: null })
