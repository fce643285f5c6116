import { hmac } from '@noble/hashes/hmac.js'
import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** The hash functions: the gateway's, and a common mistake of integrators. */
export const digests = { sha256: (bytes: Uint8Array) => sha256(bytes), md5: (bytes: Uint8Array) => md5(bytes) }

/** HMAC-SHA256, for the signature header. */
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(sha256, key, bytes)
