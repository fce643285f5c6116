import { md5 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** What bytes are hashed with: what the gateway takes, and what it is often mistaken for. */
export const digests = { sha256: (bytes: Uint8Array) => sha256(bytes), md5: (bytes: Uint8Array) => md5(bytes) }
