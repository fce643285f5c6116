import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'

/** The hash functions: the gateway's, and common mistakes of integrators. */
export const digests = {
  sha256: (bytes: Uint8Array) => sha256(bytes),
  md5: (bytes: Uint8Array) => md5(bytes),
  sha1: (bytes: Uint8Array) => sha1(bytes),
  sha512: (bytes: Uint8Array) => sha512(bytes),
}

/** HMAC with the same hash functions; the signature header has that of SHA-256. */
export const hmacs = {
  sha256: (key: Uint8Array, bytes: Uint8Array) => hmac(sha256, key, bytes),
  md5: (key: Uint8Array, bytes: Uint8Array) => hmac(md5, key, bytes),
  sha1: (key: Uint8Array, bytes: Uint8Array) => hmac(sha1, key, bytes),
  sha512: (key: Uint8Array, bytes: Uint8Array) => hmac(sha512, key, bytes),
}
