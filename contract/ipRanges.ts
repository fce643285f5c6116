import { PATTERNS } from './rules.ts'

/** IPv4 addresses and ranges as people write them into a whitelist. The console warns by these; the gateway decides. */

/** First address and length of a range; null for text that is neither address nor range, or that some read as octal. */
export function parseIpRange(entry: string): { first: number; bits: number } | null {
  if (!PATTERNS.ipv4OrCidr.test(entry) || /\b0\d/.test(entry)) return null
  const [address = '', length = '32'] = entry.split('/')
  const bits = Number(length)
  const number = address.split('.').reduce((all, part) => all * 256 + Number(part), 0)
  const size = 2 ** (32 - bits)
  return { first: number - (number % size), bits }
}

/** The same for entries that hold the same addresses, however they are written. */
export const normalizeIpRange = (entry: string): string => {
  const range = parseIpRange(entry)
  return range === null ? entry : `${range.first}/${range.bits}`
}

/** Whether the address is in one of the ranges; an address that is no IPv4 one is in none. */
export function isInIpRanges(address: string, entries: readonly string[]): boolean {
  const here = parseIpRange(address)
  if (here === null || here.bits !== 32) return false
  return entries.some((entry) => {
    const range = parseIpRange(entry)
    return range !== null && here.first >= range.first && here.first < range.first + 2 ** (32 - range.bits)
  })
}

/** The entries of a text with commas, spaces or lines between them, in their order. */
export const splitEntries = (text: string): string[] => text.split(/[\s,;，；、]+/).filter((entry) => entry !== '')
