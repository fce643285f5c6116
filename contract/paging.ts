/** Where a page of a list begins and ends, and by what it is sorted: it travels in the query. */
export const PAGING = ['offset', 'limit', 'page', 'sort'] as const
