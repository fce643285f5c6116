/** Decimal text, two places, four for USDT: `150000.00`. */
export type Amount = string

/** ISO 8601 in Western Indonesian Time: `2026-11-21T08:15:30+07:00`. */
export type Time = string

/** A day in Western Indonesian Time: `2026-11-21`. */
export type Day = string
