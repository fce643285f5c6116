import { atom, type createStore } from 'jotai'
import type { Merchant } from '#contract/rows/merchants.ts'

/** Who is shown in the top bar, and the number on the badge. */
export type CurrentUser = Partial<Merchant> & { notifyCount?: number }

export const usersAtom = atom<CurrentUser[]>([])
export const currentUserAtom = atom<CurrentUser>({})

/** The user model. What is saved replaces what was there; nothing is merged but the count. */
export const createUserModel = (store: ReturnType<typeof createStore>) => ({
  save: (list: CurrentUser[]) => store.set(usersAtom, list),
  saveCurrentUser: (user: CurrentUser) => store.set(currentUserAtom, user),
  // Identity comes with the account, and a list of users from nobody: these two only empty what is there.
  fetch: () => store.set(usersAtom, []),
  fetchCurrent: () => store.set(currentUserAtom, {}),
  changeNotifyCount: (notifyCount: number) => store.set(currentUserAtom, (user) => ({ ...user, notifyCount })),
})
