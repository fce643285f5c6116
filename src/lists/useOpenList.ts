import { atom } from 'jotai'
import { createContext, use } from 'react'
import type { ListController } from './listController.ts'
import type { ListWords } from './listWords.ts'

/** The open list, for components outside its screen. */
export const listControllerAtom = atom<ListController | null>(null)

interface OpenList {
  readonly controller: ListController
  readonly words: ListWords
}

export const OpenListContext = createContext<OpenList | null>(null)

/** The open list and its labels, for every component of its screen. */
export const useOpenList = (): OpenList => use(OpenListContext)!
