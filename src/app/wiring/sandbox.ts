import { atom } from 'jotai'

/** Whether the gateway is a sandbox without real money. */
export const isSandboxAtom = atom(false)
