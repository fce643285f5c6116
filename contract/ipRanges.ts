import { PATTERNS } from './rules.ts'

/** IPv4 addresses and ranges as typed into a whitelist. The console uses them for warnings; the gateway decides. */

/** First address and prefix length of a range. Null for other text, and for octets with a leading zero, which some parsers read as octal. */
export function parseIpRange(entry: string): { first: number; bits: number } | null {
  if (!PATTERNS.ipv4OrCidr.test(entry) || /\b0\d/.test(entry)) return null
  const [address = '', length = '32'] = entry.split('/')
  const bits = Number(length)
  const number = address.split('.').reduce((all, part) => all * 256 + Number(part), 0)
  const size = 2 ** (32 - bits)
  return { first: number - (number % size), bits }
}

/** Canonical text: equal for entries with the same addresses. */
export const normalizeIpRange = (entry: string): string => {
  const range = parseIpRange(entry)
  return range === null ? entry : `${range.first}/${range.bits}`
}

/** Whether the address is in one of the ranges; false for anything but IPv4. */
export function isInIpRanges(address: string, entries: readonly string[]): boolean {
  const here = parseIpRange(address)
  if (here === null || here.bits !== 32) return false
  return entries.some((entry) => {
    const range = parseIpRange(entry)
    return range !== null && here.first >= range.first && here.first < range.first + 2 ** (32 - range.bits)
  })
}

/** Splits text at commas, semicolons, spaces and line breaks, in order. */
export const splitEntries = (text: string): string[] => text.split(/[\s,;，；、]+/).filter((entry) => entry !== '')
