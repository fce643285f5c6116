import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What leaves the browser instead of a typed password: SHA-256, lower-case hex. Works without `crypto.subtle`, so on plain http. */
export const sha256Hex = (typed: string): string => bytesToHex(sha256(utf8ToBytes(typed)))
