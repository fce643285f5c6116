/** An amount in minor units without its direction. */
export const absolute = (units: bigint): bigint => (units < 0n ? -units : units)
