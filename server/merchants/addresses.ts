import ipaddr from 'ipaddr.js'
import { PATTERNS } from '#contract/rules.ts'

/** The address without IPv6 clothes around an IPv4 one, so that it compares with what people write into lists. */
export const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address

/** Who an address is for counting: itself, or of IPv6 the 64 bits that one customer is given at least. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  return plain.kind() === 'ipv4' ? plain.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${plain.toString()}/64`).toString()
}

/** Whether the address is one of the list's, or in one of its ranges. */
export function isListed(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return list.some((entry) => {
    const range = rangeOf(entry)
    return range !== null && range[0].kind() === caller.kind() && caller.match(range[0], range[1])
  })
}

/** How many entries a list may have. */
const LONGEST_LIST = 50

/**
 * The entries of a list as people write it, with commas between them: IPv4 addresses and CIDR ranges.
 * Otherwise what is wrong with it, as a message key.
 */
export function parseIpList(text: string): { list: string[] } | { fault: string } {
  const list = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const ranges = list.map((entry) => (PATTERNS.ipv4OrCidr.test(entry) && !ZERO_IN_FRONT.test(entry) ? rangeOf(entry) : null))
  if (ranges.includes(null)) return { fault: 'rule.format' }
  if (new Set(ranges.map((range) => networkText(range!))).size < list.length) return { fault: 'rule.duplicate' }
  return list.length > LONGEST_LIST ? { fault: 'rule.tooMany' } : { list }
}

// Some read such a number as octal, and would let another address in than was meant.
const ZERO_IN_FRONT = /\b0\d/

/** The same for ranges that hold the same addresses, however they are written. */
const networkText = ([address, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): string =>
  `${ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString()}/${bits}`

function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  if (!ipaddr.isValid(entry)) return null
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
