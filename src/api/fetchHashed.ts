/** How a password is hashed: fetched when one is about to be typed, because most pages never see one. */
export const fetchHashed = async () => (await import('./hashed.ts')).hashed
