import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** SHA-256 in lower-case hex, sent instead of a typed password. Does not use `crypto.subtle`, so it works on plain http. */
export const sha256Hex = (typed: string): string => bytesToHex(sha256(utf8ToBytes(typed)))
