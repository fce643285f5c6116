import { expect, test } from 'vitest'
import { addAddresses, MAX_ADDRESSES } from '../../src/screens/settings/whitelists/addAddresses.ts'

const full = Array.from({ length: MAX_ADDRESSES }, (_, nth) => `10.0.0.${nth}`)

test.each([
  ['one address', [], '203.0.113.7', ['203.0.113.7'], '', null],
  [
    'several addresses, in any separation',
    [],
    '203.0.113.7, 10.0.0.0/8\n1.1.1.1；2.2.2.2',
    ['203.0.113.7', '10.0.0.0/8', '1.1.1.1', '2.2.2.2'],
    '',
    null,
  ],
  [
    'a duplicate in another notation',
    ['203.0.113.7'],
    '203.0.113.7/32',
    ['203.0.113.7'],
    '203.0.113.7/32',
    'settings.ips.double',
  ],
  ['a duplicate among the new entries', [], '10.0.0.5/8 10.0.0.0/8', ['10.0.0.5/8'], '10.0.0.0/8', 'settings.ips.double'],
  ['an invalid entry and a valid one', [], 'nonsense 1.1.1.1', ['1.1.1.1'], 'nonsense', 'settings.ips.malformed'],
  ['an entry beyond the limit', full, '1.1.1.1', full, '1.1.1.1', 'settings.ips.most'],
  ['nothing', ['1.1.1.1'], '  ', ['1.1.1.1'], '', null],
] as const)('%s', (_, entries, typed, next, rejected, fault) => {
  const found = addAddresses(entries, typed)
  expect({ ...found, fault: found.fault?.[0] ?? null }).toEqual({ entries: next, rejected, fault })
})
