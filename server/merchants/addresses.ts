import ipaddr from 'ipaddr.js'
import { normalizeIpRange, parseIpRange } from '#contract/ipRanges.ts'

/** Converts an IPv4-mapped IPv6 address to IPv4, so that it matches the entries of IP lists. */
export const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address

/** The network that limits count by: an IPv4 address itself, or the /64 prefix of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const plain = ipaddr.process(address)
  return plain.kind() === 'ipv4' ? plain.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${plain.toString()}/64`).toString()
}

/** Whether the list contains the address, as an entry or within a range. */
export function isListed(address: string, list: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return list.some((entry) => {
    const range = rangeOf(entry)
    return range !== null && range[0].kind() === caller.kind() && caller.match(range[0], range[1])
  })
}

const MAX_ENTRIES = 50

/** Parses a comma-separated list of IPv4 addresses and CIDR ranges. Returns a message key as `fault` when it is invalid. */
export function parseIpList(text: string): { list: string[] } | { fault: string } {
  const list = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (list.some((entry) => parseIpRange(entry) === null)) return { fault: 'rule.format' }
  if (new Set(list.map(normalizeIpRange)).size < list.length) return { fault: 'rule.duplicate' }
  return list.length > MAX_ENTRIES ? { fault: 'rule.tooMany' } : { list }
}

function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  if (!ipaddr.isValid(entry)) return null
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
