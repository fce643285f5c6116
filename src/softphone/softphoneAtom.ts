import { atom } from 'jotai'

/** The number that was to be called last, as it is dialled at home. */
export const softphoneAtom = atom('')
