export type Body = Readonly<Record<string, unknown>>

/** An object of JSON; null for anything else. */
export const asBody = (value: unknown): Body | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : null
