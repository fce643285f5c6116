/** Page sizes of a list. The first is the default. */
export const PAGE_SIZES = [10, 20, 50, 100, 500, 1000] as const
