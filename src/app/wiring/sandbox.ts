import { atom } from 'jotai'

/** Whether the gateway says that no money here is real. */
export const isSandboxAtom = atom(false)
