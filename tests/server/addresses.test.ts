import { expect, test } from 'vitest'
import { isListed, networkOf, plainAddress } from '../../server/merchants/addresses.ts'

test.each([
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::9', '2001:db8:1:2::9', '2001:db8:1:2::'],
  ['somewhere', 'somewhere', 'somewhere'],
])('%s is %s and belongs to network %s', (address, plain, network) => {
  expect([plainAddress(address), networkOf(address)]).toEqual([plain, network])
})

test.each([
  ['203.0.113.7', ['203.0.113.7'], true],
  ['::ffff:203.0.113.7', ['203.0.113.7'], true],
  ['203.0.113.8', ['203.0.113.7'], false],
  ['203.0.113.8', ['203.0.113.0/24'], true],
  ['203.0.114.1', ['203.0.113.0/24', '203.0.114.0/31'], true],
  ['203.0.114.2', ['203.0.113.0/24', '203.0.114.0/31'], false],
  ['2001:db8::1', ['203.0.113.0/24', '2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['203.0.113.7', [], false],
  ['203.0.113.7', ['no address'], false],
  ['no address', ['0.0.0.0/0'], false],
] as const)('%s is in %j: %s', (address, list, listed) => expect(isListed(address, list)).toBe(listed))
