/** Page sizes of a list, the first by default. */
export const PAGE_SIZES = [10, 20, 50, 100, 500, 1000] as const
