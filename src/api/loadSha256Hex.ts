/** How a password is hashed: fetched when one is about to be typed, because most pages never see one. */
export const loadSha256Hex = async () => (await import('./sha256Hex.ts')).sha256Hex
