import { atom } from 'jotai'
import type { ListController } from './listController.ts'

/** The list that is open, for what stands outside of its screen. */
export const listControllerAtom = atom<ListController | null>(null)
