import { atom } from 'jotai'

/** The last requested number, in domestic format. */
export const softphoneAtom = atom('')
