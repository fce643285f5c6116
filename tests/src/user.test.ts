import { createStore } from 'jotai'
import { expect, test } from 'vitest'
import { createUserModel, currentUserAtom, usersAtom } from '../../src/state/user.ts'

test('saving replaces the user, the count is merged, and fetching clears the values', () => {
  const atoms = createStore()
  const user = createUserModel(atoms)
  expect([atoms.get(usersAtom), atoms.get(currentUserAtom)]).toEqual([[], {}])
  user.save([{ username: 'one' }])
  user.save([{ username: 'other' }])
  user.saveCurrentUser({ username: 'one', merchantNo: 'M10000001' })
  user.saveCurrentUser({ username: 'other' })
  user.changeNotifyCount(4)
  expect([atoms.get(usersAtom), atoms.get(currentUserAtom)]).toEqual([
    [{ username: 'other' }],
    { username: 'other', notifyCount: 4 },
  ])
  user.fetch()
  user.fetchCurrent()
  expect([atoms.get(usersAtom), atoms.get(currentUserAtom)]).toEqual([[], {}])
})
