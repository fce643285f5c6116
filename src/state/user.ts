import { atom, type createStore } from 'jotai'
import type { Merchant } from '#contract/rows/merchants.ts'

/** The user shown in the top bar, and the number on the badge. */
export type CurrentUser = Partial<Merchant> & { notifyCount?: number }

export const usersAtom = atom<CurrentUser[]>([])
export const currentUserAtom = atom<CurrentUser>({})

/** The user model. Saving replaces the value; only the notice count is merged. */
export const createUserModel = (store: ReturnType<typeof createStore>) => ({
  save: (list: CurrentUser[]) => store.set(usersAtom, list),
  saveCurrentUser: (user: CurrentUser) => store.set(currentUserAtom, user),
  // The identity comes with the account, and nothing provides a list of users: these two only clear the values.
  fetch: () => store.set(usersAtom, []),
  fetchCurrent: () => store.set(currentUserAtom, {}),
  changeNotifyCount: (notifyCount: number) => store.set(currentUserAtom, (user) => ({ ...user, notifyCount })),
})

/** Whether the gateway is a sandbox without real money. */
export const isSandboxAtom = atom(false)
