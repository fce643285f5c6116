import { atom } from 'jotai'
import type { ListController } from './listController.ts'

/** The open list, for components outside its screen. */
export const listControllerAtom = atom<ListController | null>(null)
