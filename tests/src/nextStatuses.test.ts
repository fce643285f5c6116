import { expect, test } from 'vitest'
import { OPTION_MEMBERS } from '#contract/options.ts'
import { nextStatuses } from '../../src/screens/settings/form/nextStatuses.ts'

const loaded = {
  options: () => [
    { key: 'NORMAL', value: 'Normal' },
    { key: 'BLOCKED', value: 'Blocked' },
  ],
}
const notLoaded = { options: () => [] }

test('an account can change to the statuses that the gateway sends with it', () => {
  expect(nextStatuses({ moves: ['ACTIVE'] }, loaded)).toEqual(['ACTIVE'])
  expect(nextStatuses({ moves: [] }, loaded)).toEqual([])
})

test.each([{ moves: null }, {}])('where the gateway sends none, all its statuses are offered: %j', (account) => {
  expect(nextStatuses(account, loaded)).toEqual(['NORMAL', 'BLOCKED'])
  expect(nextStatuses(account, notLoaded)).toEqual(OPTION_MEMBERS.MerchantStatus)
})
