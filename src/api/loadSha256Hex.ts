/** Loads the hash function when a password is about to be typed: most pages never need it. */
export const loadSha256Hex = async () => (await import('./sha256Hex.ts')).sha256Hex
