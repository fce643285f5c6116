import { expect, test } from 'vitest'
import { isInIpRanges, normalizeIpRange, parseIpRange, splitEntries } from '#contract/ipRanges.ts'
import { isListed } from '../../server/merchants/addresses.ts'

test('Addresses and ranges are parsed; octets with a leading zero are rejected as ambiguous', () => {
  expect(['203.0.113.7', '203.0.113.9/24', '0.0.0.0/0'].map(parseIpRange)).toEqual([
    { first: 3405803783, bits: 32 },
    { first: 3405803776, bits: 24 },
    { first: 0, bits: 0 },
  ])
  expect(['256.0.0.1', '10.0.0', '10.0.0.1/33', '010.0.0.1', ''].map(parseIpRange)).toEqual([null, null, null, null, null])
  expect(normalizeIpRange('10.0.0.1')).toBe(normalizeIpRange('10.0.0.1/32'))
})

test('Console and gateway agree on the addresses in a range', () => {
  const lists = [['10.0.0.0/8'], ['203.0.113.7', '192.168.1.128/25'], ['255.255.255.255/32'], ['0.0.0.0/0']]
  for (const address of ['10.255.0.1', '11.0.0.0', '192.168.1.127', '192.168.1.200', '255.255.255.255', '10.0.0.0/8', '::1']) {
    const here = (list: string[]) => isInIpRanges(address, list)
    const there = (list: string[]) => isListed(address, list)
    expect([address, ...lists.map(here)]).toEqual([address, ...lists.map(there)])
  }
})

test('Entries are separated by commas, spaces or line breaks', () => {
  expect(splitEntries(' 10.0.0.1,10.0.0.2\n10.0.0.3；10.0.0.4 ')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'])
})
